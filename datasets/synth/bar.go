package synth

import (
	"math"
	"math/rand/v2"
)

// The number of different words that are spoken in the bar, and of words in a
// take.
const (
	vocabulary = 12
	wordCount  = 70
)

// playBar generates the sound of a bar: many voices at once, near and far,
// glasses, and the hum of a refrigerator.
func playBar(sound []float64, rng *rand.Rand) {
	guests, words := allSpeakers(), make([][]float64, vocabulary)
	for i := range words {
		words[i] = newWord(guests, rng.IntN(speakerCount*len(vowels)*repCount)).Samples
	}
	babble := make([]float64, int(math.Ceil(sceneLength*VowelsRate)))
	for range wordCount {
		word, at := words[rng.IntN(vocabulary)], rng.IntN(len(babble))
		gain := drawFactor(rng, 0.5)
		for i := range word[:min(len(word), len(babble)-at)] {
			babble[at+i] += gain * word[i]
		}
	}
	for i, v := range resample(babble, VowelsRate, sceneRate, len(sound)) {
		sound[i] += v
	}
	level := rms(sound)
	for at := drawBetween(rng, 0, 1); at < sceneLength; at += drawBetween(rng, 0.3, 1.5) {
		clink(sound[int(at*sceneRate):], 2*level*drawFactor(rng, 0.5), rng)
	}
	for k, strength := range []float64{0.3, 0.15, 0.1} {
		ring(sound, 50*float64(k+1), 1e6, strength*level, drawBetween(rng, 0, 2*math.Pi))
	}
}

// clink adds the sound of two glasses: the bell modes of each.
func clink(sound []float64, strength float64, rng *rand.Rand) {
	for range 2 {
		lowest := drawBetween(rng, 1500, 2800)
		for k, ratio := range []float64{1, 2.3, 3.6} {
			ring(sound, lowest*ratio, 0.15/float64(k+1), strength/float64(k+1), drawBetween(rng, 0, 2*math.Pi))
		}
	}
}
