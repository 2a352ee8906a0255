package iterative

import (
	"context"
	"slices"
	"sync/atomic"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// solveSpan entries of a solution are found at a time: few, because that is done
// by one goroutine while the others wait for it, and enough for large pages.
const solveSpan = 10 * simd.BlockAlign

// span is the entries lo … hi-1.
type span struct{ lo, hi int }

// PackedTriangle solves with a triangular matrix again and again, each time for a
// few vectors: U from the last entries to the first, or Uᵀ from the first to the
// last. All of it is packed once; then it streams through the processors at each
// solve.
type PackedTriangle struct {
	spans    []span         // of entries, in the order in which they are found
	rest     []span         // rest[t] is what is found after span t
	right    []*simd.Packed // right[t] subtracts the contribution of span t from the rest
	diagonal []*simd.Triangle
}

// NewPackedTriangle packs the upper or lower triangle a, or its transpose.
func NewPackedTriangle(ctx context.Context, a blas64.Triangular, transposed bool) (*PackedTriangle, error) {
	n, lower := a.N, a.Uplo == blas.Lower
	square := blas64.General{Rows: n, Cols: n, Stride: a.Stride, Data: a.Data}
	s, reverse := &PackedTriangle{}, transposed == lower
	for lo := 0; lo < n; lo += solveSpan {
		hi := min(lo+solveSpan, n)
		s.spans = append(s.spans, span{lo, hi})
		if reverse {
			s.rest = append(s.rest, span{0, lo})
		} else {
			s.rest = append(s.rest, span{hi, n})
		}
	}
	if reverse {
		slices.Reverse(s.spans)
		slices.Reverse(s.rest)
	}
	s.right, s.diagonal = make([]*simd.Packed, len(s.spans)), make([]*simd.Triangle, len(s.spans))
	err := parallel.For(ctx, len(s.spans), 1, func(t, _ int) {
		at, rest := s.spans[t], s.rest[t]
		op, p := blas.NoTrans, simd.NewRight(at.hi-at.lo, rest.hi-rest.lo)
		if transposed {
			op = blas.Trans
			p.PackColumns(dense.Slice(square, at.lo, at.hi, rest.lo, rest.hi), 0, p.Slivers())
		} else {
			p.PackRows(dense.Slice(square, rest.lo, rest.hi, at.lo, at.hi), 0, p.Slivers())
		}
		s.right[t], s.diagonal[t] = p, simd.NewTriangle(op, dense.DiagonalBlock(a, at.lo, at.hi))
	})
	return s, err
}

// Release returns the storage.
func (s *PackedTriangle) Release() {
	for t, p := range s.right {
		if p != nil {
			p.Release()
			s.diagonal[t].Release()
		}
	}
}

// Solve overwrites x, vectors in rows, by the solutions. In each step all spans
// lose what the span just solved has in them, and the next one is solved at once
// by the worker that has it: it comes first, because the next step waits for it.
// An entry of x meets the spans in order, whichever worker processes it.
func (s *PackedTriangle) Solve(ctx context.Context, x blas64.General) error {
	spans := len(s.spans)
	c := parallel.NewGroup(spans)
	defer c.Release()
	solved := make([]*simd.Packed, spans)
	next := make([]atomic.Int32, spans)
	s.solveSpan(0, x, solved)
	c.Run(func(int) {
		for u := range spans - 1 {
			for t := u + int(next[u].Add(1)); t < spans; t = u + int(next[u].Add(1)) {
				at, rest := s.spans[t], s.rest[u]
				simd.Add(-1, solved[u], s.right[u], dense.Slice(x, 0, x.Rows, rest.lo, rest.hi),
					simd.Block{I1: x.Rows, J0: at.lo - rest.lo, J1: at.hi - rest.lo}, simd.All)
				if t == u+1 {
					s.solveSpan(t, x, solved)
				}
			}
			if !c.Barrier() {
				return
			}
		}
	})
	for _, p := range solved {
		p.Release()
	}
	return ctx.Err()
}

// solveSpan finds the entries of span t, from whose right sides the contributions of the
// spans before are subtracted already.
func (s *PackedTriangle) solveSpan(t int, x blas64.General, solved []*simd.Packed) {
	xs := dense.Slice(x, 0, x.Rows, s.spans[t].lo, s.spans[t].hi)
	p := simd.NewRight(xs.Cols, xs.Rows)
	defer p.Release()
	p.PackRows(xs, 0, p.Slivers())
	for k := range p.Slivers() {
		s.diagonal[t].Solve(p, k)
	}
	p.UnpackRows(xs, 0, p.Slivers())
	solved[t] = simd.NewLeft(xs.Rows, xs.Cols)
	solved[t].PackRows(xs, 0, solved[t].Slivers())
}

// Inverse multiplies by A⁻¹ = U⁻¹ U⁻ᵀ.
type Inverse struct{ forward, backward *PackedTriangle }

// NewInverse packs the upper triangle u. It is to be released, error or not.
func NewInverse(ctx context.Context, u blas64.General) (*Inverse, error) {
	var v Inverse
	var err error
	if v.forward, err = NewPackedTriangle(ctx, dense.UpperTriangle(u), true); err != nil {
		return &v, err
	}
	v.backward, err = NewPackedTriangle(ctx, dense.UpperTriangle(u), false)
	return &v, err
}

// Apply overwrites the rows of x by A⁻¹ times them.
func (v *Inverse) Apply(ctx context.Context, x blas64.General) error {
	if err := v.forward.Solve(ctx, x); err != nil {
		return err
	}
	return v.backward.Solve(ctx, x)
}

func (v *Inverse) Release() {
	for _, t := range []*PackedTriangle{v.forward, v.backward} {
		if t != nil {
			t.Release()
		}
	}
}
