package synth

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestMixtureIsMixedAsPrinted(t *testing.T) {
	s := sharedMixture()
	if n, d := s.X.Dims(); n != 20000 || d != 2 {
		t.Fatalf("%d×%d", n, d)
	}
	for i := range mixtureLength {
		s1, s2 := s.Latent.At(i, 0), s.Latent.At(i, 1)
		x1, x2 := (s2+3*s1+6)*math.Cos(1.5*math.Pi*s1), (s2+3*s1+6)*math.Cos(1.5*math.Pi*s2)
		if math.Abs(s.X.At(i, 0)-x1) > 1e-9 || math.Abs(s.X.At(i, 1)-x2) > 1e-9 {
			t.Fatalf("sample %d of %v, %v is %v", i, s1, s2, s.X.RawRowView(i))
		}
	}
}

// Both sources sound all the time, are independent and slower than white noise.
func TestMixtureSourcesAreSounds(t *testing.T) {
	s := sharedMixture()
	voice, guitar := mat.Col(nil, 0, s.Latent), mat.Col(nil, 1, s.Latent)
	if r := correlation(voice, guitar); r > 0.05 {
		t.Errorf("the sources correlate to %.3f", r)
	}
	for name, x := range map[string][]float64{"voice": voice, "guitar": guitar} {
		peak := 0.0
		for _, v := range x {
			peak = max(peak, math.Abs(v))
		}
		if peak != 1 || delta(x) > 0.4 {
			t.Errorf("the %s has peak %v and slowness %.2f", name, peak, delta(x))
		}
		for from := 0; from < len(x); from += len(x) / 4 {
			if d := decibels(x[from : from+len(x)/4]); d < -30 {
				t.Errorf("the %s is at %.0f dB from sample %d on", name, d, from)
			}
		}
	}
	if p := pitch(resample(voice[4000:8000], MixtureRate, VowelsRate, 5000)); p < 90 || p > 170 {
		t.Errorf("the man's pitch is %.0f Hz", p)
	}
}

// The mixtures hide the voice, which is among the slowest functions of a small
// Gaussian space.
func TestMixtureGivesTheVoiceBack(t *testing.T) {
	s := sharedMixture()
	voice := mat.Col(nil, 0, s.Latent)
	for j := range 2 {
		if r := correlation(voice, mat.Col(nil, j, s.X)); r > 0.4 {
			t.Errorf("x%d has correlation %.3f with the voice", j+1, r)
		}
	}
	const centres = 20
	rng, kernel := rand.New(rand.NewPCG(1, 1)), gaussian(3)
	h := mat.NewDense(mixtureLength, centres, nil)
	for j := range centres {
		centre := s.X.RawRowView(rng.IntN(mixtureLength))
		for i := range mixtureLength {
			h.Set(i, j, kernel(s.X.RawRowView(i), centre))
		}
	}
	y, best := linearSFA(t, h, 1e-12, 4), 0.0
	for j := range 4 {
		best = max(best, correlation(voice, mat.Col(nil, j, y)))
	}
	if best < 0.6 {
		t.Errorf("the slowest features have correlation %.3f with the voice", best)
	}
}
