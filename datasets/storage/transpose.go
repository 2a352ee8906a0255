package storage

import (
	"context"
)

// TransposeInto writes the transpose of the n×d matrix x to y; both are stored
// row by row.
func TransposeInto(ctx context.Context, y, x []float64, n, d int) error {
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
