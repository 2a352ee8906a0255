package datasets

import (
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/internal/sample"
	"gonum.org/v1/gonum/mat"
)

func TestParquet(t *testing.T) {
	rows := sample.ParquetRows(300)
	path := write(t, "a.parquet", sample.Parquet(t, rows))
	failure(t, Options{Paths: []string{path}}, false, "a.parquet: column word holds text", `"u"`, "--drop word")
	s := mustOpen(t, Options{Paths: []string{path}, Label: "word"})
	if n, d := s.X.Dims(); n != 300 || d != 6 || !slices.Equal(s.Inputs, []string{"a", "b", "c", "d", "e", "f"}) || s.Rate != .1 || !slices.Equal(s.Classes, []string{"u", "v"}) {
		t.Fatalf("%v", s)
	}
	for i, r := range rows {
		want := []float64{r.A, float64(r.B), float64(r.C), float64(r.D), float64(i % 2), *r.F}
		if !slices.Equal(s.X.RawRowView(i), want) {
			t.Fatalf("row %d: %v, want %v", i, s.X.RawRowView(i), want)
		}
	}
	for _, note := range []string{"lists or of types that are not read left out: lists", "column row counts the rows", "when is the time of each row, not an input; a row every 10 s"} {
		if !hasNote(s, note) {
			t.Errorf("no note %q in %q", note, s.Notes)
		}
	}
	rows[7].F = nil
	path = write(t, "b.parquet", sample.Parquet(t, rows))
	failure(t, Options{Paths: []string{path}, Label: "word"}, false, "b.parquet: row 8: column f is NaN", "--drop f")
	mustOpen(t, Options{Paths: []string{path}, Drop: []string{"word", "f", "row"}})
	// together with a text of the same columns
	type pair struct{ X, Y float64 }
	a := write(t, "c.parquet", sample.Parquet(t, []pair{{1, 2}, {3, 4}}))
	b := write(t, "d.csv", "X,Y\n5,6\n7,8\n")
	s = mustOpen(t, Options{Paths: []string{a}, TestPaths: []string{b}})
	if !mat.Equal(s.X, mat.NewDense(4, 2, []float64{1, 2, 3, 4, 5, 6, 7, 8})) || !s.Segments[1].Held {
		t.Errorf("%v", s)
	}
	type texts struct{ When, X string }
	failure(t, Options{Paths: []string{write(t, "e.parquet", sample.Parquet(t, []texts{{"a", "b"}}))}}, false, "no column holds numbers")
}

// Decimals in bytes are numbers.
func TestParquetDecimals(t *testing.T) {
	type row struct {
		D [3]byte `parquet:"d,decimal(2:6)"`
		X float64 `parquet:"x"`
	}
	rows := []row{{[3]byte{0, 0, 150}, 1}, {[3]byte{0xff, 0xff, 0x6a}, 2}, {[3]byte{0, 1, 0}, 4}}
	s := mustOpen(t, Options{Paths: []string{write(t, "a.parquet", sample.Parquet(t, rows))}})
	if want := mat.NewDense(3, 2, []float64{1.5, 1, -1.5, 2, 2.56, 4}); !mat.EqualApprox(s.X, want, 1e-15) {
		t.Errorf("%v", s.X.RawMatrix().Data)
	}
}

func TestParquetErrors(t *testing.T) {
	whole := sample.Parquet(t, sample.ParquetRows(50))
	for _, c := range []struct{ text, want string }{
		{"PAR1", "too short"}, {strings.Repeat("x", 40), "does not begin with PAR1"}, {whole[:len(whole)-30], "cut short"},
		{"PAR1\xff\xff\xff\x7fPAR1", "claims 2147483647 bytes"}, {"PARE" + whole[4:], "encrypted"},
		{"PAR1\x19\xfc\xff\xff\xff\xff\x07\x07\x00\x00\x00PAR1", "metadata is cut short"}, // a list of 2³¹ structs
	} {
		failure(t, Options{Paths: []string{write(t, "a.parquet", c.text)}}, false, "a.parquet: ", c.want)
	}
}
