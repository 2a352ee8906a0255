package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"example.com/sfatui/datasets/synth"
)

// speeds holds the speeds at which each word is played. Slower words sound lower, like a larger
// speaker. Three speeds make enough sound for the largest job.
var speeds = []float64{1, 0.85, 1.18}

// noise is the standard deviation of the added noise, relative to a peak of 1. The quietest
// windows determine the condition of kernel matrices: with this noise it is a few hundred at σ
// = 2, 10⁷ at σ = 20 and 10¹⁰ at σ = 100, as for recorded words.
const noise = 0.08

// speechSeed seeds the noise and the shuffling of words, which mixes speakers even in a small
// job.
const speechSeed = 48000

// newSpeech returns the sound that all data is cut from: the built-in words at three speeds, in
// a fixed order, with noise.
func newSpeech() [][]float64 {
	rng := rand.New(rand.NewPCG(speechSeed, 0))
	var words [][]float64
	for _, w := range synth.Vowels() {
		for _, speed := range speeds {
			word := atSpeed(w.Samples, speed)
			for i := range word {
				word[i] += noise * rng.NormFloat64()
			}
			words = append(words, word)
		}
	}
	rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	return words
}

// atSpeed returns a sound at another speed, by linear interpolation, scaled to a peak of 1.
func atSpeed(sound []float64, speed float64) []float64 {
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

// embedding is a delay embedding: d amplitudes, epsilon samples apart, one window every hop
// samples (l, ε and δ of Böhmer et al. 2012, section 5.1).
type embedding struct{ d, epsilon, hop int }

// speechEmbedding is the embedding of the jobs: windows of 62 ms of sound, as in the paper, one
// every 1.25 ms.
var speechEmbedding = embedding{d: 500, epsilon: 2, hop: 20}

// windows holds samples cut from words.
type windows struct {
	embedding
	words   [][]float64
	lengths []int // number of windows of each word
}

// cutWindows cuts the given number of windows for each part, and returns them with the numbers
// of windows per word of each part. Each part begins with a new word and may end within one.
func cutWindows(words [][]float64, e embedding, parts ...int) (*windows, [][]int, error) {
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

// samples returns the number of windows.
func (w *windows) samples() int {
	n := 0
	for _, l := range w.lengths {
		n += l
	}
	return n
}

// each calls use with one window after another, in a slice that it reuses.
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
