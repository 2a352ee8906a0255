package sweep

import (
	"context"
	"testing"

	"example.com/sfatui/datasets"
)

// BenchmarkDefaultSweep is the sweep that the program begins with: all of its
// points on the built-in words.
func BenchmarkDefaultSweep(b *testing.B) {
	set, err := datasets.Open(context.Background(), datasets.Options{}, nil)
	if err != nil {
		b.Fatal(err)
	}
	hash := set.Hash()
	for b.Loop() {
		p, err := NewPlan(set, hash, Spec{Split: datasets.SplitOptions{Validation: DefaultValidation, Seed: 1}})
		if err != nil {
			b.Fatal(err)
		}
		r, err := Start(context.Background(), p, silence{}, RunOptions{})
		if err != nil {
			b.Fatal(err)
		}
		if err := r.Wait(); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(p.Entries)), "points/op")
	}
}
