package dense

import (
	"context"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// SolveLowerRows solves L y = x for each row x of panel, in place: panel becomes panel
// · L⁻ᵀ. l is lower triangular m×m with a diagonal free of zeros, panel is b×m.
//
// Every row is the same bit for bit whatever the other rows, their number and
// GOMAXPROCS are, and the first k columns are those of the leading k×k block of L.
//
// It panics unless l is lower triangular and has as many columns as panel.
func SolveLowerRows(l *mat.TriDense, panel *mat.Dense) {
	m, _ := l.Dims()
	if _, c := panel.Dims(); c != m {
		panic("dense: SolveLowerRows: panel and factor differ in columns")
	}
	if m == 0 {
		return
	}
	t := l.RawTriangular()
	if t.Uplo != blas.Lower {
		panic("dense: SolveLowerRows: factor is not lower triangular")
	}
	// The background context never ends, so there is no error.
	_ = SolveTriangular(context.Background(), blas.Right, blas.Trans, t, panel.RawMatrix())
}

// A LowerSolver is a lower triangular matrix L, packed once to solve with many panels.
// It is safe for concurrent use.
type LowerSolver struct {
	n      int
	s      *substitution
	blocks []*solvedBlock
}

// NewLowerSolver packs l, which is lower triangular m×m with a diagonal free of zeros,
// into storage of the same size. Later changes of l have no effect. It panics unless l
// is lower triangular.
func NewLowerSolver(l *mat.TriDense) *LowerSolver {
	m, _ := l.Dims()
	s := &LowerSolver{n: m}
	if m == 0 {
		return s
	}
	t := l.RawTriangular()
	if t.Uplo != blas.Lower {
		panic("dense: NewLowerSolver: factor is not lower triangular")
	}
	s.s = newSubstitution(blas.Right, blas.Trans, t)
	for from := 0; from < m; from += simd.Depth {
		// The background context never ends, so there is no error.
		k, _ := s.s.prepare(context.Background(), from)
		s.blocks = append(s.blocks, k)
	}
	return s
}

// SolveRows computes [SolveLowerRows] with L, bit for bit. It panics unless panel has
// as many columns as L.
func (s *LowerSolver) SolveRows(panel *mat.Dense) {
	if _, c := panel.Dims(); c != s.n {
		panic("dense: LowerSolver: panel and factor differ in columns")
	}
	for _, k := range s.blocks {
		// The background context never ends, so there is no error.
		_ = s.s.apply(context.Background(), k, panel.RawMatrix())
	}
}
