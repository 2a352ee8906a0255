package view

import (
	"fmt"
	"slices"

	"example.com/sfatui/datasets/data"

	"example.com/sfatui/datasets/message"

	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/sessions/export/svg"
)

// DataView is the view of the data as it was read: the inputs of its first
// segment.
const DataView = "data"

// mostInputs are drawn of the inputs.
const mostInputs = 12

// OfData draws the inputs of the first segment of a set.
func OfData(set *data.Set) (svg.Drawing, error) {
	i := slices.IndexFunc(set.Segments, func(g data.Segment) bool { return g.Len() > 0 })
	if i < 0 {
		return nil, errorf("the data has no sample to draw")
	}
	g := set.Segments[i]
	_, d := set.X.Dims()
	t := svg.Traces{X: "sample", First: 1, Spans: []svg.Stretch{{Length: g.Len()}}}
	t.Title = fmt.Sprintf("%s · %s, %d of %d · %d samples", set.Name, segmentText(set, g.Start), i+1, len(set.Segments), g.Len())
	if d > mostInputs {
		t.Title += fmt.Sprintf(" · the first %d of %d inputs", mostInputs, d)
	}
	t.Title = message.Clean(t.Title)
	for j := range min(d, mostInputs) {
		c := svg.Trace{Name: fmt.Sprintf("input %d", j+1), Y: mat.Col(nil, j, set.X.Slice(g.Start, g.End, 0, d))}
		if j < len(set.Inputs) && set.Inputs[j] != "" {
			c.Name = message.Clean(set.Inputs[j])
		}
		c.Text = c.Name
		t.Curves = append(t.Curves, c)
	}
	return t, nil
}
