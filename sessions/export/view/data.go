package view

import (
	"fmt"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/export/svg"
	"gonum.org/v1/gonum/mat"
)

// DataView is the view of the data as read: the inputs of the first segment.
const DataView = "data"

// mostInputs is the maximum number of inputs drawn.
const mostInputs = 12

// OfData draws the inputs of the first segment of a set.
func OfData(set *data.Set) (svg.Drawing, error) {
	i := slices.IndexFunc(set.Segments, func(g data.Segment) bool { return g.Len() > 0 })
	if i < 0 {
		return nil, errorf("the data has no sample to draw")
	}
	g := set.Segments[i]
	frames := set.FramesOf(g)
	n, d := frames.Dims()
	t := svg.Traces{X: "sample", First: 1, Spans: []svg.Stretch{{Length: n}}}
	t.Title = fmt.Sprintf("%s · %s, %d of %d · %d samples", set.Name, segmentText(set, g.Start), i+1, len(set.Segments), n)
	if d > mostInputs {
		t.Title += fmt.Sprintf(" · the first %d of %d inputs", mostInputs, d)
	}
	t.Title = message.Clean(t.Title)
	for j := range min(d, mostInputs) {
		c := svg.Trace{Name: fmt.Sprintf("input %d", j+1), Y: mat.Col(nil, j, frames)}
		if j < len(set.Inputs) && set.Inputs[j] != "" {
			c.Name = message.Clean(set.Inputs[j])
		}
		c.Text = c.Name
		t.Curves = append(t.Curves, c)
	}
	return t, nil
}

func segmentText(set *data.Set, row int) string {
	s := set.Segments[set.SegmentAt(row)]
	text := "segment " + s.Name
	if s.Group != "" {
		text += ", group " + s.Group
	}
	if set.Label != nil && set.Label[row] >= 0 {
		text += ", " + set.Classes[set.Label[row]]
	}
	return message.Clean(text)
}
