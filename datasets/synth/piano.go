package synth

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
)

// beat is the time between two eighth notes in seconds.
const beat = 0.2

// partials is the number of partials of a string.
const partials = 5

// chords holds the bass and the chord above it, in semitones from A at 110 Hz.
// The piano cycles through them, four beats each.
var chords = [4]struct {
	bass  int
	tones [3]int
}{
	{0, [3]int{12, 15, 19}}, // A minor
	{5, [3]int{12, 17, 20}}, // D minor
	{7, [3]int{11, 14, 19}}, // E
	{3, [3]int{12, 15, 19}}, // C
}

// playPiano generates the accompaniment of a silent film: bass note and chord
// in turn, and over them a melody of notes from the chord.
func playPiano(sound []float64, rng *rand.Rand) {
	first := rng.IntN(len(chords))
	for i := 0; float64(i)*beat < sceneLength; i++ {
		chord := chords[(first+i/4)%len(chords)]
		at := int((float64(i)*beat + 0.004*rng.Float64()) * sceneRate)
		if i%2 == 0 {
			strike(sound[at:], chord.bass, 0.8*drawFactor(rng, 0.15), rng)
		} else {
			for _, tone := range chord.tones {
				strike(sound[at:], tone, 0.25*drawFactor(rng, 0.15), rng)
			}
		}
		if rng.Float64() < 0.7 {
			strike(sound[at:], chord.tones[rng.IntN(3)]+12*(1+rng.IntN(2)), 0.6*drawFactor(rng, 0.15), rng)
		}
	}
	room(sound, amplitude(-50), rng)
}

// strike adds a piano note, so many semitones above 110 Hz. The partials of a
// stiff string lie slightly above the multiples of the fundamental, and higher
// ones decay faster.
func strike(sound []float64, semitones int, strength float64, rng *rand.Rand) {
	frequency := 110 * math.Pow(2, float64(semitones)/12)
	for k := 1; k <= partials; k++ {
		order := float64(k)
		hertz := frequency * order * math.Sqrt(1+0.0004*order*order)
		decay := 0.8 * math.Sqrt(110/frequency) / math.Sqrt(order) // seconds
		ring(sound, hertz, decay, strength/math.Pow(order, 1.3), drawBetween(rng, 0, 2*math.Pi))
	}
}

// ring adds a tone that decays to 1/e in decay seconds, cut off at a
// thousandth.
func ring(sound []float64, hertz, decay, strength, phase float64) {
	tone := cmplx.Rect(strength, phase)
	turn := cmplx.Rect(math.Exp(-1/(decay*sceneRate)), 2*math.Pi*hertz/sceneRate)
	for i := range sound[:min(len(sound), int(decay*math.Log(1000)*sceneRate))] {
		sound[i] += real(tone)
		tone *= turn
	}
}

// room adds the noise of a room, with more low than high frequencies.
func room(sound []float64, level float64, rng *rand.Rand) {
	var low float64
	for i := range sound {
		e := rng.NormFloat64()
		low += 0.2 * (e - low)
		sound[i] += level * (0.4*e + 2.5*low)
	}
}
