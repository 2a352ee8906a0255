package datasets

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/internal/sample"
	"github.com/parquet-go/parquet-go"
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

// A page of version 2 with nulls only has no bytes, which other programs mark
// as compressed. The file is one of the library, whose page has the one byte of
// an empty block, without that byte.
func TestParquetPagesOfNulls(t *testing.T) {
	type row struct {
		A *float64 `parquet:"a,optional"`
		B float64  `parquet:"b"`
	}
	var rows []row
	for i := range 40 {
		rows = append(rows, row{nil, float64(i * i)})
	}
	var b bytes.Buffer
	if err := parquet.Write(&b, rows, parquet.DataPageVersion(2), parquet.Compression(&parquet.Snappy)); err != nil {
		t.Fatal(err)
	}
	file := b.Bytes()
	page := bytes.Index(file, []byte{0x15, 6, 0x15, 4, 0x15, 6, 0x15}) // type, unpacked, packed, checksum
	sizes := bytes.LastIndex(file, []byte{0x16, 0x44, 0x16, 0x46})     // of the column, unpacked and packed
	if page < 0 || sizes < 0 {
		t.Fatal("the library writes such pages otherwise")
	}
	sum := binary.AppendVarint(nil, int64(int32(crc32.ChecksumIEEE([]byte{0x50, 0}))))
	sum[len(sum)-1] |= 0x80 // as long as before
	copy(file[page+7:], append(sum, 0))
	file[page+5], file[sizes+3] = 4, 0x44
	path := write(t, "nulls.parquet", string(file))
	failure(t, Options{Paths: []string{path}}, false, "column a is NaN")
	s := mustOpen(t, Options{Paths: []string{path}, Drop: []string{"a"}})
	if n, _ := s.X.Dims(); n != 40 || s.X.At(39, 0) != 39*39 {
		t.Errorf("%d rows, last %v", n, s.X.At(n-1, 0))
	}
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
