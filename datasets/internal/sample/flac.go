package sample

import (
	"bytes"
	"testing"

	"github.com/mewkiz/flac"
	flacframe "github.com/mewkiz/flac/frame"
	"github.com/mewkiz/flac/meta"
)

// FLAC encodes blocks of samples, each of which is a slice a channel.
func FLAC(t testing.TB, bits uint8, claimed uint64, blocks ...[][]int32) string {
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

// Ramp is n samples from first on.
func Ramp(first, step int32, n int) []int32 {
	x := make([]int32, n)
	for i := range x {
		x[i] = first + int32(i)*step
	}
	return x
}
