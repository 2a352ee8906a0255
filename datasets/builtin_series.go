package datasets

import (
	"fmt"
	"strconv"

	"example.com/sfatui/datasets/synth"
)

// makeLatent is the walk with its known latent variables.
func makeLatent() *material {
	w := synth.Latent()
	_, sensors := w.X.Dims()
	m := &material{kind: table, rate: w.Rate}
	for i := range sensors {
		m.inputs = append(m.inputs, "sensor"+strconv.Itoa(i+1))
	}
	for i, s := range w.Segments {
		m.add(fmt.Sprintf("trial%02d", i+1), synth.Series{X: w.X, Latent: w.Latent}, s[0], s[1])
		m.recordings[i].fields = map[string]string{"trial": strconv.Itoa(i + 1)}
	}
	return m
}

// rowsOf is the number of samples of a series.
func rowsOf(s synth.Series) int {
	n, _ := s.X.Dims()
	return n
}

// add appends rows [from, to) of a series as a recording, and gives m.
func (m *material) add(name string, s synth.Series, from, to int) *material {
	x, latent := s.X.RawMatrix(), s.Latent.RawMatrix()
	m.latents = latent.Cols
	r := &recording{
		name:   name,
		rows:   to - from,
		x:      x.Data[from*x.Stride : to*x.Stride : to*x.Stride],
		latent: latent.Data[from*latent.Stride : to*latent.Stride],
	}
	m.recordings = append(m.recordings, r)
	return m
}

// sinCosSamples is the number of samples of the sine and the cosine.
const sinCosSamples = 1000

// makeSinCos is the sine behind a cosine. Time has no unit there.
func makeSinCos() *material {
	s := synth.SinCos(sinCosSamples)
	m := &material{kind: table, inputs: []string{"x1", "x2"}}
	return m.add("sincos", s, 0, rowsOf(s))
}

// makeForce is the driven map. Its steps have no unit.
func makeForce() *material {
	s := synth.Force()
	m := &material{kind: table, inputs: []string{"w"}, preset: mustEmbed("force", synth.ForceEmbed)}
	return m.add("force", s, 0, rowsOf(s))
}

// The sizes of the predictable noise of paper 002, section 4.1: samples to
// train on, samples to test on, inputs.
const (
	noiseTrain  = 700
	noiseTest   = 100
	noiseInputs = 10
)

// makeNoise is the predictable noise. Its last samples are test data.
func makeNoise() *material {
	s := synth.Noise(0, noiseTrain+noiseTest, noiseInputs)
	m := &material{kind: table, inputs: []string{"predictable1", "predictable2"}}
	for i := 1; i <= noiseInputs-2; i++ {
		m.inputs = append(m.inputs, "noise"+strconv.Itoa(i))
	}
	m.add("train", s, 0, noiseTrain).add("test", s, noiseTrain, rowsOf(s))
	m.recordings[1].held = true
	return m
}
