package prepare

import (
	"context"

	"example.com/sfatui/datasets/data"
)

// Step changes what was read. Each looks at one recording at a time: what is
// fitted to several belongs to those who know the training part. It takes all
// recordings together because it may rename their inputs or change their rate,
// and says in a note what it did.
type Step interface {
	Apply(ctx context.Context, m *data.Raw, memory Memory) error
}

// Memory is where steps get memory for numbers that become more.
type Memory interface {
	// Hold accounts for n more numbers, of the recording named, and fails where
	// they are too many.
	Hold(n int, name string) error
	// Floats is an array of n zeros.
	Floats(n int) ([]float64, error)
}

// passBlock is how many numbers are gone through between looks at the context.
const passBlock = 1 << 20

// eachBlock calls f with x in blocks of whole rows of d numbers, and with the
// place of the first number in x. It ends with the first error of f, or with
// ctx.
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
