package array

import (
	"context"
	"fmt"
	"io"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/elements"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/npy"
	"example.com/sfatui/datasets/storage"
)

// NPY reads single arrays of NumPy.
var NPY = format.Format{Name: "an NPY file", Kind: data.Table, Family: "arrays", Shown: ".npy", Columns: true, Read: readNPY,
	Extensions: []string{".npy"}, Magic: []string{npy.Magic}, Extent: npyExtent}

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

// decodeNPY decodes a file of size bytes. It allocates no more than the file
// contains.
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
	src, asIs := r.(*format.Source)
	asIs = asIs && a.IsNative() && !a.Fortran
	if asIs {
		src.Stays, src.Moves = to.Stays(a.Count), to.Moves(a.Count)
	}
	numbers := func(ctx context.Context, to *format.Sink) ([]float64, error) {
		x, err := a.Numbers(ctx, &to.Store, in, a.Count)
		if err == nil && asIs && src.Moves {
			err = src.HashLater(storage.Bytes(x), at)
		}
		return x, err
	}
	fr, err := (&namedArray{Array: a, numbers: numbers}).frame(ctx, to, size)
	if err != nil {
		return nil, err
	}
	fr.Trailing = size - at - int64(a.Count)*int64(a.Size)
	return fr, nil
}

// npyExtent returns the numbers of rows and columns of an array from its
// header.
func npyExtent(_ context.Context, _ format.File, r io.ReaderAt, size int64) (e format.Extent, err error) {
	a, err := elements.ReadHeader(io.NewSectionReader(r, 0, size))
	if err == nil {
		e.Rows, e.Columns, err = dims(a)
	}
	return e, err
}
