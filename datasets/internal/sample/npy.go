package sample

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"example.com/sfatui/datasets/npy"
)

// NPY describes an NPY file to build; the fields are written without checks.
type NPY struct {
	Version byte
	Descr   string
	Fortran bool
	Shape   string
	Body    []byte
	Header  string // replaces the generated header
}

func (f NPY) Build() string {
	h := f.Header
	if h == "" {
		h = fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n", f.Descr, map[bool]string{true: "True", false: "False"}[f.Fortran], f.Shape)
	}
	version := max(f.Version, 1)
	b := append([]byte(npy.Magic), version, 0)
	if version == 1 {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(h)))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(h)))
	}
	return string(append(append(b, h...), f.Body...))
}

// Pack encodes values as elements of a type such as "<i2".
func Pack(descr string, values ...float64) []byte {
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

// NPZ builds an archive of NPY files.
func NPZ(t testing.TB, method uint16, arrays map[string]NPY) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, a := range arrays {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(a.Build())); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
