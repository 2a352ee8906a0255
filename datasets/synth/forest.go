package synth

import (
	"math"
	"math/rand/v2"
)

// bird is a bird species by its song: syllables of the same glide, one after
// the other.
type bird struct {
	syllables          int
	from, to           float64 // Hz, of the glide
	length, gap        float64 // seconds
	pauseMin, pauseMax float64 // seconds between songs
}

// birds holds the species in the forest: one with a trill, and one with two
// calls on falling notes.
var birds = [2]bird{
	{syllables: 12, from: 5200, to: 3600, length: 0.05, gap: 0.03, pauseMin: 0.8, pauseMax: 2},
	{syllables: 2, from: 2400, to: 1900, length: 0.25, gap: 0.15, pauseMin: 1, pauseMax: 2.5},
}

// playForest generates the sound of a forest: wind that swells and falls, and
// birds.
func playForest(sound []float64, rng *rand.Rand) {
	wind(sound, rng)
	level := rms(sound)
	for _, b := range birds {
		at := drawBetween(rng, 0, b.pauseMax)
		for at < sceneLength {
			at = b.sing(sound, at, 2*level*drawFactor(rng, 0.3), drawFactor(rng, 0.02))
			at += drawBetween(rng, b.pauseMin, b.pauseMax)
		}
	}
}

// wind fills a sound with noise through a resonance of the trees. Slowly
// varying noise, the gusts, changes its loudness and its pitch.
func wind(sound []float64, rng *rand.Rand) {
	const scale = float64(VowelsRate) / sceneRate // a resonator assumes VowelsRate
	var gust, slow float64
	var trees resonator
	for i := range sound {
		if i%frame == 0 {
			// two low passes of about 0.5 Hz; the RMS of gust is 1
			slow += 0.0045 * (29.8*rng.NormFloat64() - slow)
			gust += 0.0045 * (slow - gust)
			trees.tune(scale*400*math.Exp(0.3*gust), scale*500)
		}
		sound[i] = math.Exp(0.5*gust) * trees.pass(rng.NormFloat64())
	}
}

// sing adds a song that starts at a time, and returns its end, both in seconds.
func (b bird) sing(sound []float64, at, strength, tuning float64) float64 {
	for range b.syllables {
		var phase float64
		start, n := int(at*sceneRate), int(b.length*sceneRate)
		for i := 0; i < n && start+i < len(sound); i++ {
			share := float64(i) / float64(n)
			phase += 2 * math.Pi * tuning * b.from * math.Pow(b.to/b.from, share) / sceneRate
			fade := math.Sin(math.Pi * share)
			sound[start+i] += strength * fade * fade * math.Sin(phase)
		}
		at += b.length + b.gap
	}
	return at
}
