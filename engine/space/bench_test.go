package space_test

import (
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// BenchmarkEval evaluates one block of samples of 64 inputs.
func BenchmarkEval(b *testing.B) {
	const d, m = 64, 1000
	x, z := normal(1, moments.BlockRows, d), normal(2, m, d)
	k := kernel.Gaussian{Sigma: 10}
	for _, c := range []struct {
		name string
		s    space.Space
	}{
		{"linear", space.Linear{D: d}},
		{"poly2", polynomial(b, d, 2)},
		{"0.8exp", space.Exp08{D: d}},
		{"printed", printed(b, k, z)},
		{"stable", stable(b, k, z, true)},
		{"clipped", clipped(b, k, z, true)},
	} {
		b.Run(c.name, func(b *testing.B) {
			dst := mat.NewDense(moments.BlockRows, c.s.Dim(), nil)
			for b.Loop() {
				c.s.Eval(dst, x)
			}
			b.ReportMetric(float64(c.s.Dim()), "functions")
		})
	}
}
