package array

import (
	"context"
	"errors"
	"fmt"
	"io"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/elements"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/npy"
)

// NPY are single arrays of NumPy.
var NPY = format.Format{Name: "an NPY file", Kind: data.Table, Family: "arrays", Shown: ".npy", Columns: true, Read: readNPY,
	Extensions: []string{".npy"}, Magic: []string{npy.Magic}}

// readNPY reads an array of numbers: of two dimensions as samples in rows, of
// one as a single channel.
func readNPY(ctx context.Context, src *format.Source, to *format.Sink) error {
	fr, err := decodeNPY(ctx, to, src, src.Len())
	if err != nil {
		return src.Fail(err)
	}
	fr.Path = src.Shown()
	return to.Frame(ctx, fr, src.File)
}

// decodeNPY decodes a file of size bytes. It allocates no more than these hold.
func decodeNPY(ctx context.Context, to *format.Sink, r io.ReaderAt, size int64) (*format.Frame, error) {
	in := io.NewSectionReader(r, 0, size)
	a, err := elements.ReadHeader(in)
	if err != nil {
		return nil, err
	}
	at, _ := in.Seek(0, io.SeekCurrent)
	if have := size - at; int64(a.Count)*int64(a.Size) > have {
		return nil, fmt.Errorf("the NPY header claims %s elements of %s, but only %d of their bytes are there: the file was cut short; copy it again",
			a.Describe(), message.Counted(a.Size, "byte"), have)
	}
	if s, ok := r.(*format.Source); ok {
		s.Stays = a.IsNative() && !a.Fortran && to.Stays(a.Count)
	}
	numbers := func(ctx context.Context, to *format.Sink) ([]float64, error) {
		return a.Numbers(ctx, &to.Store, in, a.Count)
	}
	return (&namedArray{Array: a, numbers: numbers}).frame(ctx, to, size)
}

// dims are the rows and columns of an array of samples.
func dims(a *elements.Array) (n, d int, err error) {
	switch {
	case !a.IsNumeric():
		return 0, 0, errors.New("the array holds texts: samples must be numbers")
	case len(a.Shape) == 1:
		n, d = a.Shape[0], 1
	case len(a.Shape) == 2:
		n, d = a.Shape[0], a.Shape[1]
	default:
		return 0, 0, fmt.Errorf("the array is %s: samples must be an array of two dimensions, samples × inputs; for segments × time × inputs save a.reshape(-1, a.shape[2]) as X, and an array segment, in an NPZ file",
			a.Describe())
	}
	if n == 0 || d == 0 {
		return 0, 0, fmt.Errorf("the array is %s: it holds no samples", a.Describe())
	}
	if d > data.MaxInputs && n > 1 {
		return 0, 0, fmt.Errorf("the array is %s: more than %d inputs are not read; save its transpose if samples are its columns", a.Describe(), data.MaxInputs)
	}
	return n, d, nil
}
