package datasets

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/npy"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format/array"
	"example.com/sfatui/datasets/internal/check"
	"gonum.org/v1/gonum/mat"
)

// npyFile describes an NPY file to build; its values are written in the order
// they have.
type npyFile struct {
	version byte
	descr   string
	fortran bool
	shape   string
	body    []byte
	header  string // written instead of one made of the others
}

func (f npyFile) build() string {
	h := f.header
	if h == "" {
		h = fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n", f.descr, map[bool]string{true: "True", false: "False"}[f.fortran], f.shape)
	}
	version := max(f.version, 1)
	b := append([]byte(npy.Magic), version, 0)
	if version == 1 {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(h)))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(h)))
	}
	return string(append(append(b, h...), f.body...))
}

// pack encodes values as elements of a type such as "<i2".
func pack(descr string, values ...float64) []byte {
	var order binary.ByteOrder = binary.LittleEndian
	if descr[0] == '>' {
		order = binary.BigEndian
	}
	var out []byte
	for _, v := range values {
		b := make([]byte, 8)
		switch descr[1:] {
		case "f8":
			order.PutUint64(b, math.Float64bits(v))
		case "f4":
			order.PutUint32(b, math.Float32bits(float32(v)))
		case "i8", "u8":
			order.PutUint64(b, uint64(int64(v)))
		case "i4", "u4":
			order.PutUint32(b, uint32(int64(v)))
		case "i2", "u2":
			order.PutUint16(b, uint16(int64(v)))
		default:
			b[0] = byte(int64(v))
		}
		out = append(out, b[:int(descr[2]-'0')]...)
	}
	return out
}

func TestNPYTypes(t *testing.T) {
	for _, descr := range []string{"<f8", ">f8", "=f8", "<f4", ">f4", "|i1", "<i2", ">i2", "<i4", ">i4", "<i8", ">i8"} {
		body := pack(strings.Replace(descr, "=", "<", 1), 1, -2, 3, 4, -5, 6)
		for version := byte(1); version <= 3; version++ {
			s := mustOpen(t, Options{Paths: []string{write(t, "a.npy", npyFile{version: version, descr: descr, shape: "(3, 2)", body: body}.build())}})
			if !mat.Equal(s.X, mat.NewDense(3, 2, []float64{1, -2, 3, 4, -5, 6})) || !slices.Equal(s.Inputs, []string{"x1", "x2"}) {
				t.Errorf("%s: %v", descr, mat.Formatted(s.X))
			}
		}
		s := mustOpen(t, Options{Paths: []string{write(t, "a.npy", npyFile{descr: descr, fortran: true, shape: "(3L, 2L)", body: body}.build())}})
		if !mat.Equal(s.X, mat.NewDense(3, 2, []float64{1, 4, -2, -5, 3, 6})) {
			t.Errorf("%s by columns: %v", descr, mat.Formatted(s.X))
		}
	}
	for _, descr := range []string{"|u1", "<u2", ">u2", "<u4", ">u4", "<u8", ">u8"} {
		s := mustOpen(t, Options{Paths: []string{write(t, "a.npy", npyFile{descr: descr, shape: "(2,)", body: pack(descr, 200, 7)}.build())}})
		if s.X.At(0, 0) != 200 || s.X.At(1, 0) != 7 {
			t.Errorf("%s: %v", descr, mat.Formatted(s.X))
		}
	}
	s := mustOpen(t, Options{Paths: []string{write(t, "a.npy", npyFile{descr: "|b1", shape: "(3,)", body: []byte{1, 0, 1}}.build())}})
	if s.X.At(0, 0) != 1 || s.X.At(1, 0) != 0 {
		t.Errorf("bool: %v", mat.Formatted(s.X))
	}
}

func TestNPYShapesAndRoles(t *testing.T) {
	row := write(t, "row.npy", npyFile{descr: "<f8", shape: "(1, 4)", body: pack("<f8", 1, 2, 3, 5)}.build())
	s := mustOpen(t, Options{Paths: []string{row}})
	if n, d := s.X.Dims(); n != 4 || d != 1 || !hasNote(s, "one row of 4 values is taken as one channel") {
		t.Errorf("%v", s)
	}
	wide := write(t, "wide.npy", npyFile{descr: "<i2", shape: "(2, 8)", body: pack("<i2", 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18)}.build())
	if s = mustOpen(t, Options{Paths: []string{wide}}); !hasNote(s, "2 rows of 8 columns; if each row is a variable, read it with --transpose") {
		t.Errorf("%q", s.Notes)
	}
	if s = openTransposed(t, Options{Paths: []string{wide}}); s.X.At(7, 1) != 18 || s.X.At(0, 1) != 11 {
		t.Errorf("%v", mat.Formatted(s.X))
	}
	x := write(t, "x.npy", npyFile{descr: "<f8", shape: "(4, 4)", body: pack("<f8",
		1, 7, 0, .5,
		2, 7, 0, .6,
		3, 8, 1, .7,
		4, 8, 1, .8)}.build())
	s = mustOpen(t, Options{Paths: []string{x}, Segment: "x2", Label: "x3", Target: "x4"})
	if len(s.Segments) != 2 || s.Segments[1].Name != "8" || !slices.Equal(s.Classes, []string{"0", "1"}) || !slices.Equal(s.Target, []float64{.5, .6, .7, .8}) ||
		!mat.Equal(s.X, mat.NewDense(4, 1, []float64{1, 2, 3, 4})) {
		t.Errorf("%v", s)
	}
	s = mustOpen(t, Options{Paths: []string{x}, Drop: []string{"x2"}, Segment: "x3", Where: "segment=1"})
	if !mat.Equal(s.X, mat.NewDense(2, 2, []float64{3, .7, 4, .8})) {
		t.Errorf("%v", s)
	}
	nan := write(t, "nan.npy", npyFile{descr: "<f8", shape: "(5, 2)", body: pack("<f8", 1, 2, 3, 4, 5, math.NaN(), 7, 8, 9, 9)}.build())
	failure(t, Options{Paths: []string{nan}}, false, "nan.npy: row 3: column x2 is NaN", "--drop x2")
	mustOpen(t, Options{Paths: []string{nan}, Drop: []string{"x2"}})
	s = openSplit(t, Options{Paths: []string{nan}})
	if len(s.Segments) != 2 || s.X.At(2, 0) != 7 || !hasNote(s, "1 incomplete row (the first is row 3)") {
		t.Errorf("%v", s)
	}
}

func TestNPYErrors(t *testing.T) {
	for _, c := range []struct {
		f    npyFile
		want []string
	}{
		{npyFile{descr: "<f8", shape: "(1099511627776,)"}, []string{"1099511627776 elements", "cut short"}},
		{npyFile{descr: "<f8", shape: "(4294967296, 4294967296)"}, []string{"more than any file holds"}},
		{npyFile{descr: "<f8", shape: "(3,)", body: make([]byte, 23)}, []string{"3 elements of 8 bytes", "23 of their bytes"}},
		{npyFile{descr: "|O", shape: "(3,)", body: make([]byte, 99)}, []string{"Python objects", "astype(float)"}},
		{npyFile{descr: "<c16", shape: "(3,)", body: make([]byte, 99)}, []string{"complex"}},
		{npyFile{descr: "<M8[ns]", shape: "(3,)", body: make([]byte, 99)}, []string{"dates"}},
		{npyFile{descr: "<f16", shape: "(3,)", body: make([]byte, 99)}, []string{`"<f16"`, "astype(float)"}},
		{npyFile{descr: "<U3", shape: "(3,)", body: make([]byte, 99)}, []string{"texts"}},
		{npyFile{descr: "<f8", shape: "(2, 2, 2)", body: make([]byte, 99)}, []string{"2×2×2", "two dimensions", "reshape"}},
		{npyFile{descr: "<f8", shape: "()", body: make([]byte, 9)}, []string{"one number"}},
		{npyFile{descr: "<f8", shape: "(0, 4)"}, []string{"no samples"}},
		{npyFile{descr: "<f8", shape: "(2, 200000)", body: make([]byte, 3200000)}, []string{"more than 100000 inputs"}},
		{npyFile{header: "{'descr': [('a', '<f8'), ('b', '<f8')], 'fortran_order': False, 'shape': (3,)}"}, []string{"has fields", "structured_to_unstructured"}},
		{npyFile{header: "{'descr': '<f8'}"}, []string{"not understood"}},
		{npyFile{header: "{'descr'"}, []string{"not understood"}},
		{npyFile{version: 9}, []string{"version 9"}},
	} {
		failure(t, Options{Paths: []string{write(t, "a.npy", c.f.build())}}, false, append(c.want, "a.npy: ")...)
	}
	failure(t, Options{Paths: []string{write(t, "a.npy", npy.Magic+"\x02\x00\xff\xff\xff\xff")}}, false, "claims 4294967295 bytes")
	failure(t, Options{Paths: []string{write(t, "a.npy", npy.Magic+"\x02\x00\xff\x00")}}, false, "cut short")
}

// npzFile builds an archive of NPY files.
func npzFile(t testing.TB, method uint16, arrays map[string]npyFile) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, a := range arrays {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(a.build())); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestNPZ(t *testing.T) {
	arrays := map[string]npyFile{
		"X":       {descr: "<f4", shape: "(4, 2)", fortran: true, body: pack("<f4", 1, 2, 3, 4, 5, 6, 7, 8)},
		"label":   {descr: "<U3", shape: "(4,)", body: []byte("u\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00u\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00v\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xe9\x00\x00\x00t\x00\x00\x00\xe9\x00\x00\x00")},
		"segment": {descr: ">i8", shape: "(4, 1)", body: pack(">i8", 5, 5, 9, 9)},
		"group":   {descr: "|S2", shape: "(4,)", body: []byte("p\x00p\x00q\x00q\x00")},
		"target":  {descr: "<f8", shape: "(4,)", body: pack("<f8", .1, .2, .3, .4)},
		"extra":   {descr: "<f8", shape: "(7,)", body: make([]byte, 56)},
		"inputs":  {descr: "|S1", shape: "(2,)", body: []byte("ab")},
		"fs":      {descr: "<i4", shape: "()", body: pack("<i4", 250)},
	}
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		s := mustOpen(t, Options{Paths: []string{write(t, "a.npz", npzFile(t, method, arrays))}})
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
	path := write(t, "b.npz", npzFile(t, zip.Deflate, map[string]npyFile{
		"arr_0": {descr: "<f8", shape: "(2, 5)", body: pack("<f8", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)},
		"arr_1": {descr: "|u1", shape: "(5,)", body: []byte{0, 0, 1, 1, 1}},
	}))
	s := mustOpen(t, Options{Paths: []string{path}, Label: "arr_1"})
	if n, d := s.X.Dims(); n != 5 || d != 2 || s.X.At(1, 1) != 7 || !hasNote(s, "samples are stored in columns, as arr_1 has one value a column") {
		t.Errorf("%v", s)
	}
	failure(t, Options{Paths: []string{path}, Label: "arr_7"}, true, "--label arr_7", "x1")
}

func TestNPZErrors(t *testing.T) {
	two := npyFile{descr: "<f8", shape: "(2, 2)", body: make([]byte, 32)}
	for _, c := range []struct {
		arrays map[string]npyFile
		want   []string
	}{
		{map[string]npyFile{"a": two, "b": two}, []string{"which array", "a (2×2), b (2×2)", "X"}},
		{map[string]npyFile{"X": two, "label": {descr: "|u1", shape: "(3,)", body: make([]byte, 3)}}, []string{"array label: it has 3 values", "2 samples"}},
		{map[string]npyFile{"X": {descr: "|O", shape: "(2,)"}}, []string{"array X", "objects"}},
		{map[string]npyFile{"X": {descr: "<f8", shape: "(1099511627776,)"}}, []string{"array X", "1099511627776 elements of 8 bytes are claimed", "cut short"}},
		{map[string]npyFile{"X": two, "label": {descr: "|S1", shape: "(1099511627776,)"}}, []string{"array label", "1099511627776 elements of 1 byte are claimed"}},
		{map[string]npyFile{"X": {descr: "|u1", shape: "(2, 200000)", body: make([]byte, 400000)}}, []string{"more than 100000 inputs"}},
		{map[string]npyFile{"o": {descr: "|O", shape: "(2,)"}}, []string{"no arrays"}},
	} {
		failure(t, Options{Paths: []string{write(t, "a.npz", npzFile(t, zip.Deflate, c.arrays))}}, false, append(c.want, "a.npz: ")...)
	}
	failure(t, Options{Paths: []string{write(t, "a.npz", "PK no")}}, false, "not an NPZ file")
	damaged := []byte(npzFile(t, zip.Store, map[string]npyFile{"X": {descr: "<f8", shape: "(2, 2)", body: pack("<f8", 1, 2, 3, 4)}}))
	damaged[bytes.Index(damaged, pack("<f8", 3))+1] ^= 1
	failure(t, Options{Paths: []string{write(t, "a.npz", string(damaged))}}, false, "checksum")
}

func FuzzNPY(f *testing.F) {
	for _, a := range []npyFile{
		{descr: "<f8", shape: "(3, 2)", body: make([]byte, 48)}, {version: 2, descr: ">i2", fortran: true, shape: "(2, 3)", body: make([]byte, 12)},
		{descr: "<f8", shape: "(1099511627776,)"}, {descr: "<U3", shape: "(1,)"}, {header: "{'descr': [('a', '<f8')], 'shape': (3,)}"},
	} {
		f.Add([]byte(a.build()))
	}
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) { check.Read(t, &array.NPY, folder, b) })
}

func FuzzNPZ(f *testing.F) {
	arrays := map[string]npyFile{
		"X":      {descr: "<f4", shape: "(4, 2)", body: make([]byte, 32)},
		"label":  {descr: "<U1", shape: "(4,)", body: make([]byte, 16)},
		"inputs": {descr: "|S1", shape: "(2,)", body: []byte("ab")},
	}
	f.Add([]byte(npzFile(f, zip.Store, arrays)))
	f.Add([]byte(npzFile(f, zip.Deflate, arrays)))
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, b []byte) { check.Read(t, &array.NPZ, folder, b) })
}
