package datasets

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"
	"testing"
	"time"

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
	for _, note := range []string{"lists or of unsupported types left out: lists", "column row counts the rows", "when is the time of each row, not an input; a row every 10 s"} {
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

// Pages of version 2 without values are passed over. The file is written by hand: a column a
// of doubles, optional, with a page for each list of values.
func TestParquetPagesWithoutValues(t *testing.T) {
	number := func(b []byte, head byte, v int) []byte { return binary.AppendVarint(append(b, head), int64(v)) }
	file := []byte("PAR1")
	for _, values := range [][]float64{{1.5}, {}, {2.5, -4}, {}} {
		var body []byte
		if len(values) > 0 {
			body = []byte{byte(2 * len(values)), 1} // a run of values that are there
		}
		levels := len(body)
		body = append(body, sample.Pack("<f8", values...)...)
		head := number(number(number(nil, 0x15, 3), 0x15, len(body)), 0x15, len(body)) // type and sizes
		head = number(append(head, 0x5c), 0x15, len(values))
		head = number(number(number(head, 0x15, 0), 0x15, len(values)), 0x15, 0) // nulls, rows, encoding
		head = append(number(number(head, 0x15, levels), 0x15, 0), 0, 0)
		file = append(append(file, head...), body...)
	}
	size := len(file) - 4
	footer := []byte("\x15\x02\x19\x2c\x48\x04root\x15\x02\x00\x15\x0a\x25\x02\x18\x01a\x00\x16\x06\x19\x1c")
	footer = append(footer, "\x19\x1c\x26\x08\x1c\x15\x0a\x19\x15\x00\x19\x18\x01a\x15\x00\x16\x06"...)
	footer = append(number(number(footer, 0x16, size), 0x16, size), "\x26\x08\x00\x00"...)
	footer = append(number(footer, 0x16, size), "\x16\x06\x00\x00"...)
	file = append(append(file, footer...), binary.LittleEndian.AppendUint32(nil, uint32(len(footer)))...)
	s := mustOpen(t, Options{Paths: []string{write(t, "a.parquet", string(file)+"PAR1")}})
	if got := s.X.RawMatrix().Data; !slices.Equal(got, []float64{1.5, 2.5, -4}) {
		t.Errorf("%v", got)
	}
}

// Of several columns of times the first is that of the rows, or the one that is named.
func TestParquetTimes(t *testing.T) {
	type row struct {
		A time.Time `parquet:"a,timestamp(millisecond)"`
		B time.Time `parquet:"b,timestamp(millisecond)"`
		X float64   `parquet:"x"`
	}
	var rows []row
	for i := range 30 {
		rows = append(rows, row{time.UnixMilli(int64(500 * i)), time.UnixMilli(int64(250 * i)), float64(i * i % 7)})
	}
	path := write(t, "a.parquet", sample.Parquet(t, rows))
	if s := mustOpen(t, Options{Paths: []string{path}}); s.Rate != 2 || !hasNote(s, "further columns of times left out: b; choose the one to use with --clock") {
		t.Errorf("rate %g, notes %q", s.Rate, s.Notes)
	}
	if s := mustOpen(t, Options{Paths: []string{path}, Clock: "b", Drop: []string{"a"}}); s.Rate != 4 || hasNote(s, "left out") {
		t.Errorf("rate %g, notes %q", s.Rate, s.Notes)
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
