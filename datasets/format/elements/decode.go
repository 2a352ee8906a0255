package elements

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"example.com/sfatui/datasets/storage"
)

// npyBlock is the number of bytes of elements decoded at once.
const npyBlock = 1 << 18

// Numbers decodes all elements, row by row. sure is the number of elements
// known to exist; memory for others grows as they are read.
func (a *Array) Numbers(ctx context.Context, store *storage.Store, in io.Reader, sure int) ([]float64, error) {
	x, err := a.inOrder(ctx, store, in, sure)
	if err != nil {
		return nil, err
	}
	if a.Fortran && len(a.Shape) == 2 && a.Shape[0] > 1 && a.Shape[1] > 1 {
		y, err := store.Floats(len(x))
		if err != nil {
			return nil, err
		}
		if err := storage.TransposeInto(ctx, y, x, a.Shape[1], a.Shape[0]); err != nil {
			return nil, err
		}
		store.Drop(x)
		x = y
	}
	return x, nil
}

// inOrder decodes all elements in the order of the file.
func (a *Array) inOrder(ctx context.Context, store *storage.Store, in io.Reader, sure int) ([]float64, error) {
	if sure < a.Count {
		x, err := store.Floats(sure)
		if err != nil {
			return nil, err
		}
		return a.convert(ctx, store, in, x[:0])
	}
	done := 0
	return store.Filled(a.Count, func(block []float64) error {
		err := a.widen(ctx, in, done, block)
		done += len(block)
		return err
	})
}

// widen reads elements into the end of x and converts them to numbers in place,
// from the start, so that none is overwritten before it is converted. before is
// the number of elements read earlier.
func (a *Array) widen(ctx context.Context, in io.Reader, before int, x []float64) error {
	raw := storage.Bytes(x)[(8-a.Size)*len(x):]
	if n, err := io.ReadFull(in, raw); err != nil {
		return a.cutShort(before+n/a.Size, err)
	}
	if a.IsNative() {
		return nil
	}
	for per := npyBlock / a.Size; len(raw) > 0; raw = raw[min(per*a.Size, len(raw)):] {
		if err := ctx.Err(); err != nil {
			return err
		}
		b := raw[:min(per*a.Size, len(raw))]
		if a.Big {
			swapBytes(b, a.Size)
		}
		a.decode(x[:len(x)-len(raw)/a.Size], b)
	}
	return nil
}

// convert appends all elements to x, a block at a time.
func (a *Array) convert(ctx context.Context, store *storage.Store, in io.Reader, x []float64) ([]float64, error) {
	per := max(1, npyBlock/a.Size)
	buf := make([]byte, min(per, a.Count)*a.Size)
	for len(x) < a.Count {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n := min(per, a.Count-len(x))
		b := buf[:n*a.Size]
		if _, err := io.ReadFull(in, b); err != nil {
			return nil, a.cutShort(len(x), err)
		}
		if a.Big {
			swapBytes(b, a.Size)
		}
		var err error
		if x, err = store.Grow(x, n); err != nil {
			return nil, err
		}
		x = a.decode(x, b)
	}
	return x, nil
}

// IsNative reports whether the elements have the memory format of this
// machine's float64.
func (a *Array) IsNative() bool {
	return a.Kind == 'f' && a.Size == 8 && !a.Big && storage.LittleEndian
}

// cutShort returns the error of missing elements after the first n.
func (a *Array) cutShort(n int, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%d elements are claimed, but only about %d are there: the file was cut short; copy it again", a.Count, n)
	}
	return fmt.Errorf("cannot read element %d of %d: %w", n+1, a.Count, err)
}

// swapBytes reverses the bytes of each element.
func swapBytes(b []byte, size int) {
	be, le := binary.BigEndian, binary.LittleEndian
	switch size {
	case 2:
		for ; len(b) >= 2; b = b[2:] {
			le.PutUint16(b, be.Uint16(b))
		}
	case 4:
		for ; len(b) >= 4; b = b[4:] {
			le.PutUint32(b, be.Uint32(b))
		}
	case 8:
		for ; len(b) >= 8; b = b[8:] {
			le.PutUint64(b, be.Uint64(b))
		}
	}
}

// decode appends the elements in b, in little-endian order, to x.
func (a *Array) decode(x []float64, b []byte) []float64 {
	from := len(x)
	n := len(b) / a.Size
	x = slices.Grow(x, n)[:from+n]
	y := x[from:]
	le := binary.LittleEndian
	switch {
	case a.Kind == 'f' && a.Size == 8:
		for i := range y {
			y[i] = math.Float64frombits(le.Uint64(b[8*i:]))
		}
	case a.Kind == 'f' && a.Size == 4:
		for i := range y {
			y[i] = float64(math.Float32frombits(le.Uint32(b[4*i:])))
		}
	case a.Kind == 'f':
		for i := range y {
			y[i] = HalfFloat(le.Uint16(b[2*i:]))
		}
	case a.Kind == 'b':
		for i := range y {
			y[i] = float64(min(b[i], 1))
		}
	default:
		a.decodeWhole(y, b)
	}
	return x
}

// decodeWhole decodes the integers in b into y.
func (a *Array) decodeWhole(y []float64, b []byte) {
	le := binary.LittleEndian
	signed := a.Kind == 'i'
	switch {
	case a.Size == 1 && signed:
		for i := range y {
			y[i] = float64(int8(b[i]))
		}
	case a.Size == 1:
		for i := range y {
			y[i] = float64(b[i])
		}
	case a.Size == 2 && signed:
		for i := range y {
			y[i] = float64(int16(le.Uint16(b[2*i:])))
		}
	case a.Size == 2:
		for i := range y {
			y[i] = float64(le.Uint16(b[2*i:]))
		}
	case a.Size == 4 && signed:
		for i := range y {
			y[i] = float64(int32(le.Uint32(b[4*i:])))
		}
	case a.Size == 4:
		for i := range y {
			y[i] = float64(le.Uint32(b[4*i:]))
		}
	case signed:
		for i := range y {
			y[i] = float64(int64(le.Uint64(b[8*i:])))
		}
	default:
		for i := range y {
			y[i] = float64(le.Uint64(b[8*i:]))
		}
	}
}

// HalfFloat returns the number in 16 bits of IEEE 754 (binary16).
func HalfFloat(h uint16) float64 {
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
