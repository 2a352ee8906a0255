package datasets

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// npyBlock is how many bytes of elements are decoded at once.
const npyBlock = 1 << 18

// readNPY reads an array of numbers: of two dimensions as samples in rows, of
// one as a single channel.
func readNPY(ctx context.Context, src *source, to *sink) error {
	fr, err := decodeNPY(ctx, to, src, src.len())
	if err != nil {
		return src.fail(err)
	}
	fr.path = src.shown()
	return to.take(ctx, fr, src.file)
}

// decodeNPY decodes a file of size bytes. It allocates no more than these hold.
func decodeNPY(ctx context.Context, to *sink, r io.ReaderAt, size int64) (*frame, error) {
	in := io.NewSectionReader(r, 0, size)
	a, err := readNPYHeader(in)
	if err != nil {
		return nil, err
	}
	at, _ := in.Seek(0, io.SeekCurrent)
	if have := size - at; int64(a.count)*int64(a.size) > have {
		return nil, fmt.Errorf("the NPY header claims %s elements of %s, but only %d of their bytes are there: the file was cut short; copy it again",
			a.describe(), message.Counted(a.size, "byte"), have)
	}
	if s, ok := r.(*source); ok {
		s.stays = a.isNative() && !a.fortran && to.stays(a.count)
	}
	numbers := func(ctx context.Context, to *sink) ([]float64, error) { return a.numbers(ctx, to, in, a.count) }
	return (&namedArray{npyArray: a, numbers: numbers}).frame(ctx, to, size)
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
	if d > data.MaxInputs && n > 1 {
		return 0, 0, fmt.Errorf("the array is %s: more than %d inputs are not read; save its transpose if samples are its columns", a.describe(), data.MaxInputs)
	}
	return n, d, nil
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
		texts = append(texts, message.Clean(a.text(b)))
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
