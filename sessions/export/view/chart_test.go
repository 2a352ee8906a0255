package view

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
)

func TestSpacedByFactors(t *testing.T) {
	for _, c := range []struct {
		xs      []float64
		usually bool
		want    bool
	}{
		{[]float64{0.5, 1, 2, 4}, false, true},
		{[]float64{1, 2, 3, 4}, true, false},
		{[]float64{0, 1e-7, 1e-5, 1e-3}, false, true},
		{[]float64{3.478, 4.917, 6.953, 9.832, 13.9}, false, true},
		{[]float64{100, 200, 300}, false, false},
		{[]float64{250, 500}, false, false},
		{[]float64{0, 1e-7, 1e-5}, true, true},
		{[]float64{-1, 1, 10}, true, false},
		{[]float64{0}, true, false},
		{nil, true, false},
	} {
		if got := spacedByFactors(c.xs, c.usually); got != c.want {
			t.Errorf("%v: %v", c.xs, got)
		}
	}
}

// rowsOf returns rows with the given points and a test slowness that identifies
// them.
func rowsOf(points ...part.Point) []choose.Row {
	rows := make([]choose.Row, len(points))
	for i, p := range points {
		value := part.Float(i + 1)
		rows[i] = choose.Row{Config: p, VarianceOK: true, Results: []*result.Result{{
			Point: p, Slowness: result.Slowness{MeanTest: value}, Accuracy: &result.Accuracy{Sample: value, Segment: part.Float(math.NaN())},
		}}}
	}
	return rows
}

func at(solved string, sigma, lambda float64, m int, read string) part.Point {
	p := part.Point{}.With(method.Name.Is(solved), space.Name.Is("kernel"), kernel.Name.Is("gaussian"), kernel.Sigma.Is(sigma), subset.M.Is(m), method.P.Is(2), readout.Name.Is(read))
	if solved == "sfa" {
		method.Lambda.Set(&p, part.Num(lambda))
	}
	return p
}

// The first numeric parameter is the axis, the second has the lines, and all
// others are fixed to those of the best row; a row without the parameter has
// its own line.
func TestPlotAxes(t *testing.T) {
	rows := rowsOf(
		at("sfa", 1, 0, 20, "lda"), at("sfa", 2, 0, 20, "lda"), at("sfa", 1, 0.1, 20, "lda"), at("sfa", 2, 0.1, 20, "lda"),
		at("sfa", 1, 0, 40, "lda"), at("sfa", 1, 0, 20, "perceptron"), at("pca", 1, 0, 20, "lda"), at("pca", 2, 0, 20, "lda"),
	)
	slowness := measure.TestSlowness
	p, ok := (sweepRows{rows: rows, stars: []int{2}}).firstChart(slowness)
	if !ok || p.Title != "test slowness ↓ lower is better · lda · m=20 · sfa" || p.X != "σ" {
		t.Errorf("the plot is %+v", p)
	}
	var got []string
	for _, c := range p.Curves {
		for _, q := range c.Points {
			got = append(got, q.Text)
		}
	}
	want := []string{"σ=1 λ=0: 1", "σ=2 λ=0: 2", "σ=1 λ=0.1: 3", "σ=2 λ=0.1: 4"}
	if !slices.Equal(got, want) || !p.Curves[1].Points[0].Best {
		t.Errorf("the curves are %q", got)
	}
	// Fixed to a row of PCA, which has no λ, the lines are still those of λ.
	if p, _ = (sweepRows{rows: rows, stars: []int{6}}).firstChart(slowness); p.Title != "test slowness ↓ lower is better · lda · m=20 · pca" || len(p.Curves) != 1 || p.Curves[0].Name != "no λ" {
		t.Errorf("the plot is %+v", p)
	}
	// Readouts have lines only if they affect the measure.
	pair := rowsOf(at("sfa", 1, 0, 20, "lda"), at("sfa", 2, 0, 20, "lda"), at("sfa", 1, 0, 20, "perceptron"))
	if p, _ = (sweepRows{rows: pair}).firstChart(slowness); len(p.Curves) != 1 {
		t.Errorf("slowness by readout: %+v", p.Curves)
	}
	if p, _ = (sweepRows{rows: pair}).firstChart(measure.SamplesRight); len(p.Curves) != 2 || p.Curves[1].Name != "perceptron" {
		t.Errorf("accuracy by readout: %+v", p.Curves)
	}
	none := rowsOf(at("sfa", 1, 0, 20, "lda"), at("pca", 1, 0, 20, "lda"))
	if _, ok := (sweepRows{rows: none}).firstChart(slowness); ok {
		t.Error("there is a plot over no number")
	}
}
