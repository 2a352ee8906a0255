package dense

import (
	"context"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// A substitution is a triangular system op(A) X = B or X op(A) = B, written as M Y = C.
// A line, the unknowns of one right-hand side, runs along a column of X (left) or a row
// of X (right).
type substitution struct {
	t     blas64.Triangular
	op    blas.Transpose // M is op(t)
	upper bool           // M is upper triangular: unknowns are solved from the last to the first
	right bool           // the lines are the rows of x
}

func newSubstitution(side blas.Side, tA blas.Transpose, t blas64.Triangular) *substitution {
	s := &substitution{t: t, op: blas.NoTrans, right: side == blas.Right}
	if s.right != (tA != blas.NoTrans) {
		s.op = blas.Trans
	}
	s.upper = (t.Uplo == blas.Upper) != (s.op == blas.Trans)
	return s
}

// SolveTriangular solves op(A) X = B (left) or X op(A) = B (right) for X and overwrites
// B.
//
// It solves blocks of [simd.Depth] unknowns for all lines, and subtracts their
// contribution to the following unknowns in one product. A line does not depend on the
// other lines, and unknowns do not depend on those after them.
func SolveTriangular(ctx context.Context, side blas.Side, tA blas.Transpose, t blas64.Triangular, b blas64.General) error {
	s := newSubstitution(side, tA, t)
	for from := 0; from < t.N; from += simd.Depth {
		k, err := s.prepare(ctx, from)
		if err == nil {
			err = s.apply(ctx, k, b)
		}
		k.release()
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// A solvedBlock holds the columns of M of one block of unknowns, packed for a
// substitution.
type solvedBlock struct {
	i0, i1   int            // the unknowns in memory
	r0, r1   int            // the following ones in the order of the substitution
	triangle *simd.Triangle // M at the unknowns
	after    *simd.Packed   // M at the following ones
}

func (k *solvedBlock) release() {
	k.triangle.Release()
	k.after.Release()
}

// prepare packs the block of unknowns that begins at number from in the order of the
// substitution.
func (s *substitution) prepare(ctx context.Context, from int) (*solvedBlock, error) {
	n := s.t.N
	to := min(from+simd.Depth, n)
	k := &solvedBlock{i0: from, i1: to, r0: to, r1: n}
	if s.upper {
		k.i0, k.i1, k.r0, k.r1 = n-to, n-from, 0, n-to
	}
	k.triangle = simd.NewTriangle(s.op, DiagonalBlock(s.t, k.i0, k.i1))
	m, a := Factor{layout: byRows}, blas64.General{Rows: n, Cols: n, Stride: s.t.Stride, Data: s.t.Data}
	if s.op == blas.Trans {
		m.General, m.layout = Slice(a, k.i0, k.i1, k.r0, k.r1), byColumns
	} else {
		m.General = Slice(a, k.r0, k.r1, k.i0, k.i1)
	}
	if s.right {
		k.after = simd.NewRightFactor(to-from, k.r1-k.r0)
	} else {
		k.after = simd.NewLeftFactor(k.r1-k.r0, to-from)
	}
	return k, m.pack(ctx, k.after, 0, to-from)
}

// apply solves for the unknowns of a block and subtracts their contribution from the
// right-hand sides of the following ones.
func (s *substitution) apply(ctx context.Context, k *solvedBlock, x blas64.General) error {
	lines := s.unknowns(x, k.i0, k.i1).lines()
	p := simd.NewRightFactor(k.i1-k.i0, lines)
	defer p.Release()
	if err := s.solveFor(ctx, k, x, p); err != nil || k.r0 == k.r1 {
		return err
	}
	left, right := k.after, p
	if s.right {
		left, right = right, left
	}
	rest := s.unknowns(x, k.r0, k.r1).General
	return eachBlock(ctx, rest, k.i1-k.i0, simd.All, func(b simd.Block) {
		simd.Add(-1, left, right, rest, b, simd.All)
	})
}

// unknowns returns the unknowns i0 … i1-1 of all lines of x.
func (s *substitution) unknowns(x blas64.General, i0, i1 int) Factor {
	if s.right {
		return Rows(Slice(x, 0, x.Rows, i0, i1))
	}
	return Columns(Slice(x, i0, i1, 0, x.Cols))
}

// solveFor solves for the unknowns of a block on its own. The solutions are stored in x
// and, packed, in p.
func (s *substitution) solveFor(ctx context.Context, k *solvedBlock, x blas64.General, p *simd.Packed) error {
	f, n := s.unknowns(x, k.i0, k.i1), k.i1-k.i0
	grain := 1
	if n*n*f.lines()/2 < parallelWork {
		grain = max(1, p.Slivers())
	}
	return parallel.For(ctx, p.Slivers(), grain, func(lo, hi int) {
		f.packPart(p, 0, n, lo, hi)
		for sliver := lo; sliver < hi; sliver++ {
			k.triangle.Solve(p, sliver)
		}
		if s.right {
			p.UnpackRows(f.General, lo, hi)
		} else {
			p.UnpackColumns(f.General, lo, hi)
		}
	})
}
