package datasets

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/format/array"
	"example.com/sfatui/datasets/internal/check"
	"gonum.org/v1/gonum/mat"
)

// Types and classes of the Level 5 MAT-file format.
const (
	matInt8       = 1
	matUint8      = 2
	matUint16     = 4
	matUint32     = 6
	matMatrix     = 14
	matCompressed = 15
	matUTF8       = 16

	matCellClass   = 1
	matCharClass   = 4
	matDoubleClass = 6
)

// matElementOf writes a data element, padded.
func matElementOf(kind int, body []byte) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(kind))
	b = append(binary.LittleEndian.AppendUint32(b, uint32(len(body))), body...)
	return append(b, make([]byte, -len(body)&7)...)
}

// matArrayOf writes an array of a class whose values are body.
func matArrayOf(name string, class uint32, rows, cols int, body []byte) []byte {
	le := binary.LittleEndian
	var b []byte
	b = append(b, matElementOf(matUint32, le.AppendUint32(le.AppendUint32(nil, class), 0))...)
	b = append(b, matElementOf(5, le.AppendUint32(le.AppendUint32(nil, uint32(rows)), uint32(cols)))...)
	if len(name) > 0 && len(name) <= 4 { // as a small element
		b = append(le.AppendUint32(b, uint32(len(name))<<16|matInt8), (name + "\x00\x00\x00")[:4]...)
	} else {
		b = append(b, matElementOf(matInt8, []byte(name))...)
	}
	return matElementOf(matMatrix, append(b, body...))
}

// matFileOf writes a file, compressed or not.
func matFileOf(packed bool, arrays ...[]byte) string {
	b := append([]byte("MATLAB 5.0 MAT-file"+strings.Repeat(" ", 105)), 0, 1, 'I', 'M')
	for _, a := range arrays {
		if packed {
			var z bytes.Buffer
			w := zlib.NewWriter(&z)
			w.Write(a)
			w.Close()
			a = append(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, matCompressed), uint32(z.Len())), z.Bytes()...)
		}
		b = append(b, a...)
	}
	return string(b)
}

// matTestArrays are samples by column, in bytes, and what belongs to them.
func matTestArrays() [][]byte {
	var cells []byte
	for _, text := range []string{"u", "u", "été", "v"} {
		runes := []rune(text)
		var chars []byte
		for _, r := range runes {
			chars = binary.LittleEndian.AppendUint16(chars, uint16(r))
		}
		cells = append(cells, matArrayOf("", matCharClass, 1, len(runes), matElementOf(matUint16, chars))...)
	}
	return [][]byte{
		matArrayOf("X", matDoubleClass, 4, 2, matElementOf(matInt8, []byte{1, 2, 3, 4, 5, 6, 7, 0xf8})),
		matArrayOf("labels", matCellClass, 4, 1, cells),
		matArrayOf("segment", matDoubleClass, 1, 4, matElementOf(9, pack("<f8", 1, 1, 2, 2))),
		matArrayOf("group", matCharClass, 4, 2, matElementOf(matUTF8, []byte("ppqqa  b"))),
		matArrayOf("fs", matDoubleClass, 1, 1, matElementOf(matUint16, []byte{250, 0})),
		matArrayOf("s", 2, 1, 1, nil),
		matArrayOf("other", matDoubleClass, 3, 3, matElementOf(matInt8, make([]byte, 9))),
	}
}

func TestMAT(t *testing.T) {
	for _, packed := range []bool{false, true} {
		text := matFileOf(packed, matTestArrays()...)
		failure(t, Options{Paths: []string{write(t, "a.mat", text)}}, false, `group changes from "pa" to "p"`)
		s := mustOpen(t, Options{Paths: []string{write(t, "a.mat", matFileOf(packed, slices.Delete(matTestArrays(), 3, 4)...))}})
		if !mat.Equal(s.X, mat.NewDense(4, 2, []float64{1, 5, 2, 6, 3, 7, 4, -8})) || s.Rate != 250 ||
			!slices.Equal(s.Classes, []string{"u", "v", "été"}) || !slices.Equal(s.Label, []int{0, 0, 2, 1}) || len(s.Segments) != 2 || s.Segments[1].Name != "2" {
			t.Errorf("%v", s)
		}
		if !hasNote(s, "arrays left out: other;") {
			t.Errorf("%q", s.Notes)
		}
	}
	one := matArrayOf("signal", 7, 1, 5, matElementOf(7, pack("<f4", 1, 2, 3, 4, 6)))
	s := mustOpen(t, Options{Paths: []string{write(t, "a.mat", matFileOf(true, one))}})
	if n, d := s.X.Dims(); n != 5 || d != 1 || s.X.At(4, 0) != 6 {
		t.Errorf("%v", s)
	}
	wide := matArrayOf("eeg", 7, 2, 3, matElementOf(7, pack("<f4", 1, 2, 3, 4, 5, 6)))
	y := matArrayOf("y", 9, 1, 3, matElementOf(matUint8, []byte{1, 2, 1}))
	s = mustOpen(t, Options{Paths: []string{write(t, "a.mat", matFileOf(true, wide, y))}})
	if !mat.Equal(s.X, mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6})) || !hasNote(s, "transposed") || !slices.Equal(s.Classes, []string{"1", "2"}) {
		t.Errorf("%v", s)
	}
	real := matArrayOf("y", matDoubleClass, 1, 3, matElementOf(9, pack("<f8", .1, .2, .3)))
	if s = mustOpen(t, Options{Paths: []string{write(t, "a.mat", matFileOf(true, wide, real))}}); s.TargetName != "y" || s.Classes != nil {
		t.Errorf("%v", s)
	}
}

func TestMATErrors(t *testing.T) {
	x := matArrayOf("X", matDoubleClass, 1<<20, 1<<20, matElementOf(9, make([]byte, 80)))
	whole := matFileOf(false, matTestArrays()...)
	complexX := matArrayOf("X", matDoubleClass|0x800, 2, 1, matElementOf(9, make([]byte, 16)))
	for _, c := range []struct {
		text  string
		wants []string
	}{
		{"MATLAB 7.3 MAT-file, Platform: GLNXA64" + strings.Repeat(" ", 900), []string{"7.3", "-v7"}},
		{"\x89HDF\r\n\x1a\n", []string{"HDF5", "-v7"}},
		{"hello", []string{"not a MAT-file"}},
		{matFileOf(false), []string{"no array", "-struct"}},
		{matFileOf(false, x), []string{"more than 100000 inputs"}},
		{matFileOf(true, matArrayOf("X", matDoubleClass, 1<<20, 1, matElementOf(9, make([]byte, 80)))), []string{"1048576 numbers are claimed in 80 bytes"}},
		{whole[:len(whole)-60], []string{"claims", "are left"}},
		{matFileOf(true, complexX), []string{"the array X is complex", "real(X)"}},
		{matFileOf(true, matArrayOf("a", 6, 2, 2, matElementOf(9, make([]byte, 32))), matArrayOf("b", 6, 2, 2, matElementOf(9, make([]byte, 32)))), []string{"which array", "a (2×2), b (2×2)"}},
	} {
		failure(t, Options{Paths: []string{write(t, "a.mat", c.text)}}, false, append(c.wants, "a.mat: ")...)
	}
}

func FuzzMAT(f *testing.F) {
	f.Add([]byte(matFileOf(false, matTestArrays()...)))
	f.Add([]byte(matFileOf(true, matTestArrays()...)))
	f.Add([]byte(matFileOf(false, matArrayOf("X", matDoubleClass, 1<<20, 1<<20, nil))))
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) { check.Read(t, &array.MAT, folder, b) })
}
