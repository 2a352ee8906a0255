package linalg

import (
	"context"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// SolveStep is the number of unknowns that a [LowerSolver] finds at a time, the
// last ones aside. Its work can be broken off at their multiples.
const SolveStep = simd.Depth

// SolveFirst does the first part of [LowerSolver.SolveRows]: in each row of panel
// it finds the first unknowns and takes them out of those after them, so that
// [LowerSolver.SolveRest] can go on. It panics unless panel has as many columns
// as L and unknowns is a multiple of [SolveStep], or all of them.
func (s *LowerSolver) SolveFirst(panel *mat.Dense, unknowns int) {
	s.solvePart(panel, 0, unknowns)
}

// SolveRest finds the unknowns that [LowerSolver.SolveFirst] has left. Both
// together are SolveRows, bit for bit.
func (s *LowerSolver) SolveRest(panel *mat.Dense, unknowns int) {
	s.solvePart(panel, unknowns, s.n)
}

func (s *LowerSolver) solvePart(panel *mat.Dense, from, to int) {
	if _, c := panel.Dims(); c != s.n || from > to || to > s.n || from%SolveStep != 0 && from < s.n || to%SolveStep != 0 && to < s.n {
		panic("linalg: LowerSolver: panel and factor differ in columns, or the part is not one of whole steps")
	}
	for _, k := range s.blocks {
		if k.i0 >= from && k.i0 < to {
			// Without a cancellable context there is nothing to report.
			_ = s.s.apply(context.Background(), k, panel.RawMatrix())
		}
	}
}

// TrailingCongruence overwrites a by T a Tᵀ with T = diag(I, L₂₂⁻¹), where L₂₂ is
// what the lower triangular l (m×m, its diagonal free of zeros) has from row and
// column from on: the first unknowns are left as they are. Only the upper
// triangle of a is read and written. The result is the same bit for bit whatever
// GOMAXPROCS. It fails only when ctx ends. It panics unless the shapes fit.
func TrailingCongruence(ctx context.Context, l *mat.TriDense, from int, a *mat.SymDense) error {
	t := l.RawTriangular()
	if t.N != a.SymmetricDim() || t.Uplo != blas.Lower || from < 0 || from > t.N {
		panic("linalg: TrailingCongruence: l and a do not fit")
	}
	n := t.N - from
	if n == 0 {
		return ctx.Err()
	}
	l22 := t
	l22.N, l22.Data = n, t.Data[from*t.Stride+from:]
	m := &Metric{u: borrow(n, n)}
	defer giveBack(m.u)
	transposeLower(l22, m.u)
	c := square(a)
	if from > 0 {
		if err := solveTriangular(ctx, blas.Right, blas.Trans, l22, part(c, 0, from, from, t.N)); err != nil {
			return err
		}
	}
	return m.reduce(ctx, part(c, from, t.N, from, t.N))
}

// transposeLower writes the lower triangle l into the upper one of u.
func transposeLower(l blas64.Triangular, u blas64.General) {
	for i0 := 0; i0 < l.N; i0 += stripRows {
		// A square at a time, which the cache holds on both sides.
		for j0 := 0; j0 <= i0; j0 += stripRows {
			for i := i0; i < min(i0+stripRows, l.N); i++ {
				for j := j0; j < min(j0+stripRows, i+1); j++ {
					u.Data[j*u.Stride+i] = l.Data[i*l.Stride+j]
				}
			}
		}
	}
}
