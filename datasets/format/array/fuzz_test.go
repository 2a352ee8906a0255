package array_test

import (
	"archive/zip"
	"testing"

	"example.com/sfatui/datasets/format/array"
	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/internal/sample"
)

func FuzzNPY(f *testing.F) {
	for _, a := range []sample.NPY{
		{Descr: "<f8", Shape: "(3, 2)", Body: make([]byte, 48)}, {Version: 2, Descr: ">i2", Fortran: true, Shape: "(2, 3)", Body: make([]byte, 12)},
		{Descr: "<f8", Shape: "(1099511627776,)"}, {Descr: "<U3", Shape: "(1,)"}, {Header: "{'descr': [('a', '<f8')], 'shape': (3,)}"},
	} {
		f.Add([]byte(a.Build()))
	}
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) { check.Read(t, &array.NPY, folder, b) })
}

func FuzzNPZ(f *testing.F) {
	arrays := map[string]sample.NPY{
		"X":      {Descr: "<f4", Shape: "(4, 2)", Body: make([]byte, 32)},
		"label":  {Descr: "<U1", Shape: "(4,)", Body: make([]byte, 16)},
		"inputs": {Descr: "|S1", Shape: "(2,)", Body: []byte("ab")},
	}
	f.Add([]byte(sample.NPZ(f, zip.Store, arrays)))
	f.Add([]byte(sample.NPZ(f, zip.Deflate, arrays)))
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) { check.Read(t, &array.NPZ, folder, b) })
}

func FuzzMAT(f *testing.F) {
	f.Add([]byte(sample.MAT(false, sample.MATArrays()...)))
	f.Add([]byte(sample.MAT(true, sample.MATArrays()...)))
	f.Add([]byte(sample.MAT(false, sample.MATArray("X", sample.MATDouble, 1<<20, 1<<20, nil))))
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) { check.Read(t, &array.MAT, folder, b) })
}
