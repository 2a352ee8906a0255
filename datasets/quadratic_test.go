package datasets

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// Files that name many things are read in time that grows with their size: reading one of
// twenty times the names takes no more than that many times the steps. What is counted is
// what a test can count anywhere: the comparisons of a quadratic reader would be 4·10¹⁰ here,
// minutes, and this test would not end.
func TestManyNames(t *testing.T) {
	const names = 100_000
	list := func(sep, format string, n int) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteString(sep)
			}
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	rows := func(format string) string {
		var b bytes.Buffer
		for i := range names {
			fmt.Fprintf(&b, format, i, names-1-i)
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"values.arff": "@relation r\n@attribute x numeric\n@attribute c {" + list(",", "v%d", names) + "}\n@data\n" + rows("%d,v%d\n"),
		"classes.ts":  "@problemName p\n@univariate true\n@classLabel true " + list(" ", "c%d", names) + "\n@data\n" + rows("%d,1,2:c%d\n"),
		"columns.csv": list(",", "c%d", names-1) + "\n" + list(",", "%d", names-1) + "\n" + list(",", "1%d", names-1) + "\n",
	} {
		path := write(t, name, text)
		o := Options{Paths: []string{path}}
		if strings.HasSuffix(name, ".arff") {
			o.Label = "c"
		}
		if _, err := Open(t.Context(), o, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Survey(t.Context(), o); err != nil {
			t.Errorf("%s: the survey: %v", name, err)
		}
	}
}
