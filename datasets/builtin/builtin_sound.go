package builtin

import (
	"strconv"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/synth"
)

// makeVowels returns the set of synthetic words.
func makeVowels() *data.Raw {
	m := &data.Raw{Kind: data.Sound, Inputs: []string{"amplitude"}, Rate: synth.VowelsRate, Preset: synth.VowelsEmbed}
	for _, w := range synth.Vowels() {
		rep := strconv.Itoa(w.Rep)
		m.Recordings = append(m.Recordings, &data.Recording{
			Name:   w.Label + "_" + w.Speaker + "_" + rep,
			Group:  w.Speaker,
			Rows:   len(w.Samples),
			X:      w.Samples,
			Labels: []string{w.Label},
			Fields: map[string]string{"label": w.Label, "group": w.Speaker, "rep": rep, "sex": w.Sex},
		})
	}
	return m
}

// makeScene returns the sound scenes as spectra. A group has one take of each
// scene.
func makeScene() *data.Raw {
	m := &data.Raw{Kind: data.Table, Inputs: synth.SceneInputs(), Rate: synth.SceneRate}
	for _, t := range synth.Scenes() {
		take := strconv.Itoa(t.Number)
		r := &data.Recording{Name: t.Scene + take, Group: "take" + take, Labels: []string{t.Scene}}
		r.Rows, _ = t.X.Dims()
		r.X = t.X.RawMatrix().Data
		r.Fields = map[string]string{"label": t.Scene, "group": r.Group, "take": take}
		m.Recordings = append(m.Recordings, r)
	}
	return m
}

// makeMixture returns the two mixtures of two sounds. They are mixed sample by
// sample, so that a sample contains all information: there is no delay
// embedding.
func makeMixture() *data.Raw {
	s := synth.Mixture()
	m := &data.Raw{Kind: data.Table, Inputs: []string{"x1", "x2"}, Rate: synth.MixtureRate}
	return add(m, "mixture", s, 0, rowsOf(s))
}
