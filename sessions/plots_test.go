package sessions

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
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

func TestScale(t *testing.T) {
	lin := newScale([]float64{0, 10}, false, 0, 108)
	if at := lin.place(5); math.Abs(at-54) > 1e-9 {
		t.Errorf("the middle stands at %v", at)
	}
	log := newScale([]float64{0, 1e-4, 1e-2}, true, 0, 100)
	if log.place(0) != zeroInset || math.Abs(log.place(1e-3)-(zeroGap+100)/2) > 1e-9 || log.place(1e-4) <= zeroGap {
		t.Errorf("0, 1e-4, 1e-3 stand at %v, %v, %v", log.place(0), log.place(1e-4), log.place(1e-3))
	}
	for _, c := range []struct {
		values []float64
		log    bool
		want   []string
	}{
		{[]float64{0, 1}, false, []string{"0", "0.2", "0.4", "0.6", "0.8", "1"}},
		{[]float64{-1, 1}, false, []string{"-1", "-0.5", "0", "0.5", "1"}},
		{[]float64{1e-12, 1}, true, []string{"1e-12", "1e-9", "1e-6", "0.001", "1"}},
		{[]float64{0, 1e-3, 1}, true, []string{"0", "0.001", "0.01", "0.1", "1"}},
		{[]float64{0.03, 0.6}, true, []string{"0.05", "0.1", "0.2", "0.5"}},
		{[]float64{3.1, 3.3}, true, []string{"3.1", "3.15", "3.2", "3.25", "3.3"}},
		{[]float64{0.75}, false, []string{"0.4", "0.6", "0.8", "1"}},
		{[]float64{5}, true, []string{"2", "5", "10"}},
		{nil, false, []string{"0", "0.2", "0.4", "0.6", "0.8", "1"}},
	} {
		var got []string
		for _, v := range newScale(c.values, c.log, 0, 100).ticks(6) {
			got = append(got, short(v))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: ticks are %q", c.values, got)
		}
	}
	s := newScale([]float64{1, 2, 2.01, 3}, false, 0, 100)
	if got := s.apart([]float64{1, 2, 2.01, 3}, 7); !slices.Equal(got, []float64{1, 2, 3}) {
		t.Errorf("apart are %v", got)
	}
}

// rowsOf are rows with the given points and a test slowness that names them.
func rowsOf(points ...part.Point) []sweep.Row {
	rows := make([]sweep.Row, len(points))
	for i, p := range points {
		stat := sweep.Stat{Mean: float64(i + 1), SE: math.NaN(), N: 1}
		rows[i] = sweep.Row{Config: p, Results: []*result.Result{{Point: p}}, SlownessTest: stat, AccuracySample: stat, VarianceOK: true}
	}
	return rows
}

func at(method string, sigma, lambda float64, m int, readout string) part.Point {
	p := part.Point{Method: method, Space: "kernel", Kernel: "gaussian", Sigma: part.Num(sigma), M: m, P: 2, Readout: readout}
	if method == "sfa" {
		p.Lambda = part.Num(lambda)
	}
	return p
}

// The first number is the axis, the second has the lines, all else is held as
// in the best row; what has no such parameter has a line of its own.
func TestPlotAxes(t *testing.T) {
	rows := rowsOf(
		at("sfa", 1, 0, 20, "lda"), at("sfa", 2, 0, 20, "lda"), at("sfa", 1, 0.1, 20, "lda"), at("sfa", 2, 0.1, 20, "lda"),
		at("sfa", 1, 0, 40, "lda"), at("sfa", 1, 0, 20, "perceptron"), at("pca", 1, 0, 20, "lda"), at("pca", 2, 0, 20, "lda"),
	)
	slowness := subjects(rows, "accuracy")[0]
	p, ok := plotOf(rows, 2, slowness)
	if !ok || p.title != "test slowness · lda · m=20 · sfa" || p.x != "σ" {
		t.Errorf("the plot is %+v", p)
	}
	var got []string
	for _, c := range p.curves {
		for _, q := range c.points {
			got = append(got, q.text)
		}
	}
	want := []string{"σ=1 λ=0: 1", "σ=2 λ=0: 2", "σ=1 λ=0.1: 3", "σ=2 λ=0.1: 4"}
	if !slices.Equal(got, want) || !p.curves[1].points[0].best {
		t.Errorf("the curves are %q", got)
	}
	// Held as in a row of PCA, the lines are those of λ still: it has none.
	if p, _ = plotOf(rows, 6, slowness); p.title != "test slowness · lda · m=20 · pca" || len(p.curves) != 1 || p.curves[0].name != "no λ" {
		t.Errorf("the plot is %+v", p)
	}
	// Readouts have lines only where they matter.
	pair := rowsOf(at("sfa", 1, 0, 20, "lda"), at("sfa", 2, 0, 20, "lda"), at("sfa", 1, 0, 20, "perceptron"))
	if p, _ = plotOf(pair, -1, slowness); len(p.curves) != 1 {
		t.Errorf("slowness by readout: %+v", p.curves)
	}
	if p, _ = plotOf(pair, -1, subject{name: "samples right on test", of: func(r *sweep.Row) sweep.Stat { return r.AccuracySample }, readout: true}); len(p.curves) != 2 || p.curves[1].name != "perceptron" {
		t.Errorf("accuracy by readout: %+v", p.curves)
	}
	if _, ok := plotOf(rowsOf(at("sfa", 1, 0, 20, "lda"), at("pca", 1, 0, 20, "lda")), 0, slowness); ok {
		t.Error("there is a plot over no number")
	}
}

func TestSVG(t *testing.T) {
	p := plot{title: "a < b", x: "λ", logX: true, limit: math.NaN(), curves: []curve{
		{name: "one & two", points: []spot{{x: 0, y: 1, se: math.NaN(), text: "<&>"}, {x: 1e-3, y: 2, se: 0.5}, {x: 1, y: 3, se: math.NaN(), best: true}}},
		{name: "bad", points: []spot{{x: 1, y: 4, se: math.NaN(), bad: true}}},
	}}
	var b strings.Builder
	p.writeSVG(&b)
	text := b.String()
	for want, n := range map[string]int{
		"<polyline": 2, "<title>&lt;&amp;&gt;</title>": 1, ">one &amp; two</text>": 1, "<title>best: ": 1, "<title>violates unit variance: ": 1, ">0.001</text>": 1, `aria-label="a &lt; b"`: 1,
	} {
		if strings.Count(text, want) != n {
			t.Errorf("%q stands there %d times in\n%s", want, strings.Count(text, want), text)
		}
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Errorf("a place is no number in\n%s", text)
	}
	// Many long names take lines of the legend, each within the width.
	p.curves = nil
	for range 12 {
		p.curves = append(p.curves, curve{name: "a rather long name", points: []spot{{x: 1, y: 1}}})
	}
	lines := legendOf(p.names())
	if len(lines) != 4 || len(lines[0]) != 3 || len(lines[3]) != 3 {
		t.Errorf("the legend is %v", lines)
	}
}
