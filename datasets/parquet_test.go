package datasets

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/datasets/format/columnar"
	"example.com/sfatui/datasets/internal/check"
	"github.com/parquet-go/parquet-go"
	"gonum.org/v1/gonum/mat"
)

// parquetRow is a row of a table with columns of many types.
type parquetRow struct {
	Row   int64     `parquet:"row"`
	When  time.Time `parquet:"when,timestamp(microsecond)"`
	A     float64   `parquet:"a,zstd"`
	B     float32   `parquet:"b,snappy"`
	C     int32     `parquet:"c,delta"`
	D     uint32    `parquet:"d"`
	E     bool      `parquet:"e"`
	F     *float64  `parquet:"f,optional"`
	Word  string    `parquet:"word,dict"`
	Lists []int64   `parquet:"lists,list"`
}

// parquetFile writes a Parquet file.
func parquetFile[T any](t testing.TB, rows []T) string {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, parquet.PageBufferSize(256))
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func parquetRows(n int) []parquetRow {
	rows := make([]parquetRow, n)
	for i := range rows {
		f := float64(i) / 2
		rows[i] = parquetRow{int64(i + 5), time.Date(2020, 1, 1, 0, 0, 10*i, 0, time.UTC), math.Sin(float64(i)), float32(i), int32(-i), math.MaxUint32 - uint32(i), i%2 == 1, &f,
			[]string{"u", "v"}[i/3%2], []int64{1, 2}}
	}
	return rows
}

func TestParquet(t *testing.T) {
	rows := parquetRows(300)
	path := write(t, "a.parquet", parquetFile(t, rows))
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
	path = write(t, "b.parquet", parquetFile(t, rows))
	failure(t, Options{Paths: []string{path}, Label: "word"}, false, "b.parquet: row 8: column f is NaN", "--drop f")
	mustOpen(t, Options{Paths: []string{path}, Drop: []string{"word", "f", "row"}})
	// together with a text of the same columns
	type pair struct{ X, Y float64 }
	a := write(t, "c.parquet", parquetFile(t, []pair{{1, 2}, {3, 4}}))
	b := write(t, "d.csv", "X,Y\n5,6\n7,8\n")
	s = mustOpen(t, Options{Paths: []string{a}, TestPaths: []string{b}})
	if !mat.Equal(s.X, mat.NewDense(4, 2, []float64{1, 2, 3, 4, 5, 6, 7, 8})) || !s.Segments[1].Held {
		t.Errorf("%v", s)
	}
	type texts struct{ When, X string }
	failure(t, Options{Paths: []string{write(t, "e.parquet", parquetFile(t, []texts{{"a", "b"}}))}}, false, "no column holds numbers")
}

func TestParquetErrors(t *testing.T) {
	whole := parquetFile(t, parquetRows(50))
	for _, c := range []struct{ text, want string }{
		{"PAR1", "too short"}, {strings.Repeat("x", 40), "does not begin with PAR1"}, {whole[:len(whole)-30], "cut short"},
		{"PAR1\xff\xff\xff\x7fPAR1", "claims 2147483647 bytes"}, {"PARE" + whole[4:], "encrypted"},
		{"PAR1\x19\xfc\xff\xff\xff\xff\x07\x07\x00\x00\x00PAR1", "metadata is cut short"}, // a list of 2³¹ structs
	} {
		failure(t, Options{Paths: []string{write(t, "a.parquet", c.text)}}, false, "a.parquet: ", c.want)
	}
}

func FuzzParquet(f *testing.F) {
	f.Add([]byte(parquetFile(f, parquetRows(3))))
	f.Add([]byte("PAR1\x19\xfc\xff\xff\xff\xff\x07\x07\x00\x00\x00PAR1"))
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) { check.Read(t, &columnar.Parquet, folder, b) })
}
