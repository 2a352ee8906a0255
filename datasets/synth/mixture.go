package synth

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// MixtureRate is the number of samples per second of the mixed sounds.
const MixtureRate = 11025

const (
	mixtureSeed   = 2003
	mixtureLength = 20000 // samples
)

// Mixture returns the blind source separation problem of paper 003, section
// 4.3, with two synthetic sounds: s₁ a voice that speaks heed and head in turn,
// s₂ a guitar, 20,000 samples at MixtureRate, both of peak 1. The two inputs
// are
//
//	x₁ = (s₂ + 3s₁ + 6) cos(1.5π s₁),  x₂ = (s₂ + 3s₁ + 6) cos(1.5π s₂),
//
// as the paper prints them; the latent variables are s₁ and s₂. While both
// sounds are near silence, x₁ and x₂ change alike, so that only 3s₁ + s₂ can be
// recovered there: no function of x₁ and x₂ returns both sources. (Harmeling,
// Ziehe, Kawanabe and Müller, Neural Computation 15, 1089–1124, 2003, have
// sin(1.5π s₁) in x₂, a spiral, which can be unrolled.) The inputs are on a
// grid of 2⁻³⁰.
func Mixture() Series {
	voice, guitar := newVoice(), newGuitar()
	s := Series{X: mat.NewDense(mixtureLength, 2, nil), Latent: mat.NewDense(mixtureLength, 2, nil)}
	for i := range mixtureLength {
		s1, s2 := voice[i], guitar[i]
		size := s2 + 3*s1 + 6
		s.Latent.SetRow(i, []float64{s1, s2})
		s.X.SetRow(i, []float64{
			toFineGrid(size * math.Cos(1.5*math.Pi*s1)),
			toFineGrid(size * math.Cos(1.5*math.Pi*s2)),
		})
	}
	return s
}

// newVoice returns the voice of a man who says heed and head in turn.
func newVoice() []float64 {
	speaker, rng := newSpeaker(3), rand.New(rand.NewPCG(mixtureSeed, 1))
	var sound []float64
	for i := 0; len(sound) < mixtureLength*VowelsRate/MixtureRate; i++ {
		sound = append(sound, speak(newUtterance(speaker, i%len(vowels), rng), rng)...)
	}
	return toPeak(resample(sound, VowelsRate, MixtureRate, mixtureLength))
}

// guitarNotes holds the notes of an arpeggio on E minor in Hz; guitarBeat is
// the time between two in seconds.
var guitarNotes = []float64{82.4, 123.5, 164.8, 196.0, 246.9, 370.0, 246.9, 196.0}

const guitarBeat = 0.22

// newGuitar returns an arpeggio on plucked strings. A string is a delay line,
// filled with noise, that averages two neighbours in every round (Karplus and
// Strong, Computer Music Journal 7(2), 43–55, 1983).
func newGuitar() []float64 {
	rng := rand.New(rand.NewPCG(mixtureSeed, 2))
	sound := make([]float64, mixtureLength)
	for note := 0; ; note++ {
		start := int(float64(note) * guitarBeat * MixtureRate)
		if start >= len(sound) {
			return toPeak(sound)
		}
		line := make([]float64, int(MixtureRate/guitarNotes[note%len(guitarNotes)]))
		for i := range line {
			line[i] = rng.NormFloat64()
		}
		for i := range sound[start:] {
			k, next := i%len(line), (i+1)%len(line)
			sound[start+i] += line[k]
			line[k] = (line[k] + line[next]) / 2
		}
	}
}
