package readout_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Five groups of the spiral's target, by numpy and scipy's normal densities: the group of
// each sample by the nearest centroid, by the most probable class and by the median of the
// class probabilities, and the means and medians of the groups.
func TestNumbersOfClasses(t *testing.T) {
	phi, target := spiral()
	means := []float64{0.37469885, 0.99431564, 1.60553104, 2.19487159, 2.80557674}
	medians := []float64{0.41022, 1.02927555, 1.58449249, 2.20257855, 2.76079932}
	for _, c := range []struct {
		readout, estimate string
		groups            string
		values            []float64
	}{
		{"centroid-number", "", "020000320124102342124322344324", means},
		{"centroid-number", "median", "020000320124102342124322344324", medians},
		{"gaussian-number", "", "020000300122100342124322344324", means},
		{"gaussian-number", "median", "020000300122100342124322344324", medians},
		{"soft-gaussian", "median", "011001310123101342124332344334", medians},
	} {
		at := unshrunk(c.readout).With(readout.Groups.Is(5), readout.Estimate.Is(c.estimate))
		m := must[readout.Regressor](t)(readout.Kinds.Build(at).Regress(context.Background(), phi, target, at))
		for i, got := range m.Predict(phi) {
			if want := c.values[c.groups[i]-'0']; math.Abs(got-want) > 1e-8 {
				t.Errorf("%s, estimate %q, sample %d: %v, want %v", c.readout, c.estimate, i, got, want)
			}
		}
		if got := m.Predict(mat.NewDense(1, 2, []float64{math.NaN(), 0})); !math.IsNaN(got[0]) {
			t.Errorf("%s of a feature that is not a number: %v", c.readout, got[0])
		}
	}
}

// Of the groups 0 0 1, 5 5 6 and 9 9 30 the median is their second number. One feature is
// at 0, 10 or 20, and the samples between the centroids are nearer to one of them.
func TestNearestCentroidOfANumber(t *testing.T) {
	target := []float64{0, 5, 9, 0, 5, 9, 1, 6, 30}
	phi := mat.NewDense(9, 1, []float64{0, 10, 20, -1, 9, 19, 1, 11, 21})
	at := part.Point{}.With(readout.Name.Is("centroid-number"), readout.Groups.Is(3))
	probes := mat.NewDense(4, 1, []float64{-50, 4, 6, 16})
	for estimate, want := range map[string][]float64{"mean": {1. / 3, 1. / 3, 16. / 3, 16}, "median": {0, 0, 5, 9}} {
		at := at.With(readout.Estimate.Is(estimate))
		m := must[readout.Regressor](t)(readout.Kinds.Build(at).Regress(context.Background(), phi, target, at))
		if got := m.Predict(probes); !floats.EqualApprox(got, want, 1e-12) {
			t.Errorf("%s: predictions %v, want %v", estimate, got, want)
		}
	}
	few := at.With(readout.Groups.Is(30))
	m := must[readout.Regressor](t)(readout.Kinds.Build(few).Regress(context.Background(), phi, target, few))
	if notes := readout.NotesOf(m); !slices.Equal(notes, []string{"6 groups of targets instead of 30: equal targets stay together"}) {
		t.Errorf("notes %q", notes)
	}
}
