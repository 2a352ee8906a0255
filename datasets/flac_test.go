package datasets

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets/format/sound"
	"example.com/sfatui/datasets/internal/check"
	"github.com/mewkiz/flac"
	flacframe "github.com/mewkiz/flac/frame"
	"github.com/mewkiz/flac/meta"
)

// flacFile encodes blocks of samples, each of which is a slice a channel.
func flacFile(t testing.TB, bits uint8, claimed uint64, blocks ...[][]int32) string {
	t.Helper()
	channels := len(blocks[0])
	var b bytes.Buffer
	enc, err := flac.NewEncoder(&b, &meta.StreamInfo{BlockSizeMin: 16, BlockSizeMax: 4096, SampleRate: 8000, NChannels: uint8(channels), BitsPerSample: bits, NSamples: claimed})
	if err != nil {
		t.Fatal(err)
	}
	for i, block := range blocks {
		fr := &flacframe.Frame{Header: flacframe.Header{HasFixedBlockSize: false, BlockSize: uint16(len(block[0])), SampleRate: 8000, Channels: flacframe.Channels(channels - 1), BitsPerSample: bits, Num: uint64(i)}}
		for _, samples := range block {
			fr.Subframes = append(fr.Subframes, &flacframe.Subframe{SubHeader: flacframe.SubHeader{Pred: flacframe.PredVerbatim}, Samples: samples, NSamples: len(samples)})
		}
		if err := enc.WriteFrame(fr); err != nil {
			t.Fatal(err)
		}
	}
	if err := enc.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// ramp is n samples from first on.
func ramp(first, step int32, n int) []int32 {
	x := make([]int32, n)
	for i := range x {
		x[i] = first + int32(i)*step
	}
	return x
}

func TestFLAC(t *testing.T) {
	for bits, full := range map[uint8]float64{8: 128, 16: 32768, 24: 8388608} {
		text := flacFile(t, bits, 0, [][]int32{ramp(-100, 1, 32), ramp(100, -2, 32)}, [][]int32{ramp(5, 1, 20), ramp(7, 2, 20)})
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
	wav := write(t, "b.wav", wavFile{values: make([]float64, 900)}.build())
	text := flacFile(t, 16, 0, [][]int32{ramp(1, 1, 900)})
	s := mustOpen(t, Options{Paths: []string{wav, write(t, "a.flac", text)}})
	if len(s.Segments) != 2 || !hasNote(s, "2 sound files read, 1 channel at 8000 Hz") {
		t.Errorf("%v", s)
	}
}

func TestFLACErrors(t *testing.T) {
	text := flacFile(t, 16, 0, [][]int32{ramp(1, 1, 64)}, [][]int32{ramp(1, 1, 64)})
	failure(t, Options{Paths: []string{write(t, "a.flac", text[:len(text)-20])}}, false, "damaged at 0.008 s")
	failure(t, Options{Paths: []string{write(t, "a.flac", "fLaC\x06\x00\x00\x22"+strings.Repeat("\xff", 99))}}, false, "not a FLAC file")
	failure(t, Options{Paths: []string{write(t, "a.flac", text[:30])}}, false, "header cannot be read")
	claims := []byte(text)
	claims[8+16] = 0xff // of the samples of each channel
	failure(t, Options{Paths: []string{write(t, "a.flac", string(claims))}}, false, "claims", "holds 128")
	mixed := flacFile(t, 16, 0, [][]int32{ramp(1, 1, 64)})
	two := flacFile(t, 16, 0, [][]int32{ramp(1, 1, 64), ramp(1, 1, 64)})
	failure(t, Options{Paths: []string{write(t, "a.flac", mixed+two[strings.Index(two, "\xff\xf9"):])}}, false, "from 1 to 2 channels")
}

func FuzzFLAC(f *testing.F) {
	f.Add([]byte(flacFile(f, 16, 0, [][]int32{ramp(1, 1, 64)})))
	f.Add([]byte(flacFile(f, 8, 0, [][]int32{ramp(1, 1, 32), ramp(9, -1, 32)})))
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) { check.Read(t, &sound.FLAC, folder, b) })
}
