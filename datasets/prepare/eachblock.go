package prepare

import (
	"context"
)

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
