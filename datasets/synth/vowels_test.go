package synth

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"testing"
)

// hashGrid returns the SHA-256 of numbers on the grid of 16 bit sound.
func hashGrid(t *testing.T, parts ...[]float64) string {
	t.Helper()
	h := sha256.New()
	for _, part := range parts {
		b := make([]byte, 0, 4*len(part))
		for _, x := range part {
			k := x * (1 << 15)
			if k != math.Trunc(k) {
				t.Fatalf("%v is not on the grid of 16 bit", x)
			}
			b = binary.LittleEndian.AppendUint32(b, uint32(int32(k)))
		}
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// A change here changes every published number of the set: it must be intended.
const vowelsHash = "36c635f28479e2af55e14872c32f6b862f6313b3bbec922e3bd090dffe0b71d8"

func TestVowelsAreTheSameOnEveryRun(t *testing.T) {
	for procs, words := range map[int][]Word{1: withProcs(1, Vowels), 3: sharedVowels()} {
		var parts [][]float64
		for _, w := range words {
			parts = append(parts, w.Samples)
		}
		if got := hashGrid(t, parts...); got != vowelsHash {
			t.Errorf("with %d processors the words hash to %s, want %s", procs, got, vowelsHash)
		}
	}
}

func TestVowelsAreBalanced(t *testing.T) {
	type key struct {
		label, speaker string
		rep            int
	}
	seen := map[key]bool{}
	sexes := map[string]map[string]bool{}
	for _, w := range sharedVowels() {
		seen[key{w.Label, w.Speaker, w.Rep}] = true
		if sexes[w.Sex] == nil {
			sexes[w.Sex] = map[string]bool{}
		}
		sexes[w.Sex][w.Speaker] = true
	}
	if len(sexes) != 2 || len(sexes["man"]) != 9 || len(sexes["woman"]) != 9 {
		t.Errorf("want 9 women and 9 men, got %v", sexes)
	}
	for _, speakers := range sexes {
		for s := range speakers {
			for _, label := range []string{"heed", "head"} {
				for rep := range repCount {
					if !seen[key{label, s, rep}] {
						t.Errorf("%s never says %s for the time %d", s, label, rep)
					}
				}
			}
		}
	}
	if want := 18 * 2 * repCount; len(seen) != want {
		t.Errorf("%d different words, want %d", len(seen), want)
	}
}

func TestVowelsAreSound(t *testing.T) {
	var l, epsilon, delta int
	if _, err := fmt.Sscanf(VowelsEmbed, "l=%d,epsilon=%d,delta=%d", &l, &epsilon, &delta); err != nil {
		t.Fatal(err)
	}
	windows := 0
	for _, w := range sharedVowels() {
		name := fmt.Sprint(w.Label, " ", w.Speaker, " ", w.Rep)
		if d := float64(len(w.Samples)) / VowelsRate; d < 0.25 || d > 0.8 {
			t.Errorf("%s lasts %.2f s", name, d)
		}
		peak, sum := 0.0, 0.0
		for _, x := range w.Samples {
			peak = max(peak, math.Abs(x))
			sum += x
		}
		if peak < 0.02 || peak >= 1 {
			t.Errorf("%s has its peak at %.3f of full scale", name, peak)
		}
		if mean := sum / float64(len(w.Samples)); math.Abs(mean) > 0.01*peak {
			t.Errorf("%s has an offset of %.4f, peak %.3f", name, mean, peak)
		}
		windows += (len(w.Samples)-1-(l-1)*epsilon)/delta + 1
	}
	if windows < 5000 || windows > 7000 {
		t.Errorf("%s gives %d windows, want 5000 to 7000", VowelsEmbed, windows)
	}
}

// Loudness must not reveal the word, nor length beyond the natural difference
// of vowels; speakers must differ in both.
func TestVowelsDifferInLevelAndLengthBySpeaker(t *testing.T) {
	level := map[string][]float64{}
	length := map[string][]float64{}
	for _, w := range sharedVowels() {
		level[w.Label] = append(level[w.Label], decibels(w.Samples))
		length[w.Label] = append(length[w.Label], math.Log(float64(len(w.Samples))))
	}
	m0, s0 := meanDeviation(level["heed"])
	m1, s1 := meanDeviation(level["head"])
	if math.Abs(m0-m1) > 1 {
		t.Errorf("heed is at %.1f dB, head at %.1f dB", m0, m1)
	}
	if s0 < 1.5 || s1 < 1.5 {
		t.Errorf("levels spread by %.1f and %.1f dB only", s0, s1)
	}
	m0, s0 = meanDeviation(length["heed"])
	m1, s1 = meanDeviation(length["head"])
	if ratio := math.Exp(m0 - m1); ratio < 1.02 || ratio > 1.25 {
		t.Errorf("heed is %.2f times as long as head", ratio)
	}
	if s0 < 0.08 || s1 < 0.08 {
		t.Errorf("lengths spread by %.0f %% and %.0f %% only", 100*s0, 100*s1)
	}
}

func decibels(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += v * v
	}
	return 10 * math.Log10(sum/float64(len(x)))
}

func meanDeviation(x []float64) (mean, deviation float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		deviation += (v - mean) * (v - mean) / float64(len(x))
	}
	return mean, math.Sqrt(deviation)
}

func BenchmarkVowels(b *testing.B) {
	for b.Loop() {
		Vowels()
	}
}
