package sound_test

import (
	"example.com/sfatui/datasets/format/sound"
	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/internal/sample"
)

// A file is a segment of numbers from -1 to 1, and a channel is an input. The
// header of a streamed file does not contain its length.
func ExampleWAV() {
	check.Print(&sound.WAV, sample.WAV{Values: []float64{0, 0.5, -1, 0.25}}.Build())
	check.Print(&sound.WAV, sample.WAV{Channels: 2, Values: []float64{0, 0.5, -1, 0.25}}.Build())
	check.Print(&sound.WAV, sample.WAV{Values: []float64{0, 0.5}, Bits: 24, DataSize: -1}.Build())
	// Output:
	// inputs [amplitude]
	// file.wav [0 0.5 -1 0.25]
	// inputs [channel1 channel2]
	// file.wav [0 0.5 -1 0.25]
	// inputs [amplitude]
	// file.wav [0 0.5]
}
