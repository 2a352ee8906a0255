package prepare

import (
	"context"

	"example.com/sfatui/datasets/data"
)

// A Step transforms recordings, each separately: steps that are fitted to
// several belong to the engine, which has the training part. It receives all
// recordings together because it may rename their inputs or change their rate.
// It records what it did in a note.
type Step interface {
	Apply(ctx context.Context, m *data.Raw, memory Memory) error
}

// Memory provides memory for steps that increase the number of values.
type Memory interface {
	// Hold adds n values of the named recording, and returns an error if they
	// are too many.
	Hold(n int, name string) error
	// Floats returns n zeros.
	Floats(n int) ([]float64, error)
}

// passBlock is the number of values processed between two checks of the
// context.
const passBlock = 1 << 20

// eachBlock calls f with x in blocks of whole rows of d numbers, and with the
// index of the block's first number. It stops at the first error of f, or when
// ctx ends.
func eachBlock(ctx context.Context, x []float64, d int, f func(at int, block []float64) error) error {
	size := max(1, passBlock/d) * d
	for at := 0; at < len(x); at += size {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f(at, x[at:min(at+size, len(x))]); err != nil {
			return err
		}
	}
	return nil
}
