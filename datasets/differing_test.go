package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"example.com/sfatui/datasets/internal/sample"
	"github.com/parquet-go/parquet-go"
)

// TestDiffering opens a folder of tables of which a few have other inputs.
func TestDiffering(t *testing.T) {
	files := map[string]string{
		"less.csv": "a,c\n1,2\n3,4\n", "more.csv": "a,b,c,d\n1,2,3,4\n5,6,7,9\n", "turned.csv.gz": sample.Gzip("c,b,a\n3,2,1\n30,20,10\n"),
	}
	for i := range 4 {
		files[fmt.Sprintf("run%d.csv", i)] = "a,b,c\n1,2,3\n10,20,30\n"
	}
	dir := putFiles(t, files)
	o := Options{Paths: []string{dir}}
	failure(t, o, false, "with --drop b,d",
		"Of 7 files 3 files have other inputs: less.csv (lacks b), more.csv (has d besides), turned.csv.gz (has them in another order); leave out with --differing leave-out, or keep the 2 inputs that all have (a, c) with --differing common")
	o.Differing = "leave-out"
	if s := mustOpen(t, o); len(s.Segments) != 4 || !slices.Equal(s.Inputs, []string{"a", "b", "c"}) || !hasNote(s, "left out, because their inputs differ from those of the other 4: 3 files: less.csv (lacks b)") {
		t.Errorf("%v, inputs %q, notes %q", s.Segments, s.Inputs, s.Notes)
	}
	o.Differing = "common"
	s := mustOpen(t, o)
	if len(s.Segments) != 7 || !slices.Equal(s.Inputs, []string{"a", "c"}) || !hasNote(s, "only the 2 inputs that all files have are kept (a, c), because 3 files have other inputs") {
		t.Errorf("%v, inputs %q, notes %q", s.Segments, s.Inputs, s.Notes)
	}
	last := s.Segments[6]
	if last.Name != "turned.csv.gz" || s.X.At(last.Start, 0) != 1 || s.X.At(last.Start+1, 1) != 30 {
		t.Errorf("%v begins with %v", last, s.X.RawRowView(last.Start))
	}

	texts := putFiles(t, map[string]string{"a.csv": "x,y\n1,2\n3,4\n", "b.csv": "x,y\n1,2\n5,4\n", "notes.csv": "who,what\nAnna,left\nBert,came\n", "none.csv": ""})
	failure(t, Options{Paths: []string{texts}, Differing: "common"}, false, "is empty")
	if s := mustOpen(t, Options{Paths: []string{texts}, Differing: "leave-out"}); len(s.Segments) != 2 || !hasNote(s, "notes.csv (cannot be read: ") {
		t.Errorf("%v, notes %q", s.Segments, s.Notes)
	}
	plain := putFiles(t, map[string]string{"a.csv": "1,2\n3,4\n", "b.csv": "1,2\n5,4\n", "c.csv": "1,2,3\n5,4,3\n"})
	_, err := Open(t.Context(), Options{Paths: []string{plain}}, nil)
	if want := "c.csv (has x3 besides); leave out with --differing leave-out"; err == nil || err.Error()[len(err.Error())-len(want):] != want {
		t.Errorf("columns without names: %v", err)
	}
	failure(t, Options{Paths: []string{plain}, Differing: "some"}, true, "--differing some: choose refuse, leave-out or common")
}

// TestDifferingOfAllFormats opens files whose inputs do not follow from their
// beginnings.
func TestDifferingOfAllFormats(t *testing.T) {
	npy := func(name, shape string, n int) string {
		return write(t, name, sample.NPY{Descr: "<f8", Shape: shape, Body: make([]byte, 8*n)}.Build())
	}
	arrays := []string{npy("a.npy", "(4, 2)", 8), npy("b.npy", "(5, 2)", 10), npy("c.npy", "(4, 3)", 12)}
	failure(t, Options{Paths: arrays}, false, "c.npy (has x3 besides); leave out with --differing leave-out")
	if s := mustOpen(t, Options{Paths: arrays, Differing: "leave-out"}); len(s.Segments) != 2 || s.X.RawMatrix().Rows != 9 || !hasNote(s, "c.npy (has x3 besides)") {
		t.Errorf("%v, notes %q", s.Segments, s.Notes)
	}
	failure(t, Options{Paths: arrays, Differing: "common"}, true, "keeps inputs by their names, and those of an NPY file have none")

	arff := func(name, attributes, rows string) string {
		return write(t, name, "@relation r\n"+attributes+"@data\n"+rows)
	}
	two, three := "@attribute x numeric\n@attribute y numeric\n", "@attribute z numeric\n@attribute x numeric\n@attribute y numeric\n"
	series := []string{arff("a.arff", two, "1,2\n3,4\n"), arff("b.arff", two, "1,5\n3,6\n"), arff("c.arff", three, "9,1,2\n9,7,8\n")}
	if s := mustOpen(t, Options{Paths: series, Differing: "common"}); s.X.RawMatrix().Rows != 6 || !slices.Equal(s.Inputs, []string{"x", "y"}) || s.X.At(5, 1) != 8 {
		t.Errorf("inputs %q, %v", s.Inputs, s.X)
	}
	sounds := []string{write(t, "a.wav", "RIFF"), write(t, "b.wav", "RIFF")}
	failure(t, Options{Paths: sounds, Differing: "leave-out"}, true, "sound and images have no inputs of their own")
}

// TestDifferingParquet selects the columns that Parquet files have in common,
// by name.
func TestDifferingParquet(t *testing.T) {
	type two struct{ A, B float64 }
	type three struct{ B, C, A float64 }
	var narrow, wide bytes.Buffer
	if err := errors.Join(parquet.Write(&narrow, []two{{1, 2}, {3, 4}}), parquet.Write(&wide, []three{{5, 0, 6}, {7, 0, 8}})); err != nil {
		t.Fatal(err)
	}
	files := []string{write(t, "a.parquet", narrow.String()), write(t, "b.parquet", narrow.String()), write(t, "c.parquet", wide.String())}
	failure(t, Options{Paths: files}, false, "c.parquet (has C besides); leave out with --differing leave-out, or keep the 2 inputs that all have (A, B)")
	s := mustOpen(t, Options{Paths: files, Differing: "common"})
	if !slices.Equal(s.Inputs, []string{"A", "B"}) || s.X.RawMatrix().Rows != 6 || !slices.Equal(s.X.RawRowView(5), []float64{8, 7}) {
		t.Errorf("inputs %q, %v", s.Inputs, s.X)
	}
	if s = mustOpen(t, Options{Paths: files, Differing: "leave-out"}); len(s.Segments) != 2 {
		t.Errorf("%v, notes %q", s.Segments, s.Notes)
	}
}
