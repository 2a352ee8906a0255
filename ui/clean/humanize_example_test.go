package clean_test

import (
	"fmt"
	"time"

	"example.com/sfatui/ui/clean"
)

func Example_humanize() {
	fmt.Println(clean.Number(0.0123456), clean.Number(3e-9))
	fmt.Println(clean.WithError(0.914, 0.0123, clean.Share))
	fmt.Println(clean.WithError(107.93, 0.791, clean.Number), clean.WithError(283.6, 1.93, clean.Number), clean.WithError(-150.2, 12.4, clean.Number))
	fmt.Println(clean.Counted(12345, "sample"))
	fmt.Println(clean.Clock(754*time.Second), clean.Span(100*time.Minute))
	// Output:
	// 0.0123 3e-9
	// 0.914±0.012
	// 107.9±0.8 284±2 −150±12
	// 12,345 samples
	// 12:34 1.7 h
}
