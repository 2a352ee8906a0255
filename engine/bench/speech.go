package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"example.com/sfatui/datasets/synth"
)

// speeds are how fast each word is played: what is slower sounds lower too, like
// a larger speaker. They make enough sound for the largest job.
var speeds = []float64{1, 0.85, 1.18}

// noise is how loud the room is, beside a peak of 1. The quietest windows decide
// the condition of kernel matrices: with this it is a few hundred at σ = 2,
// 10⁷ at σ = 20 and 10¹⁰ at σ = 100, as of recorded words.
const noise = 0.08

// speechSeed makes the noise and shuffles the words, so that few of them are of
// many speakers.
const speechSeed = 48000

// newSpeech is the sound that all data is cut from: the built-in words at three
// speeds, in a fixed order, with noise.
func newSpeech() [][]float64 {
	rng := rand.New(rand.NewPCG(speechSeed, 0))
	var words [][]float64
	for _, w := range synth.Vowels() {
		for _, speed := range speeds {
			word := played(w.Samples, speed)
			for i := range word {
				word[i] += noise * rng.NormFloat64()
			}
			words = append(words, word)
		}
	}
	rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	return words
}

// played is a sound at another speed, by linear interpolation, with a peak of 1.
func played(sound []float64, speed float64) []float64 {
	out := make([]float64, int(float64(len(sound)-1)/speed))
	peak := 0.0
	for i := range out {
		at := float64(i) * speed
		k := int(at)
		out[i] = sound[k] + (at-float64(k))*(sound[k+1]-sound[k])
		peak = max(peak, math.Abs(out[i]))
	}
	for i := range out {
		out[i] /= peak
	}
	return out
}

// embedding is a delay embedding: d amplitudes, epsilon apart, one window every
// hop (l, ε and δ of Böhmer et al. 2012, section 5.1).
type embedding struct{ d, epsilon, hop int }

// speechEmbedding gives the windows of the jobs: 62 ms of sound each, as long as
// the paper's are, one every 1.25 ms.
var speechEmbedding = embedding{d: 500, epsilon: 2, hop: 20}

// windows are samples cut out of words.
type windows struct {
	embedding
	words   [][]float64
	lengths []int // windows of each word
}

// cut takes as many windows as each part asks for. A part begins with a word of
// its own and ends inside one.
func cut(words [][]float64, e embedding, parts ...int) (*windows, [][]int, error) {
	w := &windows{embedding: e}
	of := make([][]int, len(parts))
	for i, left := range parts {
		for left > 0 {
			if len(words) == 0 {
				return nil, nil, fmt.Errorf("the speech ends before %v windows of %d are cut", parts, e.d)
			}
			fit := (len(words[0])-1-(e.d-1)*e.epsilon)/e.hop + 1
			if fit > 0 {
				fit = min(fit, left)
				w.words, w.lengths = append(w.words, words[0]), append(w.lengths, fit)
				of[i] = append(of[i], fit)
				left -= fit
			}
			words = words[1:]
		}
	}
	return w, of, nil
}

// samples is the number of windows.
func (w *windows) samples() int {
	n := 0
	for _, l := range w.lengths {
		n += l
	}
	return n
}

// each writes the windows one by one into row and hands them on.
func (w *windows) each(use func(row []float64) error) error {
	row := make([]float64, w.d)
	for i, word := range w.words {
		for t := range w.lengths[i] {
			for j := range row {
				row[j] = word[t*w.hop+j*w.epsilon]
			}
			if err := use(row); err != nil {
				return err
			}
		}
	}
	return nil
}
