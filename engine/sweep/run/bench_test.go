package run

import (
	"context"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
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
		p, err := sweep.NewPlan(set, hash, sweep.Spec{Split: split.Options{Validation: split.DefaultValidation, Seed: 1}})
		if err != nil {
			b.Fatal(err)
		}
		r, err := Start(context.Background(), p, silence{}, sweep.RunOptions{})
		if err != nil {
			b.Fatal(err)
		}
		if err := r.Wait(); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(p.Entries)), "points/op")
	}
}

// BenchmarkPlan lays out a sweep of some thousand points, as the editor does
// whenever its text changes.
func BenchmarkPlan(b *testing.B) {
	set := sweeptest.Trials(4, 2, 40)
	s := sweep.Spec{Split: split.Options{Folds: 3, Validation: 0.3, Seed: 1}}.With("sigma", "log:0.5:50:400", "lambda", "0,1e-3", "m", "100", "p", "4", "readout", "lda,perceptron,logistic")
	for b.Loop() {
		p, err := sweep.NewPlan(set, "hash", s)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(p.Entries)), "points/op")
	}
}

// silence is a sink that nobody listens to.
type silence struct{}

func (silence) Handle(sweep.Event) error { return nil }
