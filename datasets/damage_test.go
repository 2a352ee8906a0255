package datasets

import (
	"archive/zip"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"example.com/sfatui/datasets/npy"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/array"
	"example.com/sfatui/datasets/format/columnar"
	"example.com/sfatui/datasets/format/images"
	"example.com/sfatui/datasets/format/series"
	"example.com/sfatui/datasets/format/sound"
	"example.com/sfatui/datasets/internal/check"
)

// readable is a file of a format.
type readable struct {
	name   string
	whole  string
	format *format.Format
}

// readables are a file of each format.
func readables(t *testing.T) []readable {
	arrays := map[string]npyFile{
		"X":      {descr: "<f4", shape: "(4, 2)", fortran: true, body: make([]byte, 32)},
		"label":  {descr: "<U1", shape: "(4,)", body: make([]byte, 16)},
		"inputs": {descr: "|S1", shape: "(2,)", body: []byte("ab")},
	}
	matArrays := slices.Delete(matTestArrays(), 3, 4)
	return []readable{
		{"NPY", npyFile{descr: "<f8", shape: "(3, 2)", body: make([]byte, 48)}.build(), &array.NPY},
		{"NPZ stored", npzFile(t, zip.Store, arrays), &array.NPZ},
		{"NPZ packed", npzFile(t, zip.Deflate, arrays), &array.NPZ},
		{"IDX", idxFile(8, make([]byte, 12), 2, 2, 3), &images.IDX},
		{"MAT", matFileOf(false, matArrays...), &array.MAT},
		{"MAT packed", matFileOf(true, matArrays...), &array.MAT},
		{"EDF", edfTest("EDF+D", "+1.5").build(), &series.EDF},
		{"Parquet", parquetFile(t, parquetRows(60)), &columnar.Parquet},
		{"FLAC", flacFile(t, 16, 0, [][]int32{ramp(1, 1, 64)}), &sound.FLAC},
		{"TS", tsHead + "@dimensions 2\n@classLabel true a b\n@data\n1,2:3,?:a\n4,5:6,7:b\n", &series.TS},
		{"ARFF", arffIris, &series.ARFF},
	}
}

// TestDamage changes bytes all over files of each format, and cuts them: a
// reader may fail on them by an error only, and on none else.
func TestDamage(t *testing.T) {
	for _, c := range readables(t) {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			if _, err := check.Read(t, c.format, folder, []byte(c.whole)); err != nil && c.name != "Parquet" { // which has a column of text
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, uint64(len(c.whole))))
			for range 400 {
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

// TestClaims reads files that claim much more than they hold: nothing of it
// may be taken as memory.
func TestClaims(t *testing.T) {
	const most = 40 << 20
	flacClaim := []byte(flacFile(t, 16, 0, [][]int32{ramp(1, 1, 64)}))
	flacClaim[8+13] |= 0x0f
	records := edfTest("", "+1")
	records.records = 1 << 26
	for name, text := range map[string]string{
		"a.npy":     npyFile{descr: "<f8", shape: "(1099511627776,)"}.build(),
		"b.npy":     npy.Magic + "\x03\x00\xff\xff\xff\x7f",
		"a.npz":     npzFile(t, zip.Deflate, map[string]npyFile{"X": {descr: "<f8", shape: "(1000000000,)"}}),
		"b.npz":     npzFile(t, zip.Deflate, map[string]npyFile{"X": {descr: "<f8", shape: "(4,)", body: make([]byte, 32)}, "label": {descr: "<U1", shape: "(1000000000,)"}}),
		"a.idx":     idxFile(8, nil, 1<<20, 1<<20),
		"a.mat":     matFileOf(true, matArrayOf("X", matDoubleClass, 1<<30, 1, matElementOf(9, nil))),
		"b.mat":     matFileOf(false, matArrayOf("X", matDoubleClass, 1<<30, 1, append(matElementOf(9, nil)[:4], "\xf8\xff\xff\xff"...))),
		"a.edf":     records.build(),
		"a.flac":    string(flacClaim),
		"a.wav":     wavFile{values: []float64{1, 2}, dataSize: 1 << 31}.build(),
		"a.parquet": "PAR1\x19\xfc\xff\xff\xff\xff\x07\x07\x00\x00\x00PAR1",
		"a.png":     pngFile(t, 2, 1, 2, 3, 4)[:16] + "\x00\x00\x7f\xff\x00\x00\x7f\xff" + pngFile(t, 2, 1, 2, 3, 4)[24:],
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
