package run

import (
	"math"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
)

// BenchmarkSmallPoints computes 12 points with kept features: 3 widths, 4 λ, 20 supports,
// 4,000 rows of 50 inputs.
func BenchmarkSmallPoints(b *testing.B) {
	const rows, width = 4000, 50
	set := &data.Set{Name: "waves", X: mat.NewDense(rows, width, nil), Segments: []data.Segment{{Name: "all", End: rows}}, Target: make([]float64, rows)}
	for j := range width {
		set.Inputs = append(set.Inputs, string(rune('A'+j)))
	}
	for i := range rows {
		for j := range width {
			set.X.Set(i, j, math.Sin(float64(i)*0.001*float64(j+3))+0.1*math.Sin(float64(i*i%977+j)))
		}
		set.Target[i] = set.X.At(i, 0)
	}
	spec := sweep.Spec{Split: split.Options{Folds: 2, Seed: 1}}.With("space", "kernel", "sigma", "5,10,20", "lambda", "0,1e-6,1e-4,1e-2", "m", "20", "select", "random", "p", "2", "readout", "ridge")
	p := sweeptest.Plan(b, set, spec)
	for b.Loop() {
		r, err := Start(b.Context(), p, silence{}, sweep.RunOptions{Workers: 1})
		if err != nil {
			b.Fatal(err)
		}
		if err := r.Wait(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(p.Entries)), "points/op")
}
