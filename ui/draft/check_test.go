package draft_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/sweepview"
)

// Data without labels rule out the readouts that need them, among few segments. Of 6,000 segments
// no choice is tried, because each divides the data, and the sweep is planned all the same.
func TestChoicesAreRuledOutOnFewSegments(t *testing.T) {
	for n, want := range map[int]bool{40: true, 6000: false} {
		s := waves(n)
		c := draft.CheckSpec(t.Context(), 1, s, "hash", sweep.Spec{}.With("sigma", "1", "lambda", "0", "m", "4", "p", "1"), sweep.RunOptions{}, sweepview.Outline{})
		if c.Err != nil || c.Plan == nil {
			t.Fatalf("%d segments: %v", n, c.Err)
		}
		if got := c.RuledOut["readout"]["lda"] != nil; got != want {
			t.Errorf("%d segments: linear discriminants ruled out: %v", n, got)
		}
	}
}

// waves returns a set of n segments of two samples each.
func waves(n int) *data.Set {
	s := &data.Set{Name: "x", Inputs: []string{"a", "b"}, X: mat.NewDense(2*n, 2, nil)}
	for i := range 2 * n {
		s.X.Set(i, 0, math.Sin(float64(i)))
		s.X.Set(i, 1, math.Cos(float64(i*i)))
	}
	for i := range n {
		s.Segments = append(s.Segments, data.Segment{Name: fmt.Sprint(i), Start: 2 * i, End: 2*i + 2})
	}
	return s
}

func BenchmarkCheckSpec(b *testing.B) {
	s := waves(40)
	for b.Loop() {
		draft.CheckSpec(b.Context(), 1, s, "hash", sweep.Spec{}, sweep.RunOptions{}, sweepview.Outline{})
	}
}
