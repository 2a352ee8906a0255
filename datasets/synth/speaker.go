package synth

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// formants is the number of resonances of the vocal tract.
const formants = 5

// sex holds measurements of men or of women. Mean formant frequencies F1 to F4,
// durations of the two vowels in h-V-d words and pitch are those of
// Hillenbrand, Getty, Clark and Wheeler, J. Acoust. Soc. Am. 97, 3099–3111,
// 1995, table V (after Peterson and Barney, J. Acoust. Soc. Am. 24, 175–184,
// 1952). F5 lies one spacing of a uniform tube's resonances above F4.
type sex struct {
	name     string
	pitch    float64              // Hz
	formant  [2][formants]float64 // Hz, of each vowel
	duration [2]float64           // seconds, of each vowel
	// locus is the target of F2 and F3 at an alveolar closure in Hz (Delattre,
	// Liberman and Cooper, J. Acoust. Soc. Am. 27, 769–773, 1955; scaled for
	// the shorter tracts of women).
	locus [2]float64
}

var men = sex{
	name:  "man",
	pitch: 131,
	formant: [2][formants]float64{
		{342, 2322, 3000, 3657, 4650},
		{580, 1799, 2605, 3677, 4650},
	},
	duration: [2]float64{0.243, 0.189},
	locus:    [2]float64{1800, 2700},
}

var women = sex{
	name:  "woman",
	pitch: 220,
	formant: [2][formants]float64{
		{437, 2761, 3372, 4352, 5450},
		{731, 2058, 2979, 4294, 5400},
	},
	duration: [2]float64{0.306, 0.254},
	locus:    [2]float64{2050, 3050},
}

// vowels holds /i/ and /ɛ/: the word with each, and the drift of F1 and F2 over
// its duration, as a share of their mean. /i/ hardly moves, /ɛ/ opens and
// centralises (vowel-inherent spectral change).
var vowels = [2]struct {
	word  string
	drift [2]float64
}{
	{"heed", [2]float64{-0.02, 0.02}},
	{"head", [2]float64{0.08, -0.04}},
}

// speaker holds what the words of one person share.
type speaker struct {
	name    string
	sex     *sex
	formant [2][formants]float64 // Hz, of each vowel
	locus   [2]float64           // Hz, of F2 and F3
	pitch   float64              // Hz
	fall    float64              // of the pitch over a word, as a share
	open    float64              // open quotient of the glottal cycle
	tilt    float64              // Hz, corner of the source's low pass
	breath  float64              // aspiration while voiced, relative to voice
	jitter  float64              // standard deviation of the period, as a share
	shimmer float64              // standard deviation of the amplitude, as a share
	tempo   float64              // factor on all durations
	level   float64              // dB re full scale
	murmur  float64              // dB, of the voiced closure re the vowel
}

// newSpeaker generates speaker i; women and men alternate. Formants vary with
// the length of the tract, by formant (its shape) and by vowel (the habit).
func newSpeaker(i int) *speaker {
	rng := rand.New(rand.NewPCG(speakerSeed, uint64(i)))
	s := &speaker{sex: &women}
	if i%2 == 1 {
		s.sex = &men
	}
	s.name = fmt.Sprintf("%c%02d", s.sex.name[0], i/2+1)
	tract := drawFactor(rng, 0.03)
	for f := range formants {
		shape := drawFactor(rng, 0.022)
		for v := range s.formant {
			s.formant[v][f] = s.sex.formant[v][f] * tract * shape * drawFactor(rng, 0.01)
		}
	}
	for f := range s.locus {
		s.locus[f] = s.sex.locus[f] * tract * drawFactor(rng, 0.03)
	}
	s.pitch = s.sex.pitch * drawFactor(rng, 0.10)
	s.fall = drawBetween(rng, 0.08, 0.25)
	s.open = drawBetween(rng, 0.45, 0.75)
	s.tilt = drawBetween(rng, 1800, 4500)
	s.breath = drawBetween(rng, 0.01, 0.06)
	s.jitter = drawBetween(rng, 0.004, 0.012)
	s.shimmer = drawBetween(rng, 0.02, 0.06)
	s.tempo = drawFactor(rng, 0.12)
	s.level = -24 + normal(rng, 3)
	s.murmur = drawBetween(rng, -26, -16)
	return s
}

// normal draws a normal number with mean 0 and the given standard deviation,
// clipped at two of them.
func normal(rng *rand.Rand, deviation float64) float64 {
	return deviation * max(-2, min(2, rng.NormFloat64()))
}

// drawFactor draws a factor around 1 whose logarithm is normal.
func drawFactor(rng *rand.Rand, deviation float64) float64 { return math.Exp(normal(rng, deviation)) }

// drawBetween draws evenly from [low, high).
func drawBetween(rng *rand.Rand, low, high float64) float64 { return low + (high-low)*rng.Float64() }
