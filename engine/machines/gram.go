package machines

import (
	"container/list"

	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/mat"
)

// Gram computes the matrix of a kernel over n samples, row by row.
type Gram interface {
	Len() int
	// Diagonal returns k(x_i, x_i).
	Diagonal(i int) float64
	// Row writes k(x_i, x_j) of all j to dst.
	Row(dst []float64, i int)
}

// Table wraps a computed matrix. It need not be positive semi-definite.
type Table struct{ mat.Matrix }

// Len implements [Gram].
func (t Table) Len() int { n, _ := t.Dims(); return n }

// Diagonal implements [Gram].
func (t Table) Diagonal(i int) float64 { return t.At(i, i) }

// Row implements [Gram].
func (t Table) Row(dst []float64, i int) {
	for j := range dst {
		dst[j] = t.At(i, j)
	}
}

// samples computes the matrix of a kernel over the rows of x.
type samples struct {
	k kernel.Kernel
	x *mat.Dense
	z *kernel.Supports
}

// Samples returns the matrix of a kernel over the rows of x, computed on demand.
func Samples(k kernel.Kernel, x *mat.Dense) Gram { return &samples{k, x, kernel.NewSupports(x)} }

func (s *samples) Len() int { return s.z.Len() }

func (s *samples) Diagonal(i int) float64 {
	_, d := s.x.Dims()
	one := s.x.Slice(i, i+1, 0, d).(*mat.Dense)
	out := mat.NewDense(1, 1, nil)
	kernel.Matrix(out, s.k, one, kernel.NewSupports(one), false)
	return out.At(0, 0)
}

func (s *samples) Row(dst []float64, i int) {
	_, d := s.x.Dims()
	kernel.Matrix(mat.NewDense(1, len(dst), dst), s.k, s.x.Slice(i, i+1, 0, d).(*mat.Dense), s.z, false)
}

// cache keeps the rows of a matrix that were used last.
type cache struct {
	gram  Gram
	most  int // largest number of rows, at least 2
	rows  map[int]*list.Element
	order *list.List // of *cached, the latest first
}

type cached struct {
	i   int
	row []float64
}

func newCache(g Gram, numbers int) *cache {
	return &cache{gram: g, most: max(2, numbers/g.Len()), rows: map[int]*list.Element{}, order: list.New()}
}

// row returns row i of the matrix. Its storage is reused by the call after the next.
func (c *cache) row(i int) []float64 {
	if e := c.rows[i]; e != nil {
		c.order.MoveToFront(e)
		return e.Value.(*cached).row
	}
	var kept *cached
	if c.order.Len() < c.most {
		kept = &cached{row: make([]float64, c.gram.Len())}
	} else {
		kept = c.order.Remove(c.order.Back()).(*cached)
		delete(c.rows, kept.i)
	}
	kept.i = i
	c.gram.Row(kept.row, i)
	c.rows[i] = c.order.PushFront(kept)
	return kept.row
}
