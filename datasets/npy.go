package datasets

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// npyBlock is how many bytes of elements are decoded at once.
const npyBlock = 1 << 18

// readNPY reads an array of numbers: of two dimensions as samples in rows, of
// one as a single channel.
func (j *job) readNPY(f file, m *material) error {
	s, err := j.open(f.path)
	if err != nil {
		return err
	}
	defer s.close()
	fr, err := decodeNPY(j, s, s.size)
	if err != nil {
		return s.fail(err)
	}
	source, err := s.finish()
	if err != nil {
		return err
	}
	fr.path = s.path
	if err := j.take(fr, f, m); err != nil {
		return err
	}
	m.sources = append(m.sources, source)
	return nil
}

// decodeNPY decodes a file of size bytes. It allocates no more than these hold.
func decodeNPY(j *job, r io.ReaderAt, size int64) (*frame, error) {
	in := io.NewSectionReader(r, 0, size)
	a, err := readNPYHeader(in)
	if err != nil {
		return nil, err
	}
	at, _ := in.Seek(0, io.SeekCurrent)
	if have := size - at; int64(a.count)*int64(a.size) > have {
		return nil, fmt.Errorf("the NPY header claims %s elements of %s, but only %d of their bytes are there: the file was cut short; copy it again",
			a.describe(), counted(a.size, "byte"), have)
	}
	numbers := func(j *job) ([]float64, error) { return a.numbers(j.ctx, in, a.count) }
	return (&namedArray{npyArray: a, numbers: numbers}).frame(j)
}

// dims are the rows and columns of an array of samples.
func (a *npyArray) dims() (n, d int, err error) {
	switch {
	case !a.isNumeric():
		return 0, 0, errors.New("the array holds texts: samples must be numbers")
	case len(a.shape) == 1:
		n, d = a.shape[0], 1
	case len(a.shape) == 2:
		n, d = a.shape[0], a.shape[1]
	default:
		return 0, 0, fmt.Errorf("the array is %s: samples must be an array of two dimensions, samples × inputs; for segments × time × inputs save a.reshape(-1, a.shape[2]) as X, and an array segment, in an NPZ file",
			a.describe())
	}
	if n == 0 || d == 0 {
		return 0, 0, fmt.Errorf("the array is %s: it holds no samples", a.describe())
	}
	if d > maxColumns && n > 1 {
		return 0, 0, fmt.Errorf("the array is %s: more than %d inputs are not read; save its transpose if samples are its columns", a.describe(), maxColumns)
	}
	return n, d, nil
}

// numbers decodes all elements, row by row. sure is how many of them are known
// to be there; memory for others is taken as they come.
func (a *npyArray) numbers(ctx context.Context, in io.Reader, sure int) ([]float64, error) {
	x := make([]float64, 0, min(sure, a.count))
	per := max(1, npyBlock/a.size)
	buf := make([]byte, min(per, a.count)*a.size)
	for len(x) < a.count {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b := buf[:min(per, a.count-len(x))*a.size]
		if _, err := io.ReadFull(in, b); err != nil {
			return nil, a.cutShort(len(x), err)
		}
		if a.big {
			swapBytes(b, a.size)
		}
		x = a.decode(x, b)
	}
	if a.fortran && len(a.shape) == 2 && a.shape[0] > 1 && a.shape[1] > 1 {
		y := make([]float64, len(x))
		transposeInto(y, x, a.shape[1], a.shape[0])
		x = y
	}
	return x, nil
}

// cutShort is the error of elements that are not there behind the first n.
func (a *npyArray) cutShort(n int, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%d elements are claimed, but only about %d are there: the file was cut short; copy it again", a.count, n)
	}
	return fmt.Errorf("cannot read element %d of %d: %w", n+1, a.count, err)
}

// swapBytes reverses the bytes of each element.
func swapBytes(b []byte, size int) {
	for ; len(b) >= size; b = b[size:] {
		slices.Reverse(b[:size])
	}
}

// decode appends the elements in b, low byte first, to x.
func (a *npyArray) decode(x []float64, b []byte) []float64 {
	from := len(x)
	n := len(b) / a.size
	x = slices.Grow(x, n)[:from+n]
	y := x[from:]
	le := binary.LittleEndian
	switch {
	case a.kind == 'f' && a.size == 8:
		for i := range y {
			y[i] = math.Float64frombits(le.Uint64(b[8*i:]))
		}
	case a.kind == 'f' && a.size == 4:
		for i := range y {
			y[i] = float64(math.Float32frombits(le.Uint32(b[4*i:])))
		}
	case a.kind == 'f':
		for i := range y {
			y[i] = halfFloat(le.Uint16(b[2*i:]))
		}
	case a.kind == 'b':
		for i := range y {
			y[i] = float64(min(b[i], 1))
		}
	default:
		a.decodeWhole(y, b)
	}
	return x
}

// decodeWhole writes the whole numbers in b to y.
func (a *npyArray) decodeWhole(y []float64, b []byte) {
	le := binary.LittleEndian
	signed := a.kind == 'i'
	for i := range y {
		switch {
		case a.size == 1 && signed:
			y[i] = float64(int8(b[i]))
		case a.size == 1:
			y[i] = float64(b[i])
		case a.size == 2 && signed:
			y[i] = float64(int16(le.Uint16(b[2*i:])))
		case a.size == 2:
			y[i] = float64(le.Uint16(b[2*i:]))
		case a.size == 4 && signed:
			y[i] = float64(int32(le.Uint32(b[4*i:])))
		case a.size == 4:
			y[i] = float64(le.Uint32(b[4*i:]))
		case signed:
			y[i] = float64(int64(le.Uint64(b[8*i:])))
		default:
			y[i] = float64(le.Uint64(b[8*i:]))
		}
	}
}

// halfFloat is a number of 16 bits (IEEE 754 binary16).
func halfFloat(h uint16) float64 {
	exponent, fraction := int(h>>10&0x1f), float64(h&0x3ff)
	var x float64
	switch exponent {
	case 0:
		x = math.Ldexp(fraction, -24)
	case 31:
		x = math.Inf(1)
		if fraction > 0 {
			x = math.NaN()
		}
	default:
		x = math.Ldexp(1024+fraction, exponent-25)
	}
	if h&0x8000 != 0 {
		x = -x
	}
	return x
}

// texts decodes all elements as texts.
func (a *npyArray) texts(ctx context.Context, in io.Reader) ([]string, error) {
	in = bufio.NewReader(in)
	var texts []string
	b := make([]byte, a.size)
	for i := range a.count {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if _, err := io.ReadFull(in, b); err != nil {
			return nil, a.cutShort(i, err)
		}
		texts = append(texts, Clean(a.text(b)))
	}
	return texts, nil
}

// text decodes an element, which zeros fill up.
func (a *npyArray) text(b []byte) string {
	if a.kind == 'S' {
		return strings.TrimRight(string(b), "\x00")
	}
	var t strings.Builder
	for ; len(b) >= 4; b = b[4:] {
		r := binary.LittleEndian.Uint32(b)
		if a.big {
			r = binary.BigEndian.Uint32(b)
		}
		if r > 0 && r <= 0x10ffff {
			t.WriteRune(rune(r))
		}
	}
	return t.String()
}
