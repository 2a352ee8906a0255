package datasets

import (
	"strconv"

	"example.com/sfatui/datasets/synth"
)

// makeVowels is the set of synthetic words.
func makeVowels() *material {
	m := &material{kind: sound, inputs: channelNames(1), rate: synth.VowelsRate, preset: mustEmbed("vowels", synth.VowelsEmbed)}
	for _, w := range synth.Vowels() {
		rep := strconv.Itoa(w.Rep)
		m.recordings = append(m.recordings, &recording{
			name:   w.Label + "_" + w.Speaker + "_" + rep,
			group:  w.Speaker,
			rows:   len(w.Samples),
			x:      w.Samples,
			labels: []string{w.Label},
			fields: map[string]string{"label": w.Label, "group": w.Speaker, "rep": rep, "sex": w.Sex},
		})
	}
	return m
}

// mustEmbed is the delay embedding that a built-in set is made for.
func mustEmbed(name, written string) *embedding {
	e, err := parseEmbed(written)
	if err != nil {
		panic("datasets: the embedding of the built-in set " + name + ": " + err.Error())
	}
	return e
}

// makeScene is the sound scenes as spectra. A group has one take of each scene.
func makeScene() *material {
	m := &material{kind: table, inputs: synth.SceneInputs(), rate: synth.SceneRate}
	for _, t := range synth.Scenes() {
		take := strconv.Itoa(t.Number)
		r := &recording{name: t.Scene + take, group: "take" + take, labels: []string{t.Scene}}
		r.rows, _ = t.X.Dims()
		r.x = t.X.RawMatrix().Data
		r.fields = map[string]string{"label": t.Scene, "group": r.group, "take": take}
		m.recordings = append(m.recordings, r)
	}
	return m
}

// makeMixture is the two mixtures of two sounds. As they are mixed by sample,
// what they are at one time is all there is: no delay embedding.
func makeMixture() *material {
	s := synth.Mixture()
	m := &material{kind: table, inputs: []string{"x1", "x2"}, rate: synth.MixtureRate}
	return m.add("mixture", s, 0, rowsOf(s))
}
