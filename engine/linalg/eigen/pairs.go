package eigen

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/blas/blas64"
)

// Pairs is what [Tridiagonal] finds: p eigenvalues, ascending, and their
// eigenvectors. Number k is row rows[k] of x (n columns).
type Pairs struct {
	Values  []float64
	rows    []int
	x       blas64.General
	storage blas64.General // what x is a part of, borrowed
}

// Vector is eigenvector number k, a view of n numbers.
func (c *Pairs) Vector(k int) []float64 { return c.x.Data[c.rows[k]*c.x.Stride:][:c.x.Cols] }

// Release returns the storage of the vectors.
func (c *Pairs) Release() { dense.Release(c.storage) }

// backTransform applies the reductions to the eigenvectors, the last one first. If it
// fails, it releases them.
func (c *Pairs) backTransform(ctx context.Context, reductions ...interface {
	applyQ(ctx context.Context, x blas64.General) error
}) (*Pairs, error) {
	for _, r := range reductions {
		if err := r.applyQ(ctx, c.x); err != nil {
			c.Release()
			return nil, err
		}
	}
	return c, nil
}
