package builtin

import (
	"fmt"
	"strconv"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/synth"
)

// makeLatent returns the walk with its known latent variables.
func makeLatent() *data.Raw {
	w := synth.Latent()
	_, sensors := w.X.Dims()
	m := &data.Raw{Kind: data.Table, Rate: w.Rate}
	for i := range sensors {
		m.Inputs = append(m.Inputs, "sensor"+strconv.Itoa(i+1))
	}
	for i, s := range w.Segments {
		add(m, fmt.Sprintf("trial%02d", i+1), synth.Series{X: w.X, Latent: w.Latent}, s[0], s[1])
		m.Recordings[i].Fields = map[string]string{"trial": strconv.Itoa(i + 1)}
	}
	return m
}

// rowsOf returns the number of samples of a series.
func rowsOf(s synth.Series) int {
	n, _ := s.X.Dims()
	return n
}

// add appends rows [from, to) of a series as a recording, and returns m.
func add(m *data.Raw, name string, s synth.Series, from, to int) *data.Raw {
	x, latent := s.X.RawMatrix(), s.Latent.RawMatrix()
	m.Latents = latent.Cols
	r := &data.Recording{
		Name:   name,
		Rows:   to - from,
		X:      x.Data[from*x.Stride : to*x.Stride : to*x.Stride],
		Latent: latent.Data[from*latent.Stride : to*latent.Stride],
	}
	m.Recordings = append(m.Recordings, r)
	return m
}

// sinCosSamples is the number of samples of the sine and the cosine.
const sinCosSamples = 1000

// makeSinCos returns the sine behind a cosine. Its time has no unit.
func makeSinCos() *data.Raw {
	s := synth.SinCos(sinCosSamples)
	m := &data.Raw{Kind: data.Table, Inputs: []string{"x1", "x2"}}
	return add(m, "sincos", s, 0, rowsOf(s))
}

// makeForce returns the driven map. Its steps have no unit.
func makeForce() *data.Raw {
	s := synth.Force()
	m := &data.Raw{Kind: data.Table, Inputs: []string{"w"}, Preset: synth.ForceEmbed}
	return add(m, "force", s, 0, rowsOf(s))
}

// The sizes of the predictable noise of paper 002, section 4.1: training
// samples, test samples, inputs.
const (
	noiseTrain  = 700
	noiseTest   = 100
	noiseInputs = 10
)

// makeNoise returns the predictable noise. Its last samples are test data.
func makeNoise() *data.Raw {
	s := synth.Noise(0, noiseTrain+noiseTest, noiseInputs)
	m := &data.Raw{Kind: data.Table, Inputs: []string{"predictable1", "predictable2"}}
	for i := 1; i <= noiseInputs-2; i++ {
		m.Inputs = append(m.Inputs, "noise"+strconv.Itoa(i))
	}
	add(add(m, "train", s, 0, noiseTrain), "test", s, noiseTrain, rowsOf(s))
	m.Recordings[1].Held = true
	for _, r := range m.Recordings {
		r.Fields = map[string]string{"part": r.Name}
	}
	return m
}
