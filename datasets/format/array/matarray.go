package array

import (
	"bufio"
	"compress/zlib"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
)

// matElement is the location of an array in a file.
type matElement struct {
	r        io.ReaderAt
	order    binary.ByteOrder
	at, size int64
	packed   bool
}

// open reads the array's header, and returns a reader at its numbers.
func (e matElement) open() (*matReader, *matVariable, error) {
	var in io.Reader = bufio.NewReaderSize(io.NewSectionReader(e.r, e.at, e.size), 1<<16)
	m := &matReader{r: in, order: e.order}
	if e.packed {
		z, err := zlib.NewReader(in)
		if err != nil {
			return nil, nil, errMATCut
		}
		outer := &matReader{r: z, order: e.order}
		if kind, _, err := outer.next(); err != nil || kind != matMatrix {
			return nil, nil, errMATCut
		}
		m.r = outer.body
	}
	v, err := m.variable()
	return m, v, err
}

// addMAT adds an array of numbers or texts.
func (all arrays) addMAT(e matElement) error {
	_, v, err := e.open()
	if err != nil {
		return err
	}
	if v.Kind == 0 || v.complex || v.name == "" {
		if v.name != "" {
			all[v.name] = unreadArray(v.name, "it is complex, sparse, a struct or of another class that is not supported: save its parts as full matrices of real numbers, as with X = full(real(X))")
		}
		return nil
	}
	if v.Kind == 'U' && v.class == matCharClass && len(v.Shape) == 2 {
		v.Count = v.Shape[0] // each row is a text
	}
	all[v.name] = &namedArray{Array: &v.Array, name: v.name, numbers: e.numbers, texts: e.texts}
	return nil
}

// numbers decodes the array's numbers.
func (e matElement) numbers(ctx context.Context, to *format.Sink) ([]float64, error) {
	m, v, err := e.open()
	if err != nil {
		return nil, err
	}
	kind, length, err := m.next()
	if err != nil {
		return nil, errMATCut
	}
	return m.decode(ctx, to, v, kind, length)
}

// decode decodes the current element, of length bytes, as the numbers of an
// array.
func (m *matReader) decode(ctx context.Context, to *format.Sink, v *matVariable, kind int, length int64) ([]float64, error) {
	a, ok := matTypes[kind]
	if !ok {
		return nil, fmt.Errorf("numbers of type %d are not supported: %w", kind, errMATCut)
	}
	a.Big, a.Fortran, a.Shape, a.Count = m.order == binary.BigEndian, v.Fortran, v.Shape, 1
	for _, n := range a.Shape {
		a.Count *= n
	}
	if int64(a.Count)*int64(a.Size) != length {
		return nil, fmt.Errorf("%d numbers are claimed in %d bytes: %w", a.Count, length, errMATCut)
	}
	return a.Numbers(ctx, &to.Store, m.body, a.Count)
}

// texts decodes a matrix of characters, whose rows are texts, or a cell array
// of texts.
func (e matElement) texts(ctx context.Context, to *format.Sink) ([]string, error) {
	m, v, err := e.open()
	if err != nil {
		return nil, err
	}
	if v.class == matCharClass {
		return m.rows(ctx, to, v)
	}
	var texts []string
	for range v.Count {
		kind, size, err := m.next()
		if err != nil || kind != matMatrix {
			return nil, errMATCut
		}
		if size == 0 { // an empty cell
			texts = append(texts, "")
			continue
		}
		cell := &matReader{r: m.body, order: m.order}
		c, err := cell.variable()
		if err != nil {
			return nil, err
		}
		if c.class != matCharClass || len(c.Shape) != 2 || c.Shape[0] > 1 {
			return nil, fmt.Errorf("cell %d holds no line of text: save a cell array of strings, or numbers", len(texts)+1)
		}
		rows, err := cell.rows(ctx, to, c)
		if err != nil {
			return nil, err
		}
		texts = append(texts, strings.Join(rows, ""))
	}
	return texts, nil
}

// rows returns the rows of a matrix of characters, without spaces at their
// ends.
func (m *matReader) rows(ctx context.Context, to *format.Sink, v *matVariable) ([]string, error) {
	if len(v.Shape) != 2 {
		return nil, fmt.Errorf("the characters are %s: each row must be a string", v.Describe())
	}
	if slices.Contains(v.Shape, 0) {
		return make([]string, min(v.Shape[0], 1)), nil
	}
	codes, err := m.characters(ctx, to, v)
	if err != nil {
		return nil, err
	}
	texts := make([]string, v.Shape[0])
	for i := range texts {
		texts[i] = message.Clean(strings.TrimRight(string(codes[i*v.Shape[1]:(i+1)*v.Shape[1]]), " \x00"))
	}
	return texts, nil
}

// maxText is the maximum size of a matrix of characters in bytes.
const maxText = 1 << 26

// characters decodes a matrix of characters, row by row.
func (m *matReader) characters(ctx context.Context, to *format.Sink, v *matVariable) ([]rune, error) {
	kind, length, err := m.next()
	if err != nil || length > maxText {
		return nil, errMATCut
	}
	if kind != matUTF8 {
		numbers, err := m.decode(ctx, to, v, kind, length)
		codes := make([]rune, len(numbers))
		for i, c := range numbers {
			codes[i] = rune(c)
		}
		return codes, err
	}
	text, err := io.ReadAll(m.body)
	if err != nil {
		return nil, errMATCut
	}
	byColumn := []rune(string(text))
	n, d := v.Shape[0], v.Shape[1]
	if len(byColumn) != n*d {
		return nil, fmt.Errorf("%d characters are claimed, but %d are there: %w", n*d, len(byColumn), errMATCut)
	}
	codes := make([]rune, n*d)
	for i := range codes {
		codes[i] = byColumn[i%d*n+i/d]
	}
	return codes, nil
}
