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

// solveSpan is the number of entries of a solution that are computed at a time: few,
// because one goroutine computes them while the others wait, and enough for large
// pages.
const solveSpan = 10 * simd.BlockAlign

// span is the range of entries lo … hi-1.
type span struct{ lo, hi int }

// PackedPair is a triangular matrix and its transpose, packed for repeated solves. Both
// share storage of [dense.Borrow] for the full matrix, which can serve as such before
// and after.
type PackedPair struct {
	Plain, Transposed *PackedTriangle
	storage           []float64
}

// NewPackedPair packs the upper or lower triangle a. The result must be released even
// if it fails.
func NewPackedPair(ctx context.Context, a blas64.Triangular) (*PackedPair, error) {
	plain, transposed := spansOf(a, false), spansOf(a, true)
	size := plain.size()
	p := &PackedPair{Plain: plain, Transposed: transposed}
	p.storage = dense.BorrowVector(max(size+transposed.size(), dense.Size(a.N, a.N)))
	if err := plain.pack(ctx, p.storage[:size], a, false); err != nil {
		return p, err
	}
	return p, transposed.pack(ctx, p.storage[size:], a, true)
}

// Release releases the packed storage.
func (p *PackedPair) Release() {
	p.Plain.release()
	p.Transposed.release()
	dense.ReleaseVector(p.storage)
}

// PackedTriangle solves with a triangular matrix repeatedly, each time for a few
// vectors: U from the last entries to the first, or Uᵀ from the first to the last. The
// matrix is packed once and read by all processors in each solve.
type PackedTriangle struct {
	spans    []span         // of entries, in the order of solution
	rest     []span         // rest[t] is the range of entries solved after span t
	right    []*simd.Packed // right[t] subtracts the contribution of span t from the rest
	diagonal []*simd.Triangle
}

// spansOf divides the triangle a, or its transpose, into spans.
func spansOf(a blas64.Triangular, transposed bool) *PackedTriangle {
	n, s, reverse := a.N, &PackedTriangle{}, transposed == (a.Uplo == blas.Lower)
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
	return s
}

// size returns the number of values of the right factors.
func (s *PackedTriangle) size() (n int) {
	for t, at := range s.spans {
		n += simd.RightSize(at.hi-at.lo, s.rest[t].hi-s.rest[t].lo)
	}
	return n
}

// pack packs the triangle a, or its transpose, in the given storage.
func (s *PackedTriangle) pack(ctx context.Context, storage []float64, a blas64.Triangular, transposed bool) error {
	square := blas64.General{Rows: a.N, Cols: a.N, Stride: a.Stride, Data: a.Data}
	s.right, s.diagonal = make([]*simd.Packed, len(s.spans)), make([]*simd.Triangle, len(s.spans))
	for t, at := range s.spans {
		depth, columns := at.hi-at.lo, s.rest[t].hi-s.rest[t].lo
		s.right[t] = simd.NewRightFactorIn(storage, depth, columns)
		storage = storage[simd.RightSize(depth, columns):]
	}
	return parallel.For(ctx, len(s.spans), 1, func(t, _ int) {
		at, rest, p := s.spans[t], s.rest[t], s.right[t]
		op := blas.NoTrans
		if transposed {
			op = blas.Trans
			p.PackColumns(dense.Slice(square, at.lo, at.hi, rest.lo, rest.hi), 0, p.Slivers())
		} else {
			p.PackRows(dense.Slice(square, rest.lo, rest.hi, at.lo, at.hi), 0, p.Slivers())
		}
		s.diagonal[t] = simd.NewTriangle(op, dense.DiagonalBlock(a, at.lo, at.hi))
	})
}

// release releases the storage of the diagonal blocks.
func (s *PackedTriangle) release() {
	for _, d := range s.diagonal {
		if d != nil {
			d.Release()
		}
	}
}

// Solve overwrites x, vectors in rows, by the solutions. Each step subtracts the
// contribution of the span just solved from all remaining spans. The worker of the next
// span solves it at once and first, because the next step waits for it. The order of
// subtractions from an entry of x does not depend on the workers.
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

// solveSpan solves for the entries of span t, from whose right-hand sides the
// contributions of the previous spans are already subtracted.
func (s *PackedTriangle) solveSpan(t int, x blas64.General, solved []*simd.Packed) {
	xs := dense.Slice(x, 0, x.Rows, s.spans[t].lo, s.spans[t].hi)
	p := simd.NewRightFactor(xs.Cols, xs.Rows)
	defer p.Release()
	p.PackRows(xs, 0, p.Slivers())
	for k := range p.Slivers() {
		s.diagonal[t].Solve(p, k)
	}
	p.UnpackRows(xs, 0, p.Slivers())
	solved[t] = simd.NewLeftFactor(xs.Rows, xs.Cols)
	solved[t].PackRows(xs, 0, solved[t].Slivers())
}

// Inverse multiplies by A⁻¹ = U⁻¹ U⁻ᵀ.
type Inverse struct{ u *PackedPair }

// NewInverse packs the upper triangle u. The result must be released even if it fails.
func NewInverse(ctx context.Context, u blas64.General) (*Inverse, error) {
	p, err := NewPackedPair(ctx, dense.UpperTriangle(u))
	return &Inverse{p}, err
}

// Apply overwrites the rows of x by A⁻¹ times them.
func (v *Inverse) Apply(ctx context.Context, x blas64.General) error {
	if err := v.u.Transposed.Solve(ctx, x); err != nil {
		return err
	}
	return v.u.Plain.Solve(ctx, x)
}

// Release releases the packed storage.
func (v *Inverse) Release() { v.u.Release() }
