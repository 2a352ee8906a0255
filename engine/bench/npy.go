package main

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"

	"example.com/sfatui/datasets/npy"
	"gonum.org/v1/gonum/mat"
)

// npyWriter writes a matrix of float64 row by row.
type npyWriter struct {
	f   *os.File
	buf *bufio.Writer
	b   []byte
}

// createNPY creates a file of n×d numbers in C order.
func createNPY(path string, n, d int) (*npyWriter, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	w := &npyWriter{f: f, buf: bufio.NewWriterSize(f, 1<<20), b: make([]byte, 8*d)}
	w.buf.Write(npy.Append(nil, "<f8", n, d))
	return w, nil
}

// row writes the next d numbers.
func (w *npyWriter) row(x []float64) error {
	for j, v := range x {
		binary.LittleEndian.PutUint64(w.b[8*j:], math.Float64bits(v))
	}
	_, err := w.buf.Write(w.b)
	return err
}

// close writes the file to disk and closes it. Without the sync, the system would write it back
// during the measurement, which may write gigabytes itself.
func (w *npyWriter) close() error { return cmp.Or(w.buf.Flush(), w.f.Sync(), w.f.Close()) }

// writeNPY writes a whole matrix.
func writeNPY(path string, m *mat.Dense) error {
	n, d := m.Dims()
	w, err := createNPY(path, n, d)
	if err != nil {
		return err
	}
	for i := range n {
		if err := w.row(m.RawRowView(i)); err != nil {
			w.close()
			return err
		}
	}
	return w.close()
}

// readNPY reads a matrix of float64 in C order.
func readNPY(path string) (*mat.Dense, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<20)
	n, d, err := npyShape(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	m := mat.NewDense(n, d, nil)
	b := make([]byte, 8*d)
	for i := range n {
		if _, err := io.ReadFull(r, b); err != nil {
			return nil, fmt.Errorf("%s: row %d of %d: %w", path, i, n, err)
		}
		row := m.RawRowView(i)
		for j := range row {
			row[j] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*j:]))
		}
	}
	return m, nil
}

// npyShape reads the header that createNPY or numpy.save writes, and returns the shape.
func npyShape(r io.Reader) (n, d int, err error) {
	h, err := npy.Read(r)
	if err != nil {
		return 0, 0, err
	}
	dims, err := h.Dims()
	switch {
	case err != nil:
		return 0, 0, err
	case h.Type != "<f8" || h.Fortran || len(dims) != 2:
		return 0, 0, fmt.Errorf("elements of %s in an array of shape %s: want float64, two dimensions, C order", h.Type, h.Shape)
	case dims[0] < 1 || dims[1] < 1:
		return 0, 0, fmt.Errorf("shape %d×%d", dims[0], dims[1])
	}
	return dims[0], dims[1], nil
}
