package datasets

import (
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets/internal/sample"
)

func TestFLAC(t *testing.T) {
	for bits, full := range map[uint8]float64{8: 128, 16: 32768, 24: 8388608} {
		text := sample.FLAC(t, bits, 0, [][]int32{sample.Ramp(-100, 1, 32), sample.Ramp(100, -2, 32)}, [][]int32{sample.Ramp(5, 1, 20), sample.Ramp(7, 2, 20)})
		s := mustOpen(t, Options{Paths: []string{write(t, "a.flac", text)}, Embed: "none", Normalise: "none"})
		if n, d := s.X.Dims(); n != 52 || d != 2 || s.Rate != 8000 || s.Inputs[1] != "channel2" {
			t.Fatalf("%v", s)
		}
		for at, want := range map[[2]int]float64{{0, 0}: -100, {31, 0}: -69, {31, 1}: 38, {32, 0}: 5, {51, 1}: 45} {
			if got := s.X.At(at[0], at[1]); math.Abs(got-want/full) > 0 {
				t.Errorf("%d bits: sample %v is %g, want %g", bits, at, got, want/full)
			}
		}
	}
	// together with WAV
	wav := write(t, "b.wav", sample.WAV{Values: make([]float64, 900)}.Build())
	text := sample.FLAC(t, 16, 0, [][]int32{sample.Ramp(1, 1, 900)})
	s := mustOpen(t, Options{Paths: []string{wav, write(t, "a.flac", text)}})
	if len(s.Segments) != 2 || !hasNote(s, "2 sound files read, 1 channel at 8000 Hz") {
		t.Errorf("%v", s)
	}
}

func TestFLACErrors(t *testing.T) {
	text := sample.FLAC(t, 16, 0, [][]int32{sample.Ramp(1, 1, 64)}, [][]int32{sample.Ramp(1, 1, 64)})
	failure(t, Options{Paths: []string{write(t, "a.flac", text[:len(text)-20])}}, false, "damaged at 0.008 s")
	failure(t, Options{Paths: []string{write(t, "a.flac", "fLaC\x06\x00\x00\x22"+strings.Repeat("\xff", 99))}}, false, "not a FLAC file")
	failure(t, Options{Paths: []string{write(t, "a.flac", text[:30])}}, false, "header cannot be read")
	claims := []byte(text)
	claims[8+16] = 0xff // of the samples of each channel
	failure(t, Options{Paths: []string{write(t, "a.flac", string(claims))}}, false, "claims", "holds 128")
	mixed := sample.FLAC(t, 16, 0, [][]int32{sample.Ramp(1, 1, 64)})
	two := sample.FLAC(t, 16, 0, [][]int32{sample.Ramp(1, 1, 64), sample.Ramp(1, 1, 64)})
	failure(t, Options{Paths: []string{write(t, "a.flac", mixed+two[strings.Index(two, "\xff\xf9"):])}}, false, "from 1 to 2 channels")
}

// Frames of another depth are scaled by it; a changed rate is refused at its
// frame.
func TestFLACChanges(t *testing.T) {
	frame := func(bits uint8, rate uint32) sample.FLACFrame {
		return sample.FLACFrame{Bits: bits, Rate: rate, Samples: [][]int32{sample.Ramp(64, 0, 80)}}
	}
	depth := write(t, "a.flac", sample.FLACFrames(t, 160, frame(16, 8000), frame(8, 8000)))
	if s := mustOpen(t, Options{Paths: []string{depth}, Embed: "none"}); s.X.At(80, 0) != 256*s.X.At(0, 0) { // 64/128 to 64/32768, regardless of the peak
		t.Errorf("%g, %g", s.X.At(0, 0), s.X.At(80, 0))
	}
	rate := write(t, "a.flac", sample.FLACFrames(t, 160, frame(16, 8000), frame(16, 16000)))
	failure(t, Options{Paths: []string{rate}, Embed: "none"}, false, "at 0.010 s the FLAC file goes from 8000 to 16000 samples a second")
}
