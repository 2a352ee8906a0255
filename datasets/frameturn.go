package datasets

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// turnFrame transposes x where the user says so, or where the columns beside
// it show that samples are stored in columns.
func (to *sink) turnFrame(ctx context.Context, fr *frame, f file) error {
	n, d := fr.rows, len(fr.names)
	stored := func(b besideColumn) bool { return b.len() != n }
	switch {
	case to.transpose && !fr.array:
		return message.Usagef("--transpose is for tables and arrays: the columns of %s have names already", fr.path)
	case to.transpose:
		to.Note("%s: transposed: %s of %s", f.base(), message.Counted(d, "row"), message.Counted(n, "column"))
	case n == 1 && d > 1 && fr.array:
		to.Note("%s: one row of %s is taken as one channel", f.base(), message.Counted(d, "value"))
	case slices.ContainsFunc(fr.beside, stored):
		for _, b := range fr.beside {
			if b.len() != d {
				return fmt.Errorf("%s: the array %s has %s, but there are %s: it must have one a sample",
					fr.path, b.name, message.Counted(b.len(), "value"), message.Counted(n, "sample"))
			}
		}
		to.Note("%s: samples are stored in columns, as %s has one value a column: transposed to %s of %s",
			f.base(), fr.beside[0].name, message.Counted(d, "row"), message.Counted(n, "column"))
	default:
		if d >= wide*n && fr.beside == nil && n > 1 {
			to.Note("%s: %s of %s; if each row is a variable, read it with --transpose", f.base(), message.Counted(n, "row"), message.Counted(d, "column"))
		}
		return nil
	}
	if n > data.MaxInputs {
		return fmt.Errorf("%s: transposed it would have %d inputs, more than %d", fr.path, n, data.MaxInputs)
	}
	if n == 0 || d == 0 {
		return errors.New(fr.path + " holds no samples")
	}
	x, err := to.store.Floats(n * d)
	if err != nil {
		return err
	}
	if err := transposeInto(ctx, x, fr.x, n, d); err != nil {
		return err
	}
	fr.x, fr.rows, fr.names = x, d, numbered(n)
	return nil
}

// transposeInto writes the n×d matrix x, row by row, to y as d×n.
func transposeInto(ctx context.Context, y, x []float64, n, d int) error {
	const tile = 32 // rows and columns that stay in the cache
	for i := 0; i < n; i += tile {
		if err := ctx.Err(); err != nil {
			return err
		}
		for k := 0; k < d; k += tile {
			for r := i; r < min(i+tile, n); r++ {
				for c := k; c < min(k+tile, d); c++ {
					y[c*n+r] = x[r*d+c]
				}
			}
		}
	}
	return nil
}
