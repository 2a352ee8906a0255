package datasets

import (
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/internal/sample"
	"gonum.org/v1/gonum/mat"
)

func TestMAT(t *testing.T) {
	for _, packed := range []bool{false, true} {
		text := sample.MAT(packed, sample.MATArrays()...)
		s := mustOpen(t, Options{Paths: []string{write(t, "a.mat", text)}})
		if len(s.Segments) != 4 || s.Segments[1].Name != "p:1" || s.Segments[3].Name != "qb:2" || !hasNote(s, "the values of segment recur in several groups") {
			t.Errorf("%v", s)
		}
		s = mustOpen(t, Options{Paths: []string{write(t, "a.mat", sample.MAT(packed, slices.Delete(sample.MATArrays(), 3, 4)...))}})
		if !mat.Equal(s.X, mat.NewDense(4, 2, []float64{1, 5, 2, 6, 3, 7, 4, -8})) || s.Rate != 250 ||
			!slices.Equal(s.Classes, []string{"u", "v", "été"}) || !slices.Equal(s.Label, []int{0, 0, 2, 1}) || len(s.Segments) != 2 || s.Segments[1].Name != "2" {
			t.Errorf("%v", s)
		}
		if !hasNote(s, "arrays left out: other;") {
			t.Errorf("%q", s.Notes)
		}
	}
	one := sample.MATArray("signal", 7, 1, 5, sample.MATElement(7, sample.Pack("<f4", 1, 2, 3, 4, 6)))
	s := mustOpen(t, Options{Paths: []string{write(t, "a.mat", sample.MAT(true, one))}})
	if n, d := s.X.Dims(); n != 5 || d != 1 || s.X.At(4, 0) != 6 {
		t.Errorf("%v", s)
	}
	wide := sample.MATArray("eeg", 7, 2, 3, sample.MATElement(7, sample.Pack("<f4", 1, 2, 3, 4, 5, 6)))
	y := sample.MATArray("y", 9, 1, 3, sample.MATElement(sample.MatUint8, []byte{1, 2, 1}))
	s = mustOpen(t, Options{Paths: []string{write(t, "a.mat", sample.MAT(true, wide, y))}})
	if !mat.Equal(s.X, mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6})) || !hasNote(s, "transposed") || !slices.Equal(s.Classes, []string{"1", "2"}) {
		t.Errorf("%v", s)
	}
	real := sample.MATArray("y", sample.MATDouble, 1, 3, sample.MATElement(9, sample.Pack("<f8", .1, .2, .3)))
	if s = mustOpen(t, Options{Paths: []string{write(t, "a.mat", sample.MAT(true, wide, real))}}); s.TargetName != "y" || s.Classes != nil {
		t.Errorf("%v", s)
	}
}

func TestMATErrors(t *testing.T) {
	x := sample.MATArray("X", sample.MATDouble, 1<<20, 1<<20, sample.MATElement(9, make([]byte, 80)))
	whole := sample.MAT(false, sample.MATArrays()...)
	complexX := sample.MATArray("X", sample.MATDouble|0x800, 2, 1, sample.MATElement(9, make([]byte, 16)))
	for _, c := range []struct {
		text  string
		wants []string
	}{
		{"MATLAB 7.3 MAT-file, Platform: GLNXA64" + strings.Repeat(" ", 900), []string{"7.3", "cut off"}},
		{"\x89HDF\r\n\x1a\n", []string{"HDF5", "h5py"}},
		{"hello", []string{"not a MAT-file"}},
		{sample.MAT(false), []string{"no array", "-struct"}},
		{sample.MAT(false, x), []string{"more than 100000 inputs"}},
		{sample.MAT(true, sample.MATArray("X", sample.MATDouble, 1<<20, 1, sample.MATElement(9, make([]byte, 80)))), []string{"1048576 numbers are claimed in 80 bytes"}},
		{whole[:len(whole)-60], []string{"claims", "are left"}},
		{sample.MAT(true, complexX), []string{"array X: it is complex", "real(X)"}},
		{sample.MAT(true, sample.MATArray("a", 6, 2, 2, sample.MATElement(9, make([]byte, 32))), sample.MATArray("b", 6, 2, 2, sample.MATElement(9, make([]byte, 32)))), []string{"several arrays", "a (2×2), b (2×2)"}},
	} {
		failure(t, Options{Paths: []string{write(t, "a.mat", c.text)}}, false, append(c.wants, "a.mat: ")...)
	}
}
