package datasets

import (
	"archive/zip"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/array"
	"example.com/sfatui/datasets/format/columnar"
	"example.com/sfatui/datasets/format/images"
	"example.com/sfatui/datasets/format/series"
	"example.com/sfatui/datasets/format/sound"
	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/internal/sample"
	"example.com/sfatui/datasets/npy"
	"example.com/sfatui/datasets/testenv"
)

// readable is a file of a format.
type readable struct {
	name   string
	whole  string
	format *format.Format
}

// readables returns a file of each format.
func readables(t *testing.T) []readable {
	arrays := map[string]sample.NPY{
		"X":      {Descr: "<f4", Shape: "(4, 2)", Fortran: true, Body: make([]byte, 32)},
		"label":  {Descr: "<U1", Shape: "(4,)", Body: make([]byte, 16)},
		"inputs": {Descr: "|S1", Shape: "(2,)", Body: []byte("ab")},
	}
	matArrays := slices.Delete(sample.MATArrays(), 3, 4)
	return []readable{
		{"NPY", sample.NPY{Descr: "<f8", Shape: "(3, 2)", Body: make([]byte, 48)}.Build(), &array.NPY},
		{"NPZ stored", sample.NPZ(t, zip.Store, arrays), &array.NPZ},
		{"NPZ packed", sample.NPZ(t, zip.Deflate, arrays), &array.NPZ},
		{"IDX", sample.IDX(8, make([]byte, 12), 2, 2, 3), &images.IDX},
		{"MAT", sample.MAT(false, matArrays...), &array.MAT},
		{"MAT packed", sample.MAT(true, matArrays...), &array.MAT},
		{"EDF", sample.EDFTest("EDF+D", "+1.5").Build(), &series.EDF},
		{"Parquet", sample.Parquet(t, sample.ParquetRows(60)), &columnar.Parquet},
		{"FLAC", sample.FLAC(t, 16, 0, [][]int32{sample.Ramp(1, 1, 64)}), &sound.FLAC},
		{"TS", sample.TSHead + "@dimensions 2\n@classLabel true a b\n@data\n1,2:3,?:a\n4,5:6,7:b\n", &series.TS},
		{"ARFF", sample.Iris, &series.ARFF},
	}
}

// TestDamage changes bytes all over files of each format, and cuts them:
// reading may return an error, but must not panic.
func TestDamage(t *testing.T) {
	files := 40 // of each format
	if testenv.Full() {
		files = 400
	}
	for _, c := range readables(t) {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			if _, err := check.Read(t, c.format, folder, []byte(c.whole)); err != nil && c.name != "Parquet" { // which has a column of text
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, uint64(len(c.whole))))
			for range files {
				b := []byte(c.whole)
				for range 1 + rng.IntN(4) {
					b[rng.IntN(len(b))] = byte(rng.Uint32())
				}
				if rng.IntN(8) == 0 {
					b = b[:rng.IntN(len(b))]
				}
				check.Read(t, c.format, folder, b)
			}
		})
	}
}

// TestClaims reads files that claim much more than they contain: no memory may
// be allocated for the claim.
func TestClaims(t *testing.T) {
	const most = 40 << 20
	flacClaim := []byte(sample.FLAC(t, 16, 0, [][]int32{sample.Ramp(1, 1, 64)}))
	flacClaim[8+13] |= 0x0f
	records := sample.EDFTest("", "+1")
	records.Records = 1 << 26
	for name, text := range map[string]string{
		"a.npy":     sample.NPY{Descr: "<f8", Shape: "(1099511627776,)"}.Build(),
		"b.npy":     npy.Magic + "\x03\x00\xff\xff\xff\x7f",
		"a.npz":     sample.NPZ(t, zip.Deflate, map[string]sample.NPY{"X": {Descr: "<f8", Shape: "(1000000000,)"}}),
		"b.npz":     sample.NPZ(t, zip.Deflate, map[string]sample.NPY{"X": {Descr: "<f8", Shape: "(4,)", Body: make([]byte, 32)}, "label": {Descr: "<U1", Shape: "(1000000000,)"}}),
		"a.idx":     sample.IDX(8, nil, 1<<20, 1<<20),
		"a.mat":     sample.MAT(true, sample.MATArray("X", sample.MATDouble, 1<<30, 1, sample.MATElement(9, nil))),
		"b.mat":     sample.MAT(false, sample.MATArray("X", sample.MATDouble, 1<<30, 1, append(sample.MATElement(9, nil)[:4], "\xf8\xff\xff\xff"...))),
		"a.edf":     records.Build(),
		"a.flac":    string(flacClaim),
		"a.wav":     sample.WAV{Values: []float64{1, 2}, DataSize: 1 << 31}.Build(),
		"a.parquet": "PAR1\x19\xfc\xff\xff\xff\xff\x07\x07\x00\x00\x00PAR1",
		"a.png":     sample.PNG(t, 2, 1, 2, 3, 4)[:16] + "\x00\x00\x7f\xff\x00\x00\x7f\xff" + sample.PNG(t, 2, 1, 2, 3, 4)[24:],
		"a.ts":      "@dimensions 99999\n@classLabel true a\n@data\n1,2:a\n",
		"a.arff":    "@attribute a real\n@data\n{99999999 1}\n",
	} {
		path := write(t, name, text)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Open(t.Context(), Options{Paths: []string{path}}, nil)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; err == nil || took > most {
			t.Errorf("%s: %d MB were taken, error %v", name, took>>20, err)
		}
	}
}
