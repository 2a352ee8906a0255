package synth

import (
	"math"
	"math/rand/v2"
)

// frame is the number of samples between two updates of the parameters, 2 ms.
const frame = 32

// speak synthesises a word with a source and filters (the cascade branch of
// Klatt, J. Acoust. Soc. Am. 67, 971–995, 1980): glottal pulses, breath and
// burst pass through the resonances of the vocal tract; then the room is added.
func speak(u *utterance, rng *rand.Rand) []float64 {
	sound := make([]float64, int(u.end*VowelsRate))
	source := glottis{speaker: u.speaker, phase: 1}
	var tract [formants]resonator
	next := u.at(0)
	for from := 0; from < len(sound); from += frame {
		now := next
		next = u.at(float64(from+frame) / VowelsRate)
		source.tune(now.tilt)
		for f := range tract {
			tract[f].tune(now.formant[f], now.bandwidth[f])
		}
		for i := range min(frame, len(sound)-from) {
			w := float64(i) / frame
			pulse, valve := source.pass(now.pitch+w*(next.pitch-now.pitch), rng)
			x := pulse * (now.voice + w*(next.voice-now.voice))
			x += valve * (now.noise + w*(next.noise-now.noise)) * rng.NormFloat64()
			for f := range tract {
				x = tract[f].pass(x)
			}
			sound[from+i] = x
		}
	}
	record(sound, u, rng)
	return sound
}

// record sets the level of the word and adds background noise with more low
// than high frequencies, as in a room.
func record(sound []float64, u *utterance, rng *rand.Rand) {
	gain := u.gain / rms(sound)
	room := u.gain * amplitude(-u.snr)
	var low float64
	for i, x := range sound {
		e := rng.NormFloat64()
		low += 0.2 * (e - low)
		sound[i] = toGrid(gain*x + room*(0.4*e+2.5*low))
	}
}

// glottis is the voice source: pulses of air flow of the shape x²(1−x) over the
// open part of the cycle (Rosenberg, J. Acoust. Soc. Am. 49, 583–590, 1971).
// The sound is the flow's change between samples, after a low pass that rounds
// the moment of closing.
type glottis struct {
	*speaker
	phase      float64 // in the cycle, 0 to 1
	factor     float64 // factor of this cycle's period
	strength   float64 // of this cycle's pulse
	flow, last float64 // flow and filtered change of the previous sample
	memory     float64 // of the low pass
}

// tune sets the corner frequency of the low pass in Hz.
func (g *glottis) tune(corner float64) { g.memory = math.Exp(-2 * math.Pi * corner / VowelsRate) }

// pass advances by a sample at the given pitch in Hz. It returns the pulse and
// the opening of the glottis to noise. Every cycle has its own length (jitter)
// and strength (shimmer).
func (g *glottis) pass(pitch float64, rng *rand.Rand) (pulse, valve float64) {
	if g.phase >= 1 {
		g.phase -= math.Floor(g.phase)
		g.factor = 1 + g.jitter*rng.NormFloat64()
		g.strength = 1 + g.shimmer*rng.NormFloat64()
	}
	flow, valve := 0.0, 0.4
	if x := g.phase / g.open; x < 1 {
		flow, valve = g.strength*x*x*(1-x), 1
	}
	g.phase += pitch / (g.factor * VowelsRate)
	g.last = g.memory*g.last + (1-g.memory)*(flow-g.flow)
	g.flow = flow
	return pulseGain * g.last, valve
}

// pulseGain scales the pulses to the order of 1, the unit of the amplitudes of
// breath and burst.
const pulseGain = 67.5

// resonator is a two-pole filter with unit gain at frequency 0.
type resonator struct{ a, b, c, y1, y2 float64 }

// tune sets the centre frequency and bandwidth in Hz.
func (r *resonator) tune(centre, bandwidth float64) {
	d := math.Exp(-math.Pi * bandwidth / VowelsRate)
	r.c = -d * d
	r.b = 2 * d * math.Cos(2*math.Pi*centre/VowelsRate)
	r.a = 1 - r.b - r.c
}

// pass filters one sample.
func (r *resonator) pass(x float64) float64 {
	y := r.a*x + r.b*r.y1 + r.c*r.y2
	r.y2, r.y1 = r.y1, y
	return y
}
