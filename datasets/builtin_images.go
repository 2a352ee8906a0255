package datasets

import (
	"fmt"
	"strconv"

	"example.com/sfatui/datasets/synth"
)

// patternNames are the labels of the retina's patterns, by size; the blank
// retina has none.
var patternNames = []string{"", "small", "medium", "large"}

// makeRetina is the patterns that cross the retina, a segment a pass.
func makeRetina() *material {
	m := &material{kind: table}
	for i, p := range synth.Retina() {
		pass := strconv.Itoa(i + 1)
		s := synth.Series{X: p.X, Latent: p.Latent}
		m.add("pass"+pass, s, 0, rowsOf(s))
		r := m.recordings[i]
		r.fields = map[string]string{"pass": pass}
		for _, k := range p.Pattern {
			r.labels = append(r.labels, patternNames[k])
		}
	}
	for i := range len(m.recordings[0].x) / m.recordings[0].rows {
		m.inputs = append(m.inputs, "sensor"+strconv.Itoa(i+1))
	}
	return m
}

// makeRegression is the drawn faces. The target is where the face is, in
// pixels right of the image's centre; a segment and a group is a person.
func makeRegression() *material {
	m := &material{kind: table, targetName: "x"}
	for row := range synth.FaceSide {
		for column := range synth.FaceSide {
			m.inputs = append(m.inputs, fmt.Sprintf("row%02d.column%02d", row+1, column+1))
		}
	}
	for i, s := range synth.Faces() {
		m.add(fmt.Sprintf("person%02d", i+1), s, 0, rowsOf(s))
		r := m.recordings[i]
		r.group = r.name
		r.fields = map[string]string{"group": r.name, "person": strconv.Itoa(i + 1)}
		for t := range r.rows {
			r.target = append(r.target, s.Latent.At(t, 0))
		}
	}
	return m
}
