package choose_test

import (
	"slices"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// Predictability of points with other neighbours or other pasts is not compared.
func TestPredictabilityComparesLikeWithLike(t *testing.T) {
	row := func(q, past int) choose.Row {
		config := part.Point{}.With(measure.Neighbours.Is(q), measure.Past.Is(past))
		out := choose.Row{Config: config}
		for fold := range 3 {
			r := &result.Result{Point: config}
			r.Point.Fold = fold
			v := part.Float(1 + 0.1*float64(fold))
			r.Slowness.PredictabilityTest = &v
			out.Results = append(out.Results, r)
		}
		return out
	}
	for _, c := range []struct {
		q, past int
		want    bool
	}{{5, 2, true}, {10, 2, false}, {5, 3, false}} {
		compared := choose.Compare(row(5, 2), row(c.q, c.past), choose.UsualRope)
		got := slices.ContainsFunc(compared, func(x choose.Contrast) bool { return x.Measure == measure.TestPredictability })
		if got != c.want {
			t.Errorf("q 5, past 2 with q %d, past %d: compared is %v", c.q, c.past, got)
		}
	}
}
