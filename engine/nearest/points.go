package nearest

import (
	"context"
	"fmt"

	_ "example.com/sfatui/engine/linalg/dense" // its kernels run beneath gonum
	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// tileRows samples and tilePoints points are multiplied at a time: few enough for
	// the cache, and, for about a hundred coordinates, for a product to stay on its
	// goroutine.
	tileRows   = 32
	tilePoints = 128
)

// Points holds n points of d coordinates among which neighbours are searched.
type Points struct {
	z     *mat.Dense
	first []float64  // subtracted from all coordinates, so that an offset costs no digits
	moved *mat.Dense // d×n, the points minus first, transposed because the product is faster
	norms []float64  // squared norms of the moved points
}

// New returns the rows of z (n×d) as points. It keeps z, which must not change while
// the points are in use. A point that is not finite, or so far away that squared
// distances overflow, is never a neighbour.
//
// It panics without a point.
func New(z *mat.Dense) *Points {
	n, d := z.Dims()
	if n == 0 || d == 0 {
		panic("nearest: no points")
	}
	s := &Points{z: z, first: mat.Row(nil, 0, z), moved: mat.NewDense(d, n, nil), norms: make([]float64, n)}
	row := make([]float64, d)
	for i := range n {
		floats.SubTo(row, z.RawRowView(i), s.first)
		s.moved.SetCol(i, row)
		s.norms[i] = floats.Dot(row, row)
	}
	return s
}

// Len returns n.
func (s *Points) Len() int { return len(s.norms) }

// All returns the points themselves, which the caller must not change.
func (s *Points) All() *mat.Dense { return s.z }

// Nearest returns for each row of x (b×d) the indices of the k points with the smallest
// Euclidean distance, the nearest first; the lower index first if distances are equal
// to the last bit. A row has fewer neighbours if there are no more points, and none if
// it is not finite.
//
// It fails only if ctx ends, and panics if k < 1 or x has not d columns. It takes
// O(b·n·d) time and O(b·k) memory, does not depend on GOMAXPROCS, and may be called
// from several goroutines.
func (s *Points) Nearest(ctx context.Context, x *mat.Dense, k int) ([][]int, error) {
	return s.search(ctx, x, k, false)
}

// Others returns for each of the points the k nearest of the other points, as
// [Points.Nearest] does.
func (s *Points) Others(ctx context.Context, k int) ([][]int, error) {
	return s.search(ctx, s.z, k, true)
}

func (s *Points) search(ctx context.Context, x *mat.Dense, k int, others bool) ([][]int, error) {
	b, d := x.Dims()
	if d != len(s.first) {
		panic(fmt.Sprintf("nearest: samples of %d coordinates for points of %d", d, len(s.first)))
	}
	if k < 1 {
		panic(fmt.Sprintf("nearest: %d neighbours wanted", k))
	}
	found := make([][]int, b)
	err := parallel.For(ctx, b, tileRows, func(lo, hi int) {
		part := x.Slice(lo, hi, 0, d).(*mat.Dense)
		for i, c := range s.candidates(part, min(k, s.Len()), lo, others) {
			found[lo+i] = c.index
		}
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// candidates returns the k nearest points of each of a few rows. With others, row i is
// point from+i and is not its own neighbour.
func (s *Points) candidates(x *mat.Dense, k, from int, others bool) []candidates {
	b, d := x.Dims()
	moved := mat.NewDense(b, d, nil)
	near := make([]candidates, b)
	norms := make([]float64, b)
	for i := range near {
		row := moved.RawRowView(i)
		floats.SubTo(row, x.RawRowView(i), s.first)
		norms[i] = floats.Dot(row, row)
		near[i] = newCandidates(k)
	}
	product := mat.NewDense(b, tilePoints, nil)
	// A distance by the product, |x|² + |z|² − 2x·z, is wrong by at most this share of
	// |x|² + |z|².
	off := float64(d+16) * 0x1p-50
	for j := 0; j < s.Len(); j += tilePoints {
		to := min(j+tilePoints, s.Len())
		tile := product.Slice(0, b, 0, to-j).(*mat.Dense)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, moved.RawMatrix(),
			s.moved.Slice(0, d, j, to).(*mat.Dense).RawMatrix(), 0, tile.RawMatrix())
		for i := range near {
			c, row := &near[i], x.RawRowView(i)
			for h, dot := range tile.RawRowView(i) {
				least := (1-off)*(norms[i]+s.norms[j+h]) - 2*dot
				if least < c.limit && !(others && from+i == j+h) {
					c.offer(j+h, squaredDistance(row, s.z.RawRowView(j+h)))
				}
			}
		}
	}
	return near
}

// squaredDistance returns Σ (a_i − b_i)², summed in order.
func squaredDistance(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		d := v - b[i]
		sum += d * d
	}
	return sum
}
