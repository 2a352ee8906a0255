package synth

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"
)

// spoken is a word of the set with the plan of its utterance.
type spoken struct {
	Word
	*utterance
}

func allSpoken() []spoken {
	var all []spoken
	for i, w := range sharedVowels() {
		s := newSpeaker(i / (len(vowels) * repCount))
		rng := rand.New(rand.NewPCG(wordSeed, uint64(i)))
		all = append(all, spoken{w, newUtterance(s, i/repCount%len(vowels), rng)})
	}
	return all
}

// cut returns the sound between two instants in seconds.
func (s spoken) cut(from, to float64) []float64 {
	return s.Samples[int(from*VowelsRate):int(to*VowelsRate)]
}

// middle returns the instant at which the vowel is clearest.
func (s spoken) middle() float64 { return s.onset + 0.45*(s.closure-s.transition/2-s.onset) }

// The formants are measured on the sound, by linear prediction, and compared
// with those of the intended vowels.
func TestSpeechHasItsFormants(t *testing.T) {
	mean := map[string][2][2]float64{} // by speaker: of each vowel F1 and F2
	for _, s := range allSpoken() {
		at := s.at(s.middle())
		envelope := envelope(s.cut(s.middle()-0.025, s.middle()+0.025), 16)
		f1 := firstPeak(envelope, 200, 1100)
		f2 := firstPeak(envelope, 1350, 3300)
		// Only harmonics of the pitch carry F1: it can be measured to about
		// half their spacing.
		if math.Abs(f1-at.formant[0]) > 0.5*at.pitch {
			t.Errorf("%s %s %d: F1 measures %.0f Hz, want %.0f", s.Label, s.Speaker, s.Rep, f1, at.formant[0])
		}
		if math.Abs(f2/at.formant[1]-1) > 0.1 {
			t.Errorf("%s %s %d: F2 measures %.0f Hz, want %.0f", s.Label, s.Speaker, s.Rep, f2, at.formant[1])
		}
		m := mean[s.Speaker]
		m[s.vowel][0] += f1 / repCount
		m[s.vowel][1] += f2 / repCount
		mean[s.Speaker] = m
	}
	for name, m := range mean {
		if m[0][0] >= m[1][0] || m[0][1] <= m[1][1] {
			t.Errorf("%s: heed has F1 %.0f F2 %.0f, head F1 %.0f F2 %.0f", name, m[0][0], m[0][1], m[1][0], m[1][1])
		}
	}
}

func TestSpeechHasItsPitch(t *testing.T) {
	mean := map[string]float64{}
	for _, s := range allSpoken() {
		got, want := pitch(s.cut(s.middle()-0.03, s.middle()+0.03)), s.pitchAt(s.middle())
		if math.Abs(got/want-1) > 0.06 {
			t.Errorf("%s %s %d: pitch measures %.0f Hz, want %.0f", s.Label, s.Speaker, s.Rep, got, want)
		}
		mean[s.Sex] += got / (9 * 2 * repCount)
	}
	if mean["man"] < 100 || mean["man"] > 160 || mean["woman"] < 180 || mean["woman"] > 260 {
		t.Errorf("mean pitch of men %.0f Hz, of women %.0f Hz", mean["man"], mean["woman"])
	}
}

// Every word consists of breath, vowel, a murmur through the closed mouth, and
// silence.
func TestSpeechHasItsParts(t *testing.T) {
	for _, s := range allSpoken() {
		vowel := decibels(s.cut(s.onset+s.voicing, s.closure-s.transition))
		for _, part := range []struct {
			name      string
			from, to  float64
			low, high float64 // dB re the vowel
		}{
			{"breath", s.onset - 0.02, s.onset - s.voicing/2, -45, -5},
			{"murmur", s.closure + 0.01, s.release - 0.016, -38, -6},
			{"silence", s.quiet, s.end - 0.0005, -60, -15},
		} {
			if d := decibels(s.cut(part.from, part.to)) - vowel; d < part.low || d > part.high {
				t.Errorf("%s %s %d: %s is at %.0f dB re the vowel", s.Label, s.Speaker, s.Rep, part.name, d)
			}
		}
	}
}

// envelope returns the all-pole spectrum of x at every 10 Hz: autocorrelation
// method, Levinson's recursion, on the pre-emphasised, Hamming-windowed sound.
func envelope(x []float64, order int) []float64 {
	w := make([]float64, len(x)-1)
	for i := range w {
		w[i] = (x[i+1] - 0.95*x[i]) * (0.54 - 0.46*math.Cos(2*math.Pi*float64(i)/float64(len(w)-1)))
	}
	r := autocorrelation(w, order)
	a := make([]float64, order+1)
	a[0] = 1
	rest := r[0] * (1 + 1e-9)
	for k := 1; k <= order; k++ {
		var sum float64
		for j := range k {
			sum += a[j] * r[k-j]
		}
		reflection := -sum / rest
		next := append([]float64(nil), a...)
		for j := 1; j <= k; j++ {
			next[j] = a[j] + reflection*a[k-j]
		}
		a = next
		rest *= 1 - reflection*reflection
	}
	spectrum := make([]float64, VowelsRate/2/10)
	for i := range spectrum {
		var sum complex128
		for j, c := range a {
			sum += complex(c, 0) * cmplx.Rect(1, -2*math.Pi*float64(10*i*j)/VowelsRate)
		}
		spectrum[i] = 1 / cmplx.Abs(sum)
	}
	return spectrum
}

// autocorrelation returns the autocorrelation of x at lags 0 to n.
func autocorrelation(x []float64, n int) []float64 {
	r := make([]float64, n+1)
	for lag := range r {
		for i := lag; i < len(x); i++ {
			r[lag] += x[i] * x[i-lag]
		}
	}
	return r
}

// firstPeak returns the lowest local maximum of the envelope in a band, all in
// Hz, that is within 20 dB of the highest; 0 if there is none.
func firstPeak(envelope []float64, low, high int) float64 {
	floor := slices.Max(envelope[low/10:high/10]) / 10
	for i := low / 10; i < high/10; i++ {
		if e := envelope[i]; e > floor && e > envelope[i-1] && e >= envelope[i+1] {
			return float64(10 * i)
		}
	}
	return 0
}

// pitch returns the frequency at which the autocorrelation of x peaks between
// 70 and 400 Hz.
func pitch(x []float64) float64 {
	r := autocorrelation(x, VowelsRate/70)
	best, value := 0, 0.0
	for lag := VowelsRate / 400; lag < len(r); lag++ {
		if v := r[lag] / float64(len(x)-lag); v > value*1.05 || best == lag-1 && v > value {
			best, value = lag, v
		}
	}
	return VowelsRate / float64(best)
}
