package synth

import (
	"math"
	"math/rand/v2"
)

// utterance is the plan of one spoken word: the times of its parts, and the
// targets of all moving parameters.
type utterance struct {
	*speaker
	vowel int // index into vowels
	// Times in seconds: the breath of /h/ starts, the voice starts, the tongue
	// closes for /d/, it opens again, the sound has died away, the recording
	// ends.
	breathe, onset, closure, release, quiet, end float64
	voicing                                      float64           // duration of the voice's build-up in seconds
	transition                                   float64           // duration of the formants' transition into the closure in seconds
	start                                        float64           // pitch at onset in Hz
	rise                                         float64           // of the pitch into the vowel, as a share
	flutter                                      [2]float64        // phases of the pitch's slow flutter, radians
	target                                       [formants]float64 // Hz, mid-vowel
	aspirate                                     float64           // of /h/, relative to voice
	burst                                        float64           // of the release, relative to voice
	gain                                         float64           // effective value of the word, full scale 1
	snr                                          float64           // dB, of the word re the background
}

// newUtterance draws the speaker's pronunciation of the vowel's word.
func newUtterance(s *speaker, vowel int, rng *rand.Rand) *utterance {
	u := &utterance{speaker: s, vowel: vowel}
	tempo := s.tempo * drawFactor(rng, 0.06)
	u.breathe = drawBetween(rng, 0.010, 0.030)
	u.onset = u.breathe + tempo*drawBetween(rng, 0.040, 0.070)
	u.closure = u.onset + tempo*s.sex.duration[vowel]*drawFactor(rng, 0.06)
	u.release = u.closure + tempo*drawBetween(rng, 0.040, 0.065)
	u.quiet = u.release + tempo*drawBetween(rng, 0.025, 0.045)
	u.end = u.quiet + drawBetween(rng, 0.010, 0.030)
	u.voicing = drawBetween(rng, 0.015, 0.035)
	u.transition = tempo * drawBetween(rng, 0.045, 0.070)
	u.start = s.pitch * drawFactor(rng, 0.05)
	u.rise = drawBetween(rng, -0.03, 0.06)
	u.flutter = [2]float64{drawBetween(rng, 0, 2*math.Pi), drawBetween(rng, 0, 2*math.Pi)}
	for f := range u.target {
		u.target[f] = s.formant[vowel][f] * drawFactor(rng, 0.012)
	}
	u.aspirate = drawBetween(rng, 0.05, 0.13)
	u.burst = drawBetween(rng, 0, 0.3)
	u.gain = amplitude(s.level + normal(rng, 1.5))
	u.snr = drawBetween(rng, 22, 38)
	return u
}

// controls holds the moving parameters at one time.
type controls struct {
	pitch     float64           // Hz
	voice     float64           // amplitude of the glottal pulses
	noise     float64           // amplitude of breath and burst
	tilt      float64           // Hz, corner of the source's low pass
	formant   [formants]float64 // Hz
	bandwidth [formants]float64 // Hz
}

// at returns the controls at t seconds. Through the closed mouth of /d/ only a
// low murmur passes: the voice falls to the speaker's murmur, and the corner of
// its low pass to 300 Hz.
func (u *utterance) at(t float64) controls {
	closed := step(u.closure-0.012, u.closure+0.008, t) * (1 - step(u.release-0.002, u.release+0.002, t))
	voiced := step(u.onset-u.voicing/2, u.onset+u.voicing/2, t) * (1 - step(u.release-0.015, u.release+0.010, t))
	fade := 1 - 0.35*max(0, (t-u.onset)/(u.closure-u.onset))
	c := controls{
		pitch: u.pitchAt(t),
		voice: voiced * fade * (1 - closed*(1-amplitude(u.murmur))),
		tilt:  u.tilt * math.Pow(300/u.tilt, closed),
	}
	breath := u.aspirate * step(u.breathe, u.onset-0.01, t) * (1 - step(u.onset-0.01, u.onset+0.02, t))
	burst := u.burst * step(u.release-0.001, u.release+0.001, t) * math.Exp(-max(0, t-u.release)/0.008)
	c.noise = (c.voice*u.breath + breath + burst) * (1 - step(u.quiet-0.02, u.quiet, t))
	u.shape(&c, t)
	return c
}

// pitchAt returns the fundamental frequency at t seconds: a rise into the
// vowel, then a steady fall, with a slow flutter.
func (u *utterance) pitchAt(t float64) float64 {
	x := (t - u.onset) / (u.release - u.onset)
	contour := 1 + u.rise*math.Sin(math.Pi*max(0, min(1, 1.5*x))) - u.fall*max(0, x)
	flutter := 0.006 * (math.Sin(2*math.Pi*4.7*t+u.flutter[0]) + math.Sin(2*math.Pi*7.1*t+u.flutter[1]))
	return u.start * (contour + flutter)
}

// shape sets the formants at t seconds: the vowel with its drift, then the
// transition to the locus of /d/, of which F2 and F3 complete three quarters
// before the closure. Bandwidths grow with frequency; that of F1 is wide while
// the glottis is open for /h/.
func (u *utterance) shape(c *controls, t float64) {
	toward := step(u.closure-u.transition, u.closure+0.005, t)
	x := max(0, min(1, (t-u.onset)/(u.closure-u.onset))) - 0.5
	drift := vowels[u.vowel].drift
	for f, hz := range u.target {
		if f < len(drift) {
			hz *= 1 + drift[f]*x
		}
		switch f {
		case 0:
			hz += toward * (220 - hz)
		case 1, 2:
			hz += 0.75 * toward * (u.locus[f-1] - hz)
		}
		c.formant[f] = hz
		c.bandwidth[f] = 40 + 0.035*hz
	}
	c.bandwidth[0] += 180 * (1 - step(u.onset-0.01, u.onset+0.02, t))
}

// step rises smoothly from 0 at time from to 1 at time to.
func step(from, to, t float64) float64 {
	x := max(0, min(1, (t-from)/(to-from)))
	return x * x * (3 - 2*x)
}

// amplitude converts decibels to a factor.
func amplitude(decibels float64) float64 { return math.Pow(10, decibels/20) }
