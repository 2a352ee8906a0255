package format

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/storage"
)

// Wide is the ratio of columns to rows from which a table is suspected to be
// stored transposed.
const Wide = 4

// turnFrame transposes X on request, or if the lengths of the columns beside it
// show that samples are stored in columns.
func (to *Sink) turnFrame(ctx context.Context, fr *Frame, f File) error {
	n, d := fr.Rows, len(fr.Names)
	stored := func(b Column) bool { return b.len() != n }
	switch {
	case to.Transpose && !fr.Array:
		return message.Usagef("--transpose is for tables and arrays: the columns of %s have names already", fr.Path)
	case to.Transpose:
		to.Note("%s: transposed: %s of %s", f.Base(), message.Counted(d, "row"), message.Counted(n, "column"))
	case n == 1 && d > 1 && fr.Array:
		to.Note("%s: one row of %s is taken as one channel", f.Base(), message.Counted(d, "value"))
	case slices.ContainsFunc(fr.Further, stored):
		for _, b := range fr.Further {
			if b.len() != d {
				return fmt.Errorf("%s: the array %s has %s, but there are %s: it needs one value per sample",
					fr.Path, b.Name, message.Counted(b.len(), "value"), message.Counted(n, "sample"))
			}
		}
		to.Note("%s: samples are stored in columns, as %s has one value a column: transposed to %s of %s",
			f.Base(), fr.Further[0].Name, message.Counted(d, "row"), message.Counted(n, "column"))
	default:
		if d >= Wide*n && fr.Further == nil && n > 1 {
			to.Note("%s: %s of %s; if each row is a variable, read it with --transpose", f.Base(), message.Counted(n, "row"), message.Counted(d, "column"))
		}
		return nil
	}
	if n > data.MaxInputs {
		return fmt.Errorf("%s: transposed it would have %d inputs, more than %d", fr.Path, n, data.MaxInputs)
	}
	if n == 0 || d == 0 {
		return errors.New(fr.Path + " holds no samples")
	}
	x, err := to.Store.Floats(n * d)
	if err != nil {
		return err
	}
	if err := storage.TransposeInto(ctx, x, fr.X, n, d); err != nil {
		return err
	}
	fr.X, fr.Rows, fr.Names = x, d, Numbered(n)
	return nil
}
