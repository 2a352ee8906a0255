package sample

import (
	"bytes"
	"testing"

	"github.com/mewkiz/flac"
	flacframe "github.com/mewkiz/flac/frame"
	"github.com/mewkiz/flac/meta"
)

// FLACFrame is a block of samples, one slice per channel, with its own depth
// and rate.
type FLACFrame struct {
	Bits    uint8
	Rate    uint32
	Samples [][]int32
}

// FLAC encodes blocks of samples, each with one slice per channel.
func FLAC(t testing.TB, bits uint8, claimed uint64, blocks ...[][]int32) string {
	t.Helper()
	var frames []FLACFrame
	for _, block := range blocks {
		frames = append(frames, FLACFrame{bits, 8000, block})
	}
	return FLACFrames(t, claimed, frames...)
}

// FLACFrames encodes frames. The first determines the depth and the rate in the
// header.
func FLACFrames(t testing.TB, claimed uint64, frames ...FLACFrame) string {
	t.Helper()
	channels := len(frames[0].Samples)
	var b bytes.Buffer
	enc, err := flac.NewEncoder(&b, &meta.StreamInfo{BlockSizeMin: 16, BlockSizeMax: 4096, SampleRate: frames[0].Rate, NChannels: uint8(channels), BitsPerSample: frames[0].Bits, NSamples: claimed})
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range frames {
		fr := &flacframe.Frame{Header: flacframe.Header{HasFixedBlockSize: false, BlockSize: uint16(len(f.Samples[0])), SampleRate: f.Rate, Channels: flacframe.Channels(channels - 1), BitsPerSample: f.Bits, Num: uint64(i)}}
		for _, samples := range f.Samples {
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

// Ramp returns n samples from first on.
func Ramp(first, step int32, n int) []int32 {
	x := make([]int32, n)
	for i := range x {
		x[i] = first + int32(i)*step
	}
	return x
}
