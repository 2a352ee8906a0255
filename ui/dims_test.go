package ui

import (
	"slices"
	"testing"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/sweepview"
)

// Every axis of a sweep can be a column and the axis of a chart.
func TestEveryAxisHasADim(t *testing.T) {
	for _, a := range part.Axes() {
		if !slices.ContainsFunc(sweepview.Parameters(), func(d sweepview.Parameter) bool { return d.Name == a.Name }) {
			t.Errorf("no dimension for the axis %s", a.Name)
		}
	}
}

// The inputs themselves and their components are two values of one axis.
func TestNoFrontIsAValue(t *testing.T) {
	axes := sweepview.AxesOf([]part.Point{part.Point{}.With(space.Name.Is("linear")), part.Point{}.With(space.Name.Is("linear"), space.Reduction.Is("pca:3"))})
	if len(axes) != 1 || axes[0].Name != "front" || !slices.Equal(axes[0].Labels, []clean.Text{"none", "pca:3"}) {
		t.Errorf("axes %+v", axes)
	}
}

// If no preferred axis of a chart varies, it is drawn over another one: numbers before words,
// and words side by side.
func TestChartsOverAnyAxis(t *testing.T) {
	point := func(name string, window int) part.Point {
		return part.Point{}.With(method.Name.Is(name), space.Name.Is("linear"), method.P.Is(4), graph.Name.Is("window"), graph.Width.Is(window), readout.Name.Is("none"))
	}
	words := &sweepview.Sweep{Drawn: sweepview.AxesOf([]part.Point{point("sfa", 3), point("pfa", 3), point("random", 3)})}
	v := sweepview.Slice{}.Aim(words, point("pfa", 3), sweepview.Wish{Xs: sweepview.OverSigma})
	if v.X.Name != "method" || !slices.Equal(v.Names, []clean.Text{"sfa", "pfa", "random"}) || v.X.Number(point("random", 3)) != 2 {
		t.Errorf("over %s with the names %v", v.X.Name, v.Names)
	}
	both := &sweepview.Sweep{Drawn: sweepview.AxesOf([]part.Point{point("sfa", 3), point("sfa", 9), point("pfa", 3)})}
	if v := (sweepview.Slice{}).Aim(both, point("sfa", 3), sweepview.Wish{Xs: sweepview.OverSigma, Lines: sweepview.LinesLambda}); v.X.Name != "window" || v.Names != nil || v.Lines == nil || v.Lines.Name != "method" {
		t.Errorf("over %s with lines %v", v.X.Name, v.Lines)
	}
}
