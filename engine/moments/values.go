package moments

import (
	"context"
	"fmt"
	"sync"

	"example.com/sfatui/engine/linalg"
	"example.com/sfatui/engine/linalg/simd"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
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
	kept   []*mat.Dense // of each block; nil when values are not kept
	direct bool         // features may come from the kernel's values
	own    *own         // where the samples are the supports

	mu   sync.Mutex
	free []*mat.Dense // buffers of BlockRows rows that are not in use
}

// NewValues prepares the evaluation of s over the n×d samples x, whose rows are
// segments of the given lengths. Eval of s is called on several goroutines. A
// [space.Partial] is evaluated as far as it gives g, and what is made of that is
// transformed: means, moments and features are those of h.
func NewValues(s space.Space, x *mat.Dense, lengths []int, keep bool) *Values {
	v := &Values{space: s, x: x, Blocks: Blocks(lengths, BlockRows), direct: !keep}
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
	if keep {
		v.kept = make([]*mat.Dense, len(v.Blocks))
	}
	return v
}

// Forget keeps no values for the next pass, where there is no memory for them.
// What comes out is the same to the bit.
func (v *Values) Forget() { v.kept = nil }

// samples is x of block i.
func (v *Values) samples(i int) *mat.Dense {
	_, d := v.x.Dims()
	return v.x.Slice(v.Blocks[i].Start, v.Blocks[i].End, 0, d).(*mat.Dense)
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
		return linalg.ParallelRows(ctx, to-from, 1, func(i, _ int) { f(from+i, v.samples(from+i)) })
	}
	if v.own != nil {
		return linalg.ParallelRows(ctx, to-from, 1, func(i, _ int) { f(from+i, v.own.values(v.Blocks[from+i])) })
	}
	if v.kept == nil {
		return v.evaluate(ctx, from, to, v.eval, f)
	}
	return linalg.ParallelRows(ctx, to-from, 1, func(i, _ int) {
		i += from
		if v.kept[i] == nil {
			x := v.samples(i)
			rows, _ := x.Dims()
			v.kept[i] = linalg.NewDense(rows, v.space.Dim())
			v.eval(v.kept[i], x)
		}
		f(i, v.kept[i])
	})
}

// evaluate calls f with what eval writes of each of the blocks from … to-1, as
// each does with h.
func (v *Values) evaluate(ctx context.Context, from, to int, eval func(h, x *mat.Dense), f func(i int, h *mat.Dense)) error {
	return linalg.ParallelRows(ctx, to-from, 1, func(i, _ int) {
		i += from
		x := v.samples(i)
		rows, _ := x.Dims()
		buffer := v.take()
		h := buffer.Slice(0, rows, 0, v.space.Dim()).(*mat.Dense)
		eval(h, x)
		f(i, h)
		v.giveBack(buffer)
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

// weights gives what weighs the values that each writes as a weighs h.
func (v *Values) weights(a *mat.Dense) (*mat.Dense, eachBlock) {
	if v.direct && v.stable != nil {
		if w := v.stable.Direct(a); w != nil {
			return w, func(ctx context.Context, from, to int, f func(i int, h *mat.Dense)) error {
				return v.evaluate(ctx, from, to, v.stable.Differences, f)
			}
		}
	}
	if v.part != nil {
		a = v.part.Weights(a)
	}
	return a, v.each
}

// eachBlock calls f with values of each of the blocks from … to-1.
type eachBlock func(ctx context.Context, from, to int, f func(i int, h *mat.Dense)) error

// Project gives the features φ = Aᵀh − c (n×p) of all samples, where a is
// dim×p on the first dim entries of h and c has length p. It fails only when
// ctx ends.
func (v *Values) Project(ctx context.Context, a *mat.Dense, c []float64) (*mat.Dense, error) {
	n, _ := v.x.Dims()
	dim, p := a.Dims()
	if v.own != nil {
		c = v.own.constants(a, c)
	}
	a, each := v.weights(a)
	phi := linalg.NewDense(n, p)
	packed := simd.Pack(blas.NoTrans, a.RawMatrix())
	defer packed.Release()
	err := each(ctx, 0, len(v.Blocks), func(i int, h *mat.Dense) {
		b := v.Blocks[i]
		out := phi.Slice(b.Start, b.End, 0, p).(*mat.Dense)
		values := h.Slice(0, b.End-b.Start, 0, dim).(*mat.Dense)
		simd.GemmPacked(blas.NoTrans, 1, values.RawMatrix(), packed, 0, out.RawMatrix())
		for t := range b.End - b.Start {
			floats.Sub(out.RawRowView(t), c)
		}
	})
	if err != nil {
		return nil, err
	}
	return phi, nil
}
