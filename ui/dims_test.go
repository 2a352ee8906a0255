package ui

import (
	"slices"
	"testing"

	"example.com/sfatui/engine/sweep"
)

// Every axis of a sweep can be a column and the axis of a chart.
func TestEveryAxisHasADim(t *testing.T) {
	for _, a := range sweep.Axes {
		if !slices.ContainsFunc(dims, func(d dim) bool { return d.name == a.Name }) {
			t.Errorf("no dimension for the axis %s", a.Name)
		}
	}
}

// Inputs themselves and components of them are two values of one axis.
func TestNoFrontIsAValue(t *testing.T) {
	axes := axesOf([]sweep.Point{{Space: "linear"}, {Space: "linear", Front: "pca:3"}})
	if len(axes) != 1 || axes[0].name != "front" || !slices.Equal(axes[0].labels, []string{"none", "pca:3"}) {
		t.Errorf("axes %+v", axes)
	}
}
