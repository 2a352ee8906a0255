package sessiontest

import (
	"fmt"
	"math"
	"strings"
)

// Waves is a CSV file of 18 trials of 20 samples: a wave of one of two frequencies,
// the classes "state", in columns a and b, and noise in column c.
func Waves() string {
	var b strings.Builder
	b.WriteString("a,b,c,state,trial,who\n")
	noise := uint32(1)
	for i := range 360 {
		noise = noise*1664525 + 1013904223
		trial := i / 20
		class := trial % 2
		angle := float64(i) * (0.1 + 0.1*float64(class))
		fmt.Fprintf(&b, "%.6f,%.6f,%.6f,s%d,%d,w%d\n", math.Sin(angle), math.Cos(angle)+0.5*float64(class), float64(noise>>8)/(1<<24), class, trial, trial/6)
	}
	return b.String()
}
