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

// PackedPair is a triangular matrix and its transpose, packed to solve with them again and
// again. Both lie in storage as [dense.Borrow] lends it for the matrix in full, so that it
// serves as such before and after.
type PackedPair struct {
	Plain, Transposed *PackedTriangle
	storage           []float64
}

// NewPackedPair packs the upper or lower triangle a. It is to be released, error or not.
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

// Release returns the storage.
func (p *PackedPair) Release() {
	p.Plain.release()
	p.Transposed.release()
	dense.ReleaseVector(p.storage)
}

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

// spansOf divides the triangle a, or its transpose.
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

// size is how many numbers the right factors take.
func (s *PackedTriangle) size() (n int) {
	for t, at := range s.spans {
		n += simd.RightSize(at.hi-at.lo, s.rest[t].hi-s.rest[t].lo)
	}
	return n
}

// pack packs the triangle a, or its transpose, in the storage given.
func (s *PackedTriangle) pack(ctx context.Context, storage []float64, a blas64.Triangular, transposed bool) error {
	square := blas64.General{Rows: a.N, Cols: a.N, Stride: a.Stride, Data: a.Data}
	s.right, s.diagonal = make([]*simd.Packed, len(s.spans)), make([]*simd.Triangle, len(s.spans))
	for t, at := range s.spans {
		depth, columns := at.hi-at.lo, s.rest[t].hi-s.rest[t].lo
		s.right[t] = simd.NewRightIn(storage, depth, columns)
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

// release returns the storage of what lies on the diagonal.
func (s *PackedTriangle) release() {
	for _, d := range s.diagonal {
		if d != nil {
			d.Release()
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
type Inverse struct{ u *PackedPair }

// NewInverse packs the upper triangle u. It is to be released, error or not.
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

// Release returns the storage.
func (v *Inverse) Release() { v.u.Release() }
