package datasets

import (
	"archive/zip"
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/internal/sample"
	"example.com/sfatui/datasets/npy"
	"gonum.org/v1/gonum/mat"
)

func TestNPYTypes(t *testing.T) {
	for _, descr := range []string{"<f8", ">f8", "=f8", "<f4", ">f4", "|i1", "<i2", ">i2", "<i4", ">i4", "<i8", ">i8"} {
		body := sample.Pack(strings.Replace(descr, "=", "<", 1), 1, -2, 3, 4, -5, 6)
		for version := byte(1); version <= 3; version++ {
			s := mustOpen(t, Options{Paths: []string{write(t, "a.npy", sample.NPY{Version: version, Descr: descr, Shape: "(3, 2)", Body: body}.Build())}})
			if !mat.Equal(s.X, mat.NewDense(3, 2, []float64{1, -2, 3, 4, -5, 6})) || !slices.Equal(s.Inputs, []string{"x1", "x2"}) {
				t.Errorf("%s: %v", descr, mat.Formatted(s.X))
			}
		}
		s := mustOpen(t, Options{Paths: []string{write(t, "a.npy", sample.NPY{Descr: descr, Fortran: true, Shape: "(3L, 2L)", Body: body}.Build())}})
		if !mat.Equal(s.X, mat.NewDense(3, 2, []float64{1, 4, -2, -5, 3, 6})) {
			t.Errorf("%s by columns: %v", descr, mat.Formatted(s.X))
		}
	}
	for _, descr := range []string{"|u1", "<u2", ">u2", "<u4", ">u4", "<u8", ">u8"} {
		s := mustOpen(t, Options{Paths: []string{write(t, "a.npy", sample.NPY{Descr: descr, Shape: "(2,)", Body: sample.Pack(descr, 200, 7)}.Build())}})
		if s.X.At(0, 0) != 200 || s.X.At(1, 0) != 7 {
			t.Errorf("%s: %v", descr, mat.Formatted(s.X))
		}
	}
	s := mustOpen(t, Options{Paths: []string{write(t, "a.npy", sample.NPY{Descr: "|b1", Shape: "(3,)", Body: []byte{1, 0, 1}}.Build())}})
	if s.X.At(0, 0) != 1 || s.X.At(1, 0) != 0 {
		t.Errorf("bool: %v", mat.Formatted(s.X))
	}
}

// Arrays behind the first of a file are left out with a note.
func TestArraysBehindTheFirst(t *testing.T) {
	one := sample.NPY{Descr: "<f8", Shape: "(2, 2)", Body: sample.Pack("<f8", 1, 2, 3, 5)}.Build()
	s := mustOpen(t, Options{Paths: []string{write(t, "a.npy", one+one)}})
	if n, _ := s.X.Dims(); n != 2 || !hasNote(s, fmt.Sprintf("%d bytes after the array left out", len(one))) {
		t.Errorf("%d samples, notes %q", n, s.Notes)
	}
	s = mustOpen(t, Options{Paths: []string{write(t, "a.idx", sample.IDX(8, []byte{1, 2, 5, 9}, 2, 2)+"tail")}})
	if n, _ := s.X.Dims(); n != 2 || !hasNote(s, "4 bytes after the array left out") {
		t.Errorf("%d samples, notes %q", n, s.Notes)
	}
}

func TestNPYShapesAndRoles(t *testing.T) {
	row := write(t, "row.npy", sample.NPY{Descr: "<f8", Shape: "(1, 4)", Body: sample.Pack("<f8", 1, 2, 3, 5)}.Build())
	s := mustOpen(t, Options{Paths: []string{row}})
	if n, d := s.X.Dims(); n != 4 || d != 1 || !hasNote(s, "one row of 4 values is taken as one channel") {
		t.Errorf("%v", s)
	}
	wide := write(t, "wide.npy", sample.NPY{Descr: "<i2", Shape: "(2, 8)", Body: sample.Pack("<i2", 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18)}.Build())
	if s = mustOpen(t, Options{Paths: []string{wide}}); !hasNote(s, "2 rows of 8 columns; if each row is a variable, read it with --transpose") {
		t.Errorf("%q", s.Notes)
	}
	if s = openTransposed(t, Options{Paths: []string{wide}}); s.X.At(7, 1) != 18 || s.X.At(0, 1) != 11 {
		t.Errorf("%v", mat.Formatted(s.X))
	}
	x := write(t, "x.npy", sample.NPY{Descr: "<f8", Shape: "(4, 4)", Body: sample.Pack("<f8",
		1, 7, 0, .5,
		2, 7, 0, .6,
		3, 8, 1, .7,
		4, 8, 1, .8)}.Build())
	s = mustOpen(t, Options{Paths: []string{x}, Segment: "x2", Label: "x3", Target: "x4"})
	if len(s.Segments) != 2 || s.Segments[1].Name != "8" || !slices.Equal(s.Classes, []string{"0", "1"}) || !slices.Equal(s.Target, []float64{.5, .6, .7, .8}) ||
		!mat.Equal(s.X, mat.NewDense(4, 1, []float64{1, 2, 3, 4})) {
		t.Errorf("%v", s)
	}
	s = mustOpen(t, Options{Paths: []string{x}, Drop: []string{"x2"}, Segment: "x3", Where: "segment=1"})
	if !mat.Equal(s.X, mat.NewDense(2, 2, []float64{3, .7, 4, .8})) {
		t.Errorf("%v", s)
	}
	nan := write(t, "nan.npy", sample.NPY{Descr: "<f8", Shape: "(5, 2)", Body: sample.Pack("<f8", 1, 2, 3, 4, 5, math.NaN(), 7, 8, 9, 9)}.Build())
	failure(t, Options{Paths: []string{nan}}, false, "nan.npy: row 3: column x2 is NaN", "--drop x2")
	mustOpen(t, Options{Paths: []string{nan}, Drop: []string{"x2"}})
	s = openSplit(t, Options{Paths: []string{nan}})
	if len(s.Segments) != 2 || s.X.At(2, 0) != 7 || !hasNote(s, "1 incomplete row (the first is row 3)") {
		t.Errorf("%v", s)
	}
}

func TestNPYErrors(t *testing.T) {
	for _, c := range []struct {
		f    sample.NPY
		want []string
	}{
		{sample.NPY{Descr: "<f8", Shape: "(1099511627776,)"}, []string{"1099511627776 elements", "cut short"}},
		{sample.NPY{Descr: "<f8", Shape: "(4294967296, 4294967296)"}, []string{"more than any file holds"}},
		{sample.NPY{Descr: "<f8", Shape: "(3,)", Body: make([]byte, 23)}, []string{"3 elements of 8 bytes", "23 of their bytes"}},
		{sample.NPY{Descr: "|O", Shape: "(3,)", Body: make([]byte, 99)}, []string{"Python objects", "astype(float)"}},
		{sample.NPY{Descr: "<c16", Shape: "(3,)", Body: make([]byte, 99)}, []string{"complex"}},
		{sample.NPY{Descr: "<M8[ns]", Shape: "(3,)", Body: make([]byte, 99)}, []string{"dates"}},
		{sample.NPY{Descr: "<f16", Shape: "(3,)", Body: make([]byte, 99)}, []string{`"<f16"`, "astype(float)"}},
		{sample.NPY{Descr: "<U3", Shape: "(3,)", Body: make([]byte, 99)}, []string{"text"}},
		{sample.NPY{Descr: "<f8", Shape: "(2, 2, 2)", Body: make([]byte, 99)}, []string{"2×2×2", "two dimensions", "reshape"}},
		{sample.NPY{Descr: "<f8", Shape: "()", Body: make([]byte, 9)}, []string{"one number"}},
		{sample.NPY{Descr: "<f8", Shape: "(0, 4)"}, []string{"no samples"}},
		{sample.NPY{Descr: "<f8", Shape: "(2, 200000)", Body: make([]byte, 3200000)}, []string{"more than 100000 inputs"}},
		{sample.NPY{Header: "{'descr': [('a', '<f8'), ('b', '<f8')], 'fortran_order': False, 'shape': (3,)}"}, []string{"has fields", "structured_to_unstructured"}},
		{sample.NPY{Header: "{'descr': '<f8'}"}, []string{"not understood"}},
		{sample.NPY{Header: "{'descr'"}, []string{"not understood"}},
		{sample.NPY{Version: 9}, []string{"version 9"}},
	} {
		failure(t, Options{Paths: []string{write(t, "a.npy", c.f.Build())}}, false, append(c.want, "a.npy: ")...)
	}
	failure(t, Options{Paths: []string{write(t, "a.npy", npy.Magic+"\x02\x00\xff\xff\xff\xff")}}, false, "claims 4294967295 bytes")
	failure(t, Options{Paths: []string{write(t, "a.npy", npy.Magic+"\x02\x00\xff\x00")}}, false, "cut short")
}

func TestNPZ(t *testing.T) {
	arrays := map[string]sample.NPY{
		"X":       {Descr: "<f4", Shape: "(4, 2)", Fortran: true, Body: sample.Pack("<f4", 1, 2, 3, 4, 5, 6, 7, 8)},
		"label":   {Descr: "<U3", Shape: "(4,)", Body: []byte("u\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00u\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00v\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xe9\x00\x00\x00t\x00\x00\x00\xe9\x00\x00\x00")},
		"segment": {Descr: ">i8", Shape: "(4, 1)", Body: sample.Pack(">i8", 5, 5, 9, 9)},
		"group":   {Descr: "|S2", Shape: "(4,)", Body: []byte("p\x00p\x00q\x00q\x00")},
		"target":  {Descr: "<f8", Shape: "(4,)", Body: sample.Pack("<f8", .1, .2, .3, .4)},
		"extra":   {Descr: "<f8", Shape: "(7,)", Body: make([]byte, 56)},
		"inputs":  {Descr: "|S1", Shape: "(2,)", Body: []byte("ab")},
		"fs":      {Descr: "<i4", Shape: "()", Body: sample.Pack("<i4", 250)},
	}
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		s := mustOpen(t, Options{Paths: []string{write(t, "a.npz", sample.NPZ(t, method, arrays))}})
		if !mat.Equal(s.X, mat.NewDense(4, 2, []float64{1, 5, 2, 6, 3, 7, 4, 8})) || !slices.Equal(s.Inputs, []string{"a", "b"}) || s.Rate != 250 {
			t.Errorf("%v", s)
		}
		if want := []data.Segment{{Name: "5", Group: "p", Start: 0, End: 2, Held: false, Aside: false}, {Name: "9", Group: "q", Start: 2, End: 4, Held: false, Aside: false}}; !slices.Equal(s.Segments, want) {
			t.Errorf("%v", s.Segments)
		}
		if !slices.Equal(s.Classes, []string{"u", "v", "été"}) || !slices.Equal(s.Label, []int{0, 0, 1, 2}) || s.TargetName != "target" || s.Target[3] != .4 {
			t.Errorf("%v %v %v", s.Classes, s.Label, s.Target)
		}
		if !hasNote(s, "arrays left out: extra") {
			t.Errorf("%q", s.Notes)
		}
	}
	path := write(t, "b.npz", sample.NPZ(t, zip.Deflate, map[string]sample.NPY{
		"arr_0": {Descr: "<f8", Shape: "(2, 5)", Body: sample.Pack("<f8", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)},
		"arr_1": {Descr: "|u1", Shape: "(5,)", Body: []byte{0, 0, 1, 1, 1}},
	}))
	s := mustOpen(t, Options{Paths: []string{path}, Label: "arr_1"})
	if n, d := s.X.Dims(); n != 5 || d != 2 || s.X.At(1, 1) != 7 || !hasNote(s, "samples are stored in columns, as arr_1 has one value a column") {
		t.Errorf("%v", s)
	}
	failure(t, Options{Paths: []string{path}, Label: "arr_7"}, true, "--label arr_7", "x1")
}

// Every flag that names a column can also name an array next to the samples.
func TestNPZRolesByFlag(t *testing.T) {
	path := write(t, "a.npz", sample.NPZ(t, zip.Store, map[string]sample.NPY{
		"X":     {Descr: "<f8", Shape: "(6, 1)", Body: sample.Pack("<f8", 1, 2, 4, 7, 11, 16)},
		"part":  {Descr: "|S5", Shape: "(6,)", Body: []byte("traintraintraintraintest\x00test\x00")},
		"state": {Descr: "|u1", Shape: "(6,)", Body: []byte{3, 3, 4, 4, 3, 3}},
		"sure":  {Descr: "<f8", Shape: "(6,)", Body: sample.Pack("<f8", 1, 1, 2, 1, 1, 3)},
	}))
	s := mustOpen(t, Options{Paths: []string{path}, SplitColumn: "part", CutBy: "state", Importance: "sure"})
	if len(s.Segments) != 3 || s.Segments[1].Held || !s.Segments[2].Held {
		t.Errorf("%v", s.Segments)
	}
	if len(s.Inputs) != 1 || s.Importance == nil || s.Importance[2] != 2 {
		t.Errorf("inputs %v, importance %v", s.Inputs, s.Importance)
	}
}

// --array names the samples of a file with several arrays. An array of Python
// objects is skipped, with a note.
func TestArrayByName(t *testing.T) {
	path := write(t, "a.npz", sample.NPZ(t, zip.Store, map[string]sample.NPY{
		"drive": {Descr: "<f8", Shape: "(3, 1)", Body: sample.Pack("<f8", 1, 2, 4)},
		"fan":   {Descr: "<f8", Shape: "(3, 1)", Body: sample.Pack("<f8", 3, 5, 9)},
		"y":     {Descr: "|O", Shape: "(3,)"},
	}))
	failure(t, Options{Paths: []string{path}}, false, "as in --array ")
	s := mustOpen(t, Options{Paths: []string{path}, Array: "fan"})
	if s.X.At(2, 0) != 9 || len(s.Inputs) != 1 || !hasNote(s, "array y left out: the array holds Python objects") {
		t.Errorf("%v, notes %q", s.X.RawMatrix().Data, s.Notes)
	}
	failure(t, Options{Paths: []string{path}, Array: "far"}, true, "--array far", "drive, fan")
	failure(t, Options{Paths: []string{path}, Array: "y"}, false, "array y: the array holds Python objects")
	failure(t, Options{Paths: []string{path}, Array: "fan", Label: "y"}, false, "array y: the array holds Python objects")
	objects := write(t, "a.npz", sample.NPZ(t, zip.Store, map[string]sample.NPY{
		"X": {Descr: "|O", Shape: "(3,)"}, "fan": {Descr: "<f8", Shape: "(3, 1)", Body: sample.Pack("<f8", 3, 5, 9)},
	}))
	if s := mustOpen(t, Options{Paths: []string{objects}, Array: "fan"}); s.X.At(2, 0) != 9 {
		t.Errorf("beside an X of Python objects: %v", s.X.RawMatrix().Data)
	}
	failure(t, Options{Paths: []string{write(t, "a.csv", "a,b\n1,2\n3,5\n")}, Array: "a"}, true, "--array is for files of several arrays")
}

// --drop leaves out any array but the samples: one of another length, and one that is not
// read, of which nothing is noted then.
func TestArraysLeftOutByName(t *testing.T) {
	path := write(t, "a.npz", sample.NPZ(t, zip.Store, map[string]sample.NPY{
		"X":     {Descr: "<f8", Shape: "(3, 1)", Body: sample.Pack("<f8", 1, 2, 4)},
		"label": {Descr: "|u1", Shape: "(2,)", Body: []byte{1, 2}},
		"meta":  {Descr: "|O", Shape: "(1,)"},
	}))
	failure(t, Options{Paths: []string{path}}, false, "array label: it has 2 values, but there are 3 samples", "--drop label")
	s := mustOpen(t, Options{Paths: []string{path}, Drop: []string{"label", "meta"}})
	if s.Classes != nil || hasNote(s, "left out") {
		t.Errorf("classes %q, notes %q", s.Classes, s.Notes)
	}
	failure(t, Options{Paths: []string{path}, Drop: []string{"label", "mete"}}, true, "--drop mete")
}

func TestNPZErrors(t *testing.T) {
	two := sample.NPY{Descr: "<f8", Shape: "(2, 2)", Body: make([]byte, 32)}
	for _, c := range []struct {
		arrays map[string]sample.NPY
		want   []string
	}{
		{map[string]sample.NPY{"a": two, "b": two}, []string{"several arrays", "a (2×2), b (2×2)", "X"}},
		{map[string]sample.NPY{"X": two, "label": {Descr: "|u1", Shape: "(3,)", Body: make([]byte, 3)}}, []string{"array label: it has 3 values", "2 samples"}},
		{map[string]sample.NPY{"X": {Descr: "|O", Shape: "(2,)"}, "a": two}, []string{"array X", "objects"}},
		{map[string]sample.NPY{"X": {Descr: "<f8", Shape: "(1099511627776,)"}}, []string{"array X", "1099511627776 elements of 8 bytes are claimed", "cut short"}},
		{map[string]sample.NPY{"X": two, "label": {Descr: "|S1", Shape: "(1099511627776,)"}}, []string{"array label", "1099511627776 elements of 1 byte are claimed"}},
		{map[string]sample.NPY{"X": {Descr: "|u1", Shape: "(2, 200000)", Body: make([]byte, 400000)}}, []string{"more than 100000 inputs"}},
		{map[string]sample.NPY{"data": two, "indices": two, "indptr": two, "format": {Descr: "|S3", Shape: "()", Body: []byte("csr")}}, []string{"sparse SciPy matrix", "toarray"}},
		{map[string]sample.NPY{"names": {Descr: "|S1", Shape: "(2,)", Body: []byte("ab")}}, []string{"no numeric array, only names (2)", "save a matrix"}},
		{map[string]sample.NPY{"o": {Descr: "|O", Shape: "(2,)"}}, []string{"no arrays"}},
	} {
		failure(t, Options{Paths: []string{write(t, "a.npz", sample.NPZ(t, zip.Deflate, c.arrays))}}, false, append(c.want, "a.npz: ")...)
	}
	failure(t, Options{Paths: []string{write(t, "a.npz", "PK no")}}, false, "not an NPZ file")
	damaged := []byte(sample.NPZ(t, zip.Store, map[string]sample.NPY{"X": {Descr: "<f8", Shape: "(2, 2)", Body: sample.Pack("<f8", 1, 2, 3, 4)}}))
	damaged[bytes.Index(damaged, sample.Pack("<f8", 3))+1] ^= 1
	failure(t, Options{Paths: []string{write(t, "a.npz", string(damaged))}}, false, "checksum")
}

func TestNegativeImportance(t *testing.T) {
	csv := func(w string) string { return write(t, "w.csv", "x,w,z\n1,1,1\n2,0,2\n4,"+w+",3\n5,2,1\n") }
	numbers := func(w float64) string {
		return write(t, "w.npz", sample.NPZ(t, zip.Store, map[string]sample.NPY{
			"X": {Descr: "<f8", Shape: "(3, 1)", Body: sample.Pack("<f8", 1, 2, 4)},
			"w": {Descr: "<f8", Shape: "(3,)", Body: sample.Pack("<f8", 1, w, 2)},
		}))
	}
	failure(t, Options{Paths: []string{csv("-0.5")}, Importance: "w"}, false, "w.csv:4", "column w is -0.5", "0 or above", "--importance")
	failure(t, Options{Paths: []string{csv("1")}, TransitionImportance: "w"}, false, "w.csv:3", "column w is 0", "above 0", "--transition-importance")
	failure(t, Options{Paths: []string{numbers(-2)}, Importance: "w"}, false, "w.npz", "row 2, column w is -2", "0 or above")
	failure(t, Options{Paths: []string{numbers(0)}, TransitionImportance: "w"}, false, "row 2, column w is 0", "above 0")
	mustOpen(t, Options{Paths: []string{csv("3")}, Importance: "w", TransitionImportance: "z"})
	mustOpen(t, Options{Paths: []string{csv("-0.5")}, Target: "w"})
}
