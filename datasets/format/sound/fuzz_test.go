package sound_test

import (
	"testing"

	"example.com/sfatui/datasets/format/sound"
	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/internal/sample"
)

func FuzzFLAC(f *testing.F) {
	f.Add([]byte(sample.FLAC(f, 16, 0, [][]int32{sample.Ramp(1, 1, 64)})))
	f.Add([]byte(sample.FLAC(f, 8, 0, [][]int32{sample.Ramp(1, 1, 32), sample.Ramp(9, -1, 32)})))
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) { check.Read(t, &sound.FLAC, folder, b) })
}

// FuzzWAV reads any bytes as a WAV file: nothing may panic, and memory is
// limited by the size of the file.
func FuzzWAV(f *testing.F) {
	folder := f.TempDir()
	x := []float64{0, 0.5, -0.5, 0.25}
	for _, w := range []sample.WAV{{}, {Bits: 8, Channels: 2}, {Bits: 24, Extra: "odd"}, {Tag: sample.WavFloat, Bits: 64}, {Extensible: true},
		{DataSize: -1, RiffSize: 1}, {DataSize: 4000}, {Cut: 3}, {Id: "RF64"}, {DataFirst: true}} {
		w.Values = x
		f.Add(w.Build())
	}
	f.Fuzz(func(t *testing.T, file string) {
		raw, err := check.Read(t, &sound.WAV, folder, []byte(file))
		if err != nil {
			return
		}
		for _, r := range raw.Recordings {
			if len(r.X) > len(file) {
				t.Fatalf("%d samples from %d bytes", len(r.X), len(file))
			}
		}
	})
}
