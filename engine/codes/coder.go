package codes

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Coder codes samples in a fixed dictionary. It is not safe for concurrent use: make one
// for each goroutine by [Coder.Clone].
type Coder struct {
	atoms *mat.Dense // K×n
	gram  *mat.Dense // K×K

	// room of one sample
	ctx    context.Context // that ends L1; nil for none
	along  []float64       // Dx
	free   []float64       // D(x − Dᵀa), of the atoms that are not chosen
	taken  []bool
	chosen []int
	factor []float64 // the rows of the Cholesky factor of the chosen Gram matrix
	a      []float64
	sign   []float64
	square []float64 // the chosen Gram matrix
}

// NewCoder returns a coder of a dictionary K×n, an atom a row, which it keeps. It panics
// unless there are atoms.
func NewCoder(atoms *mat.Dense) *Coder {
	k, _ := atoms.Dims()
	if k == 0 {
		panic("codes: a dictionary without atoms")
	}
	gram := mat.NewDense(k, k, nil)
	gram.Mul(atoms, atoms.T())
	return newCoder(atoms, gram)
}

func newCoder(atoms, gram *mat.Dense) *Coder {
	k, _ := atoms.Dims()
	return &Coder{atoms: atoms, gram: gram, along: make([]float64, k), free: make([]float64, k), taken: make([]bool, k), sign: make([]float64, k)}
}

// Clone returns another coder that shares the dictionary.
func (c *Coder) Clone() *Coder { return newCoder(c.atoms, c.gram) }

// Until makes [Coder.L1] stop with an arbitrary code when ctx ends, and returns the coder.
func (c *Coder) Until(ctx context.Context) *Coder {
	c.ctx = ctx
	return c
}

// Len returns the number K of atoms.
func (c *Coder) Len() int { return len(c.along) }

// take begins with a sample x (length n): it computes Dx (length K) and clears the chosen
// atoms.
func (c *Coder) take(x []float64) {
	if k, n := c.atoms.Dims(); len(x) != n {
		panic(fmt.Sprintf("codes: a sample of %d for %d atoms of %d", len(x), k, n))
	}
	v := blas64.Vector{N: len(x), Data: x, Inc: 1}
	blas64.Gemv(blas.NoTrans, 1, c.atoms.RawMatrix(), v, 0, blas64.Vector{N: len(c.along), Data: c.along, Inc: 1})
	copy(c.free, c.along)
	clear(c.taken)
	c.chosen, c.factor = c.chosen[:0], c.factor[:0]
}

// OMP writes to code (length K) the orthogonal matching pursuit of a sample x (length n):
// the atom with the largest inner product with the residual joins until s atoms are chosen,
// or the squared norm of the residual is at most tolerance. The code is the least-squares
// code on the chosen atoms, which must have unit length. OMP returns the atoms in the order
// of choice, valid until the next call, and the squared norm of the residual. It updates
// inner products instead of the residual itself, which costs K·s + s³ operations a sample
// after Dx (Rubinstein, Zibulevsky and Elad 2008).
func (c *Coder) OMP(code, x []float64, s int, tolerance float64) (chosen []int, residual float64) {
	c.take(x)
	clear(code)
	energy := floats.Dot(x, x)
	residual = energy
	s = min(s, len(c.along), len(x))
	for len(c.chosen) < s && residual > tolerance {
		best, most := -1, 0.0
		for j, f := range c.free {
			if v := math.Abs(f); !c.taken[j] && v > most {
				best, most = j, v
			}
		}
		if best < 0 || most*most <= 1e-28*energy || !c.join(best) {
			break
		}
		c.solve()
		residual = energy
		copy(c.free, c.along)
		for i, j := range c.chosen {
			residual -= c.a[i] * c.along[j]
			floats.AddScaled(c.free, -c.a[i], c.gram.RawRowView(j))
		}
		residual = max(residual, 0)
	}
	for i, j := range c.chosen {
		code[j] = c.a[i]
	}
	return c.chosen, residual
}

// join adds an atom to the chosen ones and a row to their Cholesky factor. It returns false
// if the atom is linearly dependent on them.
func (c *Coder) join(atom int) bool {
	m := len(c.chosen)
	row := len(c.factor)
	pivot := c.gram.At(atom, atom)
	for i, j := range c.chosen {
		v := c.gram.At(atom, j)
		of := c.factor[i*(i+1)/2:]
		for k := range i {
			v -= of[k] * c.factor[row+k]
		}
		v /= of[i]
		c.factor = append(c.factor, v)
		pivot -= v * v
	}
	c.taken[atom] = true
	if pivot <= 1e-13*c.gram.At(atom, atom) {
		c.factor = c.factor[:row]
		return false
	}
	c.factor = append(c.factor, math.Sqrt(pivot))
	c.chosen = append(c.chosen[:m], atom)
	return true
}

// solve computes the least-squares code of the chosen atoms.
func (c *Coder) solve() {
	m := len(c.chosen)
	c.a = append(c.a[:0], make([]float64, m)...)
	for i, j := range c.chosen { // L b = Dx
		v := c.along[j]
		of := c.factor[i*(i+1)/2:]
		for k := range i {
			v -= of[k] * c.a[k]
		}
		c.a[i] = v / of[i]
	}
	for i := m - 1; i >= 0; i-- { // Lᵀ a = b
		v := c.a[i]
		for k := i + 1; k < m; k++ {
			v -= c.factor[k*(k+1)/2+i] * c.a[k]
		}
		c.a[i] = v / c.factor[i*(i+1)/2+i]
	}
}

// Along writes Dx to code (length K), the inner products of a sample x (length n) with each
// atom.
func (c *Coder) Along(code, x []float64) {
	c.take(x)
	copy(code, c.along)
}
