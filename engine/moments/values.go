package moments

import (
	"context"
	"fmt"
	"sync"

	"example.com/sfatui/engine/linalg"
	"example.com/sfatui/engine/linalg/simd"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Values are the vectors h(x) of consecutive segments of samples, evaluated
// block by block, and kept for the next pass if so wished. Kept or evaluated
// again, they are the same to the bit, because block borders are the same. The
// features of a kernel space whose values are not kept come from the kernel's
// values where that is as precise, without a solve: the same to rounding.
//
// Each pass evaluates several blocks at once, but passes may not overlap.
type Values struct {
	Blocks []Block
	space  space.Space
	part   *space.Partial // the space, where it is one: h stands for its g
	stable *space.Stable  // the space, where it is that one or a part of its solve
	x      *mat.Dense
	// kept holds the values of each block as products take them, which serves
	// every solution; nil when values are not kept.
	kept   []*simd.Packed
	rooms  [][]float64 // where they are
	direct bool        // features may come from the kernel's values
	own    *own        // where the samples are the supports

	mu   sync.Mutex
	free []*mat.Dense // buffers of BlockRows rows that are not in use
}

// NewValues prepares the evaluation of s over the n×d samples x, whose rows are
// segments of the given lengths. Eval of s is called on several goroutines. A
// [space.Partial] is evaluated as far as it gives g, and what is made of that is
// transformed: means, moments and features are those of h.
func NewValues(s space.Space, x *mat.Dense, lengths []int) *Values {
	v := &Values{space: s, x: x, Blocks: Blocks(lengths, BlockRows), direct: true}
	switch s := s.(type) {
	case *space.Stable:
		v.stable = s
	case *space.Partial:
		v.part, v.stable = s, s.Stable
	}
	n, d := x.Dims()
	if len(v.Blocks) == 0 || v.Blocks[len(v.Blocks)-1].End != n {
		panic(fmt.Sprintf("moments: segments do not cover %d rows", n))
	}
	if l, ok := s.(space.Linear); ok && l.D != d {
		panic(fmt.Sprintf("moments: linear space of %d inputs over samples of %d", l.D, d))
	}
	return v
}

// KeptSize is how many numbers it takes to keep the values: none where the samples
// are the values.
func (v *Values) KeptSize() int {
	if _, linear := v.space.(space.Linear); linear {
		return 0
	}
	size := 0
	for _, b := range v.Blocks {
		size += simd.LeftSize(b.End-b.Start, v.space.Dim())
	}
	return size
}

// KeepIn keeps the values for the next pass, in a room of at least as many numbers
// as [Values.KeptSize] says, whatever they are. It must not be used for anything
// else as long as the values are.
func (v *Values) KeepIn(room []float64) {
	v.direct = false
	if v.KeptSize() == 0 {
		return
	}
	v.kept, v.rooms = make([]*simd.Packed, len(v.Blocks)), make([][]float64, len(v.Blocks))
	for i, b := range v.Blocks {
		size := simd.LeftSize(b.End-b.Start, v.space.Dim())
		v.rooms[i], room = room[:size], room[size:]
	}
}

// Forget keeps no values for the next pass, where there is no memory for them. What
// comes out is the same to the bit as if they were kept.
func (v *Values) Forget() { v.kept, v.rooms, v.direct = nil, nil, false }

// samples is x of a block.
func (v *Values) samples(b Block) *mat.Dense {
	_, d := v.x.Dims()
	return v.x.Slice(b.Start, b.End, 0, d).(*mat.Dense)
}

// eval writes h, or g of a partial space, of the samples x.
func (v *Values) eval(h, x *mat.Dense) {
	if v.part != nil {
		v.part.Begin(h, x)
	} else {
		v.space.Eval(h, x)
	}
}

// each calls f with h (rows×m), or g of a partial space, or h less that of the
// first sample where the samples are the supports, of each of the blocks
// from … to-1, several at once. h is valid until f returns and must not be
// written to. It fails only when ctx ends.
func (v *Values) each(ctx context.Context, from, to int, f func(i int, h *mat.Dense)) error {
	if _, linear := v.space.(space.Linear); linear { // the samples are the values
		return linalg.ParallelRows(ctx, to-from, 1, func(i, _ int) { f(from+i, v.samples(v.Blocks[from+i])) })
	}
	if v.own != nil {
		return linalg.ParallelRows(ctx, to-from, 1, func(i, _ int) { f(from+i, v.own.values(v.Blocks[from+i])) })
	}
	if v.kept == nil {
		return v.evaluate(ctx, v.Blocks[from:to], v.eval, func(i int, h *mat.Dense) { f(from+i, h) })
	}
	return linalg.ParallelRows(ctx, to-from, 1, func(i, _ int) {
		i += from
		v.with(v.Blocks[i], func(h *mat.Dense) {
			if v.kept[i] == nil {
				v.keep(i, h)
			} else {
				v.kept[i].UnpackRows(h.RawMatrix(), 0, v.kept[i].Slivers())
			}
			f(i, h)
		})
	})
}

// keep evaluates block i into h and keeps it.
func (v *Values) keep(i int, h *mat.Dense) {
	v.eval(h, v.samples(v.Blocks[i]))
	rows, m := h.Dims()
	packed := simd.NewLeftIn(v.rooms[i], rows, m)
	packed.PackRows(h.RawMatrix(), 0, packed.Slivers())
	v.kept[i] = packed
}

// with calls f with a buffer for the values of a block.
func (v *Values) with(b Block, f func(h *mat.Dense)) {
	buffer := v.take()
	f(buffer.Slice(0, b.End-b.Start, 0, v.space.Dim()).(*mat.Dense))
	v.giveBack(buffer)
}

// evaluate calls f with what eval writes of each block, as each does with h.
func (v *Values) evaluate(ctx context.Context, blocks []Block, eval func(h, x *mat.Dense), f func(i int, h *mat.Dense)) error {
	return linalg.ParallelRows(ctx, len(blocks), 1, func(i, _ int) {
		v.with(blocks[i], func(h *mat.Dense) {
			eval(h, v.samples(blocks[i]))
			f(i, h)
		})
	})
}

// take is a buffer of a block.
func (v *Values) take() *mat.Dense {
	v.mu.Lock()
	defer v.mu.Unlock()
	last := len(v.free) - 1
	if last < 0 {
		return linalg.NewDense(BlockRows, v.space.Dim())
	}
	buffer := v.free[last]
	v.free = v.free[:last]
	return buffer
}

// giveBack keeps a buffer for others.
func (v *Values) giveBack(buffer *mat.Dense) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.free = append(v.free, buffer)
}

// All is h of all samples (n×m): O(n·m) memory. It fails only when ctx ends.
func (v *Values) All(ctx context.Context) (*mat.Dense, error) {
	n, _ := v.x.Dims()
	m := v.space.Dim()
	all := linalg.NewDense(n, m)
	err := v.each(ctx, 0, len(v.Blocks), func(i int, h *mat.Dense) {
		rows := all.Slice(v.Blocks[i].Start, v.Blocks[i].End, 0, m).(*mat.Dense)
		rows.Copy(h)
		if v.part != nil {
			v.part.Finish(rows)
		}
		if v.own != nil {
			v.own.finish(rows)
		}
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// weights gives what weighs the values that the function beside it gives as a weighs
// h.
func (v *Values) weights(a, coefficients *mat.Dense) (*mat.Dense, eachBlock) {
	if coefficients == nil && v.stable != nil && (v.direct || v.part != nil) {
		coefficients = v.stable.Coefficients(a)
	}
	if v.direct && v.stable != nil {
		if w := v.stable.Direct(coefficients); w != nil {
			return w, func(ctx context.Context, f func(b Block, h *mat.Dense)) error {
				blocks := v.pieces()
				return v.evaluate(ctx, blocks, v.stable.Differences, func(i int, h *mat.Dense) { f(blocks[i], h) })
			}
		}
	}
	if v.part != nil {
		a = v.part.Weights(a, coefficients)
	}
	return a, func(ctx context.Context, f func(b Block, h *mat.Dense)) error {
		return v.each(ctx, 0, len(v.Blocks), func(i int, h *mat.Dense) { f(v.Blocks[i], h) })
	}
}

// eachBlock calls f with values of each block, several at once.
type eachBlock func(ctx context.Context, f func(b Block, h *mat.Dense)) error

const (
	// fewBlocks blocks may leave processors without one for long.
	fewBlocks = 16
	// pieceRows rows are evaluated at once where blocks are few.
	pieceRows = 48
)

// pieces are the blocks, or smaller ones where they are few: features of a sample do
// not depend on its block.
func (v *Values) pieces() []Block {
	if len(v.Blocks) > fewBlocks {
		return v.Blocks
	}
	var out []Block
	for _, b := range v.Blocks {
		for start := b.Start; start < b.End; start += pieceRows {
			out = append(out, Block{Start: start, End: min(start+pieceRows, b.End)})
		}
	}
	return out
}

// Project gives the features φ = Aᵀh − c (n×p) of all samples, where a is
// dim×p on the first dim entries of h and c has length p. It fails only when
// ctx ends.
func (v *Values) Project(ctx context.Context, a *mat.Dense, c []float64) (*mat.Dense, error) {
	n, _ := v.x.Dims()
	phi := linalg.NewDense(n, len(c))
	if err := v.ProjectTo(ctx, phi, a, nil, c); err != nil {
		return nil, err
	}
	return phi, nil
}

// ProjectTo is [Values.Project] into phi, whatever that holds. coefficients is what
// the space makes of a where that is at hand, or else nil. It panics unless phi is
// n×p.
func (v *Values) ProjectTo(ctx context.Context, phi, a, coefficients *mat.Dense, c []float64) error {
	n, _ := v.x.Dims()
	dim, p := a.Dims()
	if rows, columns := phi.Dims(); rows != n || columns != p || len(c) != p {
		panic(fmt.Sprintf("moments: %d×%d for the %d features of %d samples, %d constants", rows, columns, p, n, len(c)))
	}
	if v.own != nil {
		c = v.own.constants(a, c)
	}
	a, each := v.weights(a, coefficients)
	right := simd.Pack(blas.NoTrans, a.RawMatrix())
	defer right.Release()
	project := func(b Block, multiply func(out blas64.General)) {
		out := phi.Slice(b.Start, b.End, 0, p).(*mat.Dense)
		multiply(out.RawMatrix())
		for t := range b.End - b.Start {
			simd.Axpy(-1, c, out.RawRowView(t))
		}
	}
	if v.kept != nil {
		return v.eachKept(ctx, func(i int, h *simd.Packed) {
			project(v.Blocks[i], func(out blas64.General) { simd.MultiplyPacked(1, h.Leading(dim), right, 0, out) })
		})
	}
	return each(ctx, func(b Block, h *mat.Dense) {
		rows, _ := h.Dims()
		width := min(dim, v.width(b.End))
		values := h.Slice(0, rows, 0, width).(*mat.Dense)
		project(b, func(out blas64.General) {
			simd.GemmPacked(blas.NoTrans, 1, values.RawMatrix(), right.Leading(width), 0, out)
		})
	})
}

// eachKept calls f with what is kept of each block, several at once. It fails only
// when ctx ends.
func (v *Values) eachKept(ctx context.Context, f func(i int, h *simd.Packed)) error {
	return linalg.ParallelRows(ctx, len(v.Blocks), 1, func(i, _ int) {
		if v.kept[i] == nil {
			v.with(v.Blocks[i], func(h *mat.Dense) { v.keep(i, h) })
		}
		f(i, v.kept[i])
	})
}
