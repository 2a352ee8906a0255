package report_test

import (
	"fmt"

	"example.com/sfatui/sessions/export/report"
)

func Example() {
	t := report.Table{
		Head:  []string{"sigma", "readout", "slowness test"},
		Body:  [][]string{{"0.1", "lda", "0.2 ± 0.01"}, {"1", "lda", "–"}},
		Marks: []string{"★", "≈"},
	}
	for j, name := range t.Head {
		fmt.Println(name, t.Numeric(j))
	}
	// Output:
	// sigma true
	// readout false
	// slowness test true
}
