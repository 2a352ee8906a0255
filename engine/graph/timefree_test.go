package graph

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Of four samples of one segment Δ = (4/3)(2 − 2cos(πk/4)): 0, (8 − 4√2)/3, 8/3, (8 + 4√2)/3.
// The slowest has √2·cos(π/8), √2·cos(3π/8) and the same with other signs.
func TestTimeResponsesOfOneSegment(t *testing.T) {
	values, y, err := TimeResponses([]int{4}, 9)
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{0, (8 - 4*math.Sqrt2) / 3, 8. / 3, (8 + 4*math.Sqrt2) / 3}; !floats.EqualApprox(values, want, 1e-14) {
		t.Errorf("Δ = %v, want %v", values, want)
	}
	if got, want := mat.Col(nil, 1, y), []float64{1.306562964876, 0.541196100146, -0.541196100146, -1.306562964876}; !floats.EqualApprox(got, want, 1e-12) {
		t.Errorf("the slowest response is %v, want %v", got, want)
	}
}

// The closed form has the Δ of the eigenproblem, and unit variances, no correlations and that Δ
// along the edges.
func TestTimeResponsesSolveTheEigenproblem(t *testing.T) {
	for _, lengths := range [][]int{{7}, {5, 1, 3, 3}, {1, 1, 6}, {2, 2}, {4, 9, 4}} {
		g := Time(lengths)
		n := g.N()
		want, _, err := FreeResponses(context.Background(), g, n)
		if err != nil {
			t.Fatal(err)
		}
		values, y, err := TimeResponses(lengths, n)
		if err != nil {
			t.Fatal(err)
		}
		if !floats.EqualApprox(values, want, 1e-10) {
			t.Errorf("%v: Δ = %.10v, want %.10v", lengths, values, want)
		}
		checkResponses(t, g, values, y)
		some, _, err := TimeResponses(lengths, 3)
		if err != nil || !floats.EqualApprox(some, want[:min(3, n)], 1e-10) {
			t.Errorf("%v: the first Δ are %v (%v), want %v", lengths, some, err, want[:min(3, n)])
		}
	}
	if _, _, err := TimeResponses([]int{1, 1}, 2); err == nil {
		t.Error("segments of one sample have responses")
	}
}
