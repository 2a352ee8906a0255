package eigen

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/blas/blas64"
)

// Pairs holds p eigenvalues, ascending, and their eigenvectors. Vector k is row rows[k]
// of x (n columns).
type Pairs struct {
	Values  []float64
	rows    []int
	x       blas64.General
	storage blas64.General // borrowed storage that contains x
}

// Vector returns eigenvector number k, a view of n values.
func (c *Pairs) Vector(k int) []float64 { return c.x.Data[c.rows[k]*c.x.Stride:][:c.x.Cols] }

// Release returns the storage of the vectors to its pool.
func (c *Pairs) Release() { dense.Release(c.storage) }

// backTransform applies the reductions to the eigenvectors, the last one first. It
// releases them if it fails.
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
