package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// npyMagic begins a file of NPY format 1.0, which numpy.load reads.
const npyMagic = "\x93NUMPY\x01\x00"

// npyWriter writes a matrix of float64 row by row.
type npyWriter struct {
	f   *os.File
	buf *bufio.Writer
	b   []byte
}

// createNPY begins a file of n×d numbers in C order.
func createNPY(path string, n, d int) (*npyWriter, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	w := &npyWriter{f: f, buf: bufio.NewWriterSize(f, 1<<20), b: make([]byte, 8*d)}
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", n, d)
	used := len(npyMagic) + 2 + len(header) + 1
	header += strings.Repeat(" ", (64-used%64)%64) + "\n"
	w.buf.WriteString(npyMagic)
	w.buf.Write(binary.LittleEndian.AppendUint16(nil, uint16(len(header))))
	w.buf.WriteString(header)
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

func (w *npyWriter) close() error {
	err := w.buf.Flush()
	if e := w.f.Close(); err == nil {
		err = e
	}
	return err
}

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

// npyShape reads the header that createNPY or numpy.save writes.
func npyShape(r io.Reader) (n, d int, err error) {
	head := make([]byte, len(npyMagic)+2)
	if _, err := io.ReadFull(r, head); err != nil {
		return 0, 0, err
	}
	if string(head[:len(npyMagic)]) != npyMagic {
		return 0, 0, fmt.Errorf("not an NPY file of format 1.0")
	}
	text := make([]byte, binary.LittleEndian.Uint16(head[len(npyMagic):]))
	if _, err := io.ReadFull(r, text); err != nil {
		return 0, 0, err
	}
	_, err = fmt.Sscanf(string(text), "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d)", &n, &d)
	if err == nil && (n < 1 || d < 1) {
		err = fmt.Errorf("shape %d×%d", n, d)
	}
	if err != nil {
		err = fmt.Errorf("NPY header %q: want float64, two dimensions, C order: %w", text, err)
	}
	return n, d, err
}
