package moments

import (
	"context"
	"fmt"
	"slices"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/pencil"
	"example.com/sfatui/engine/linalg/simd"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Values are the vectors h(x) of consecutive segments of samples, evaluated block by
// block, and optionally kept for the next pass. Kept or evaluated again, they have the
// same bits, because block borders are the same. The features of a kernel space whose
// values are not kept are computed from the kernel's values if that is as precise,
// without a solve: they are the same up to rounding.
//
// Each pass evaluates several blocks at once, but passes may not overlap.
type Values struct {
	Blocks []Block
	space  space.Space
	part   *space.Partial // the space, if it is one: h stands for its g
	stable *space.Stable  // the space, if it is one or a part of its solve
	x      *mat.Dense

	distances *kernel.Distances // of the samples; nil if unknown
	supports  []int             // numbers of z_0 and the kept supports of stable among these samples

	// kept holds the values of each block; nil if values are not kept.
	kept        []keptBlock
	keeping     Keeping
	storage     [][]float64    // storage of the kept values
	passStorage []float64      // storage of the batches of a pass; nil to allocate it in each pass
	direct      bool           // features may be computed from the kernel's values
	atSupports  *supportValues // if the samples are the supports

	supportOfRow map[int]int // support of each row that is one, if the space lifts supports; else nil

	free     buffers // for the values of a block
	features buffers // for the features of a block that are not kept
}

// NewValues prepares the evaluation of s over the n×d samples x, whose rows are
// segments of the given lengths. Eval of s is called concurrently. A [space.Partial] is
// evaluated as g, and the results are transformed: means, moments and features are
// those of h.
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

// A Keeping is the form in which values are kept between passes.
type Keeping int

const (
	// Packed values are stored as the left factors of products with weights, from which
	// the features of every solution are computed.
	Packed Keeping = iota
	// InRows values are stored row by row as evaluated, for passes that measure moments:
	// they are neither packed nor unpacked. Computing features from them takes no longer
	// than from values that are evaluated again.
	InRows
)

// size returns the number of values needed to keep rows of the given number of
// functions.
func (k Keeping) size(rows, functions int) int {
	if k == InRows {
		return dense.Size(rows, functions)
	}
	return simd.LeftSize(rows, functions)
}

// keptBlock holds the values of a block in the form that they are kept in; nil before
// they are evaluated.
type keptBlock struct {
	packed *simd.Packed
	rows   *mat.Dense
}

// KeptSize returns the number of values needed to keep all values: zero if the samples
// are the values.
func (v *Values) KeptSize(as Keeping) int {
	if _, linear := v.space.(space.Linear); linear {
		return 0
	}
	size := 0
	for _, b := range v.Blocks {
		size += as.size(b.End-b.Start, v.space.Dim())
	}
	return size
}

// KeepIn keeps the values for the next pass in the given storage of at least
// [Values.KeptSize] values, whose content is ignored. It must not be used for anything
// else while the values are in use.
func (v *Values) KeepIn(storage []float64, as Keeping) {
	v.direct = false
	if v.KeptSize(as) == 0 {
		return
	}
	v.keeping, v.kept, v.storage = as, make([]keptBlock, len(v.Blocks)), make([][]float64, len(v.Blocks))
	for i, b := range v.Blocks {
		size := as.size(b.End-b.Start, v.space.Dim())
		v.storage[i], storage = storage[:size], storage[size:]
	}
}

// PassSize returns the number of values that a pass for moments needs as workspace.
func (v *Values) PassSize() int {
	first, rows := batchesOf(v.Blocks, v.batchSize())
	return min(2, len(first)-1) * rows.size(v.space.Dim())
}

// PassIn sets the workspace of passes that measure moments to the given storage of at
// least [Values.PassSize] values, whose content is ignored. It may be used for anything
// else between them.
func (v *Values) PassIn(storage []float64) { v.passStorage = storage }

// KeepNone keeps no values for the next pass, if memory is short. Results have the same
// bits as with kept values.
func (v *Values) KeepNone() { v.kept, v.storage, v.direct = nil, nil, false }

// UseDistances computes the values from distances of the samples to other samples.
// supports are the numbers among these of z_0 and the kept supports of the
// [space.Stable] that the space is or is part of: see [space.Stable.DifferencesFrom].
// For a [space.FromDistances] they are those of all supports.
func (v *Values) UseDistances(distances *kernel.Distances, supports []int) {
	if _, ok := v.space.(space.FromDistances); !ok && (v.stable == nil || len(supports) != 1+v.stable.Dim()) {
		panic(fmt.Sprintf("moments: %d supports, not those of the space", len(supports)))
	}
	v.distances, v.supports = distances, supports
}

// LiftSupports declares that the samples contain the supports of a [space.Corrected] in
// the given rows: their values are lifted. Nil declares none.
func (v *Values) LiftSupports(rows []int) {
	v.supportOfRow = nil
	if rows != nil {
		v.supportOfRow = make(map[int]int, len(rows))
	}
	for j, row := range rows {
		v.supportOfRow[row] = j
	}
}

// samples returns the samples of a block.
func (v *Values) samples(b Block) *mat.Dense {
	_, d := v.x.Dims()
	return v.x.Slice(b.Start, b.End, 0, d).(*mat.Dense)
}

// Eval writes h of a block, or g of a partial space.
func (v *Values) Eval(h *mat.Dense, b Block) {
	switch {
	case v.stable == nil && v.distances != nil:
		v.space.(space.FromDistances).EvalFrom(h, v.distances, b.Start, v.supports)
	case v.stable == nil:
		v.space.Eval(h, v.samples(b))
	case v.part != nil:
		v.differences(h, b)
		v.part.Begin(h)
	default:
		v.differences(h, b)
		v.stable.Solve(h)
	}
	v.lift(h, b)
}

// lift lifts the values of supports in a block.
func (v *Values) lift(h *mat.Dense, b Block) {
	if v.supportOfRow == nil {
		return
	}
	for row := b.Start; row < b.End; row++ {
		if j, ok := v.supportOfRow[row]; ok {
			v.space.(*space.Corrected).Lift(h.RawRowView(row-b.Start), j)
		}
	}
}

// differences writes the kernel differences of a block for the stable space.
func (v *Values) differences(h *mat.Dense, b Block) {
	if v.distances != nil {
		v.stable.DifferencesFrom(h, v.distances, b.Start, v.supports)
	} else {
		v.stable.Differences(h, v.samples(b))
	}
}

// eachDifference calls f with blocks of the first count kernel differences of a block
// of samples. They are not needed later: for few functions all are computed at once,
// and many do not fit the cache.
func (v *Values) eachDifference(b Block, count int, f func(from int, values blas64.General)) {
	if v.distances == nil {
		v.stable.EachDifference(v.samples(b), count, f)
		return
	}
	v.withBuffer(b, func(h *mat.Dense) {
		rows, _ := h.Dims()
		first := h.Slice(0, rows, 0, count).(*mat.Dense)
		v.stable.DifferencesFrom(first, v.distances, b.Start, v.supports[:1+count])
		for from := 0; from < count; from += space.DifferencesAtOnce {
			f(from, first.Slice(0, rows, from, min(from+space.DifferencesAtOnce, count)).(*mat.Dense).RawMatrix())
		}
	})
}

// each calls f concurrently with the values h (rows×m) of each of the blocks from …
// to-1. In a partial space it passes g; if the samples are the supports, h minus that
// of the first sample. The values are valid until f returns and must not be written to.
// It fails only if ctx ends.
func (v *Values) each(ctx context.Context, from, to int, f func(i int, h *mat.Dense)) error {
	return parallel.For(ctx, to-from, 1, func(i, _ int) {
		v.evalBlock(from+i, func(h *mat.Dense) { f(from+i, h) })
	})
}

// evalBlock calls f with the values of one block; see [Values.each].
func (v *Values) evalBlock(i int, f func(h *mat.Dense)) {
	if _, linear := v.space.(space.Linear); linear { // the samples are the values
		f(v.samples(v.Blocks[i]))
		return
	}
	if v.atSupports != nil {
		f(v.atSupports.values(v.Blocks[i]))
		return
	}
	if v.kept == nil {
		v.withBuffer(v.Blocks[i], func(h *mat.Dense) {
			v.Eval(h, v.Blocks[i])
			f(h)
		})
		return
	}
	if v.keeping == InRows {
		f(v.keptRows(i))
		return
	}
	v.withBuffer(v.Blocks[i], func(h *mat.Dense) {
		if packed := v.kept[i].packed; packed != nil {
			packed.UnpackRows(h.RawMatrix(), 0, packed.Slivers())
		} else {
			v.keep(i, h)
		}
		f(h)
	})
}

// keptRows returns the values of block i, which are kept in rows.
func (v *Values) keptRows(i int) *mat.Dense {
	b, kept := v.Blocks[i], &v.kept[i]
	if kept.rows == nil {
		kept.rows = dense.NewIn(v.storage[i], b.End-b.Start, v.space.Dim())
		v.Eval(kept.rows, b)
	}
	return kept.rows
}

// keep evaluates block i into h and keeps it, packed.
func (v *Values) keep(i int, h *mat.Dense) {
	v.Eval(h, v.Blocks[i])
	rows, m := h.Dims()
	packed := simd.NewLeftFactorIn(v.storage[i], rows, m)
	packed.PackRows(h.RawMatrix(), 0, packed.Slivers())
	v.kept[i].packed = packed
}

// withBuffer calls f with a buffer for the values of a block.
func (v *Values) withBuffer(b Block, f func(h *mat.Dense)) {
	buffer := v.free.get(v.space.Dim())
	f(buffer.Slice(0, b.End-b.Start, 0, v.space.Dim()).(*mat.Dense))
	v.free.put(buffer)
}

// All returns h of all samples (n×m), with O(n·m) memory. It fails only if ctx ends.
func (v *Values) All(ctx context.Context) (*mat.Dense, error) {
	n, _ := v.x.Dims()
	m := v.space.Dim()
	all := dense.New(n, m)
	err := v.each(ctx, 0, len(v.Blocks), func(i int, h *mat.Dense) {
		rows := all.Slice(v.Blocks[i].Start, v.Blocks[i].End, 0, m).(*mat.Dense)
		rows.Copy(h)
		if v.part != nil {
			v.part.Finish(rows)
		}
		if v.atSupports != nil {
			v.atSupports.finish(rows)
		}
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// NewValuesAtSupports returns NewValues for samples that are exactly the supports of s,
// in their order. It panics unless s has kept them all.
func NewValuesAtSupports(s *space.Stable, x *mat.Dense, lengths []int) *Values {
	v := NewValues(s, x, lengths)
	n, _ := x.Dims()
	m := s.Dim()
	if m != n-1 {
		panic("moments: the samples are not the supports")
	}
	first := v.Blocks[0].End
	o := &supportValues{rows: s.AtSupports(), top: mat.NewDense(first, m, nil), base: make([]float64, m), lengths: lengths}
	if first > 1 {
		o.top.Slice(1, first, 0, m).(*mat.Dense).Copy(o.rows)
	}
	s.EvalOne(o.base, x.RawRowView(0))
	v.atSupports, v.stable = o, nil
	return v
}

// TriangularSamples returns the values of samples that are the supports minus those of
// the first one, and their mean. It panics if they are not: see [NewValuesAtSupports].
func (v *Values) TriangularSamples(ctx context.Context) (*pencil.TriangularSamples, []float64, error) {
	if v.atSupports == nil {
		panic("moments: the samples are not the supports")
	}
	samples, err := pencil.NewTriangularSamples(ctx, v.atSupports.rows, v.atSupports.lengths)
	if err != nil {
		return nil, nil, err
	}
	mean := slices.Clone(samples.Mean())
	floats.Add(mean, v.atSupports.base)
	return samples, mean, nil
}
