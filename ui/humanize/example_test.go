package humanize_test

import (
	"fmt"
	"time"

	"example.com/sfatui/ui/humanize"
)

func Example() {
	fmt.Println(humanize.Number(0.0123456), humanize.Number(3e-9))
	fmt.Println(humanize.WithError(0.914, 0.0123, humanize.Share))
	fmt.Println(humanize.Counted(12345, "sample"))
	fmt.Println(humanize.Clock(754*time.Second), humanize.Span(100*time.Minute))
	// Output:
	// 0.0123 3e-9
	// 0.914±0.012
	// 12,345 samples
	// 12:34 1.7 h
}
