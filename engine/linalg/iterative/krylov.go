package iterative

import (
	"context"
	"math"
	"math/rand/v2"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// An Operator multiplies by a symmetric positive semidefinite matrix M: it overwrites
// the rows of x by M times them.
type Operator func(ctx context.Context, x blas64.General) error

// Krylov computes the largest eigenvalues of M by the block Lanczos method with full
// orthogonalisation (Golub and Underwood, 1977; Golub and Van Loan, Matrix
// Computations, 4th ed., section 10.3.6). Vectors are rows. With Q the basis and E the
// last Block rows of the identity,
//
//	Q M = T Q + Eᵀ · coupling · next.
type Krylov struct {
	apply Operator
	rnd   *rand.Rand // for the start, and to replace dependent vectors

	basis    *basis
	limit    int            // largest number of basis vectors
	t        *mat.SymDense  // T in its leading part; its order exceeds the number of vectors
	last     blas64.General // 2·Block × n: the last two blocks of the basis
	next     blas64.General // Block × n
	coupling blas64.General
	scale    float64 // largest norm of a row of Q M
}

// startSeed makes the start block the same for every problem of an order.
const startSeed = 0x51ad

// NewKrylov returns an iteration that starts from a random block of vectors of n
// entries. near lists at most Block entries that are expected to be large in the
// result; it may be empty. The basis grows to at most limit vectors.
func NewKrylov(n, limit int, near []int, apply Operator) *Krylov {
	k := &Krylov{apply: apply, rnd: rand.New(rand.NewPCG(startSeed, uint64(n))), basis: newBasis(n),
		limit: limit, t: &mat.SymDense{}, last: dense.Zeros(2*Block, n), next: dense.Zeros(Block, n)}
	for i := range k.next.Data {
		k.next.Data[i] = k.rnd.NormFloat64()
	}
	for i, j := range near {
		k.next.Data[i*k.next.Stride+j] += float64(n)
	}
	k.orthonormalise(k.next)
	return k
}

// Release releases the storage of the basis.
func (k *Krylov) Release() { k.basis.release() }

// extend appends next to the basis and computes a new one.
func (k *Krylov) extend(ctx context.Context) error {
	n, at := k.basis.n, k.basis.size
	if err := k.basis.add(ctx, k.next); err != nil {
		return err
	}
	k.grow()
	half := Block * k.last.Stride
	copy(k.last.Data[:half], k.last.Data[half:])
	copy(k.last.Data[half:], k.next.Data)
	w := k.next
	if err := k.apply(ctx, w); err != nil {
		return err
	}
	for i := range Block {
		row := w.Data[i*w.Stride:][:n]
		k.scale = max(k.scale, math.Sqrt(simd.Dot(row, row)))
	}
	// In exact arithmetic M times the last block has components only in the last two
	// blocks.
	h := dense.Zeros(Block, 2*Block)
	if err := dense.Gemm(ctx, blas.NoTrans, blas.Trans, 1, w, k.last, 0, h); err != nil {
		return err
	}
	if err := dense.Gemm(ctx, blas.NoTrans, blas.NoTrans, -1, h, k.last, 1, w); err != nil {
		return err
	}
	k.addToT(at, max(0, at-Block), dense.Slice(h, 0, Block, max(0, Block-at), 2*Block))
	return k.orthogonalise(ctx, w, at)
}

// grow enlarges T for the basis, and for as many vectors again: most bases stay far
// below their limit.
func (k *Krylov) grow() {
	before := k.t.SymmetricDim()
	if before >= k.basis.size {
		return
	}
	grown := mat.NewSymDense(max(k.basis.size, min(2*k.basis.size, k.limit)), nil)
	if before > 0 {
		grown.SliceSym(0, before).(*mat.SymDense).CopySym(k.t)
	}
	k.t = grown
}

// orthogonalise makes the rows of w orthonormal and orthogonal to the basis, and sets
// coupling to the factor that maps them to the old ones. It adds the components along
// the basis to the rows of T from at on.
func (k *Krylov) orthogonalise(ctx context.Context, w blas64.General, at int) error {
	k.coupling = k.orthonormalise(w)
	for {
		h, err := k.basis.inner(ctx, w)
		if err != nil {
			return err
		}
		if err := k.basis.addSums(ctx, -1, h, w); err != nil {
			return err
		}
		k.addToT(at, 0, dense.SmallProduct(blas.NoTrans, k.coupling, h))
		again := k.orthonormalise(w)
		k.coupling = dense.SmallProduct(blas.NoTrans, k.coupling, again)
		// Rounding errors along the basis have grown by the factor by which a row
		// shrank.
		least := math.Inf(1)
		for i := range Block {
			least = min(least, again.Data[i*again.Stride+i])
		}
		if least > 0.5 {
			return ctx.Err()
		}
	}
}

// addToT adds h to the rows of T from row on and the columns from column on, as far as
// they are in the lower triangle.
func (k *Krylov) addToT(row, column int, h blas64.General) {
	for i := range h.Rows {
		for j := range min(h.Cols, row+i-column+1) {
			k.t.SetSym(row+i, column+j, k.t.At(row+i, column+j)+h.Data[i*h.Stride+j])
		}
	}
}

// orthonormalise overwrites the rows of w by orthonormal ones and returns the lower
// triangular r with old w = r · new w. It replaces a row that depends on the previous
// ones up to rounding by a random one, with a zero on the diagonal of r: the basis so
// far is then invariant, and the iteration continues with new vectors.
func (k *Krylov) orthonormalise(w blas64.General) (r blas64.General) {
	r = dense.Zeros(w.Rows, w.Rows)
	for i := range w.Rows {
		v := w.Data[i*w.Stride:][:w.Cols]
		norm := project(w, i, v, r.Data[i*r.Stride:][:i])
		vanished := !(norm > 16*dense.UnitRoundoff*k.scale)
		if vanished {
			for j := range v {
				v[j] = k.rnd.NormFloat64()
			}
			project(w, i, v, nil)
		}
		norm = project(w, i, v, nil)
		if !vanished {
			r.Data[i*r.Stride+i] = norm
		}
		blas64.Scal(1/norm, blas64.Vector{N: len(v), Data: v, Inc: 1})
	}
	return r
}

// project subtracts from v its projection on the first i rows of q, which are
// orthonormal, and returns the norm of the remainder. It stores the coefficients in r,
// unless r is nil.
func project(q blas64.General, i int, v, r []float64) float64 {
	for j := range i {
		row := q.Data[j*q.Stride:][:q.Cols]
		c := simd.Dot(row, v)
		simd.Axpy(-c, row, v)
		if r != nil {
			r[j] = c
		}
	}
	return math.Sqrt(simd.Dot(v, v))
}

// basisLimit returns the largest size of a basis, beyond which the reduction to
// tridiagonal form is faster.
func basisLimit(n, p int) int {
	return min(n/2, 6*p+100*Block) / Block * Block
}
