package builtin

import (
	"fmt"
	"strconv"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/synth"
)

// patternNames holds the labels of the retina's patterns, by size; the blank
// retina has none.
var patternNames = []string{"", "small", "medium", "large"}

// makeRetina returns the patterns that cross the retina, one segment per pass.
func makeRetina() *data.Raw {
	m := &data.Raw{Kind: data.Table}
	for i, p := range synth.Retina() {
		pass := strconv.Itoa(i + 1)
		s := synth.Series{X: p.X, Latent: p.Latent}
		add(m, "pass"+pass, s, 0, rowsOf(s))
		r := m.Recordings[i]
		r.Fields = map[string]string{"pass": pass}
		for _, k := range p.Pattern {
			r.Labels = append(r.Labels, patternNames[k])
		}
	}
	for i := range len(m.Recordings[0].X) / m.Recordings[0].Rows {
		m.Inputs = append(m.Inputs, "sensor"+strconv.Itoa(i+1))
	}
	return m
}

// makeRegression returns the drawn faces. The target is the position of the
// face in pixels to the right of the image's centre. Each person is a segment
// and a group.
func makeRegression() *data.Raw {
	m := &data.Raw{Kind: data.Table, TargetName: "x"}
	for row := range synth.FaceSide {
		for column := range synth.FaceSide {
			m.Inputs = append(m.Inputs, fmt.Sprintf("row%02d.column%02d", row+1, column+1))
		}
	}
	for i, s := range synth.Faces() {
		add(m, fmt.Sprintf("person%02d", i+1), s, 0, rowsOf(s))
		r := m.Recordings[i]
		r.Group = r.Name
		r.Fields = map[string]string{"group": r.Name, "person": strconv.Itoa(i + 1)}
		for t := range r.Rows {
			r.Target = append(r.Target, s.Latent.At(t, 0))
		}
	}
	return m
}
