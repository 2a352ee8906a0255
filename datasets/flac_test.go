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
	failure(t, Options{Paths: []string{rate}, Embed: "none"}, false, "at 0.010 s the FLAC file changes from 8000 to 16000 samples a second")
}

// checksum returns the remainder of the bytes by a polynomial of so many bits, high bits first.
func checksum(b string, bits int, polynomial uint16) uint16 {
	var sum uint16
	for _, c := range []byte(b) {
		sum ^= uint16(c) << (bits - 8)
		for range 8 {
			carry := sum>>(bits-1)&1 == 1
			if sum <<= 1; carry {
				sum ^= polynomial
			}
		}
	}
	return sum & (1<<bits - 1)
}

// A frame may leave its depth to the header of the file, and a tag may follow the last one.
func TestFLACOfOtherPrograms(t *testing.T) {
	text := sample.FLAC(t, 16, 80, [][]int32{sample.Ramp(64, 3, 80)})
	at := strings.Index(text, "\xff\xf9")
	frame := []byte(text[at:])
	frame[3] &^= 0b1110 // the depth
	head := 4
	for checksum(text[at:at+head], 8, 0x07) != uint16(text[at+head]) {
		head++
	}
	frame[head] = byte(checksum(string(frame[:head]), 8, 0x07))
	sum := checksum(string(frame[:len(frame)-2]), 16, 0x8005)
	frame[len(frame)-2], frame[len(frame)-1] = byte(sum>>8), byte(sum)
	path := write(t, "a.flac", text[:at]+string(frame)+"TAG and more")
	s := mustOpen(t, Options{Paths: []string{path}, Embed: "none", Normalise: "none"})
	if n, _ := s.X.Dims(); n != 80 || s.X.At(79, 0) != (64+79*3)/32768. || !hasNote(s, "data after the last sample that the header declares is left out") {
		t.Errorf("%d samples, the last %v, notes %q", n, s.X.At(n-1, 0), s.Notes)
	}
	other := []byte(text)
	other[18], other[19] = 16000>>12, 16000>>4&0xff // the rate that the header claims
	other[20] = other[20]&0x0f | 16000&0xf<<4
	failure(t, Options{Paths: []string{write(t, "a.flac", string(other))}}, false, "claims 16000 samples a second, and its first samples 8000")
}
