package moments

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// batchBlocks is the largest number of blocks that are evaluated and transformed
	// together, in parallel: each product reads and writes all of C and Ċ, so it should
	// add many rows. With 16, the rows of a long segment's chunk in the panel would be
	// a power of two apart and share one cache set.
	batchBlocks = 15
	// mergeColumns is the number of functions that one processor merges together. They
	// are independent, so that it does not affect the result.
	mergeColumns = 512
)

// batch is a number of consecutive blocks that are added to the sums together.
type batch struct {
	blocks int
	chunks [batchBlocks][]chunk // of each block
	rows   panelRows            // number of rows of each kind
	from   panelRows            // start of each kind in the panel or among the waves
	panel  *mat.Dense           // of the means of chunks and the steps between them
	// waves holds the rows of cosine transforms, packed in storage for the product.
	waves   *simd.Packed
	storage []float64
	// width is the number of columns in use. It never decreases; all columns beyond are
	// zero.
	width       int
	first, last *mat.Dense // the ends of each block
}

// batchRows is the row capacity of a batch: of its panel, and of its waves.
type batchRows struct{ panel, waves int }

// size returns the number of values of a batch of m functions.
func (r batchRows) size(m int) int { return dense.Size(r.panel, m) + simd.RightSize(r.waves, m) }

// newBatch returns a batch with the given row capacity for m functions, in the given
// storage.
func newBatch(storage []float64, rows batchRows, m int) *batch {
	return &batch{
		panel: dense.NewIn(storage, rows.panel, m), storage: storage[dense.Size(rows.panel, m):],
		first: mat.NewDense(batchBlocks, m, nil), last: mat.NewDense(batchBlocks, m, nil),
	}
}

// batchesOf divides blocks into batches of at most `most` blocks. It returns the index
// of the first block of each, followed by the number of blocks, and the largest numbers
// of rows. A product restarts its sum after [simd.Depth] rows, and few rows take nearly
// as long as many, so no batch has more rows of a wave than that.
func batchesOf(blocks []Block, most int) (first []int, rows batchRows) {
	var used panelRows
	var chunks []chunk
	for i, b := range blocks {
		with := used
		chunks = cutChunks(chunks[:0], b, 0, &with)
		if i == 0 || i-first[len(first)-1] == most || with.maxOfFrequency() > simd.Depth {
			first, with = append(first, i), panelRows{}
			chunks = cutChunks(chunks[:0], b, 0, &with)
		}
		used = with
		waves := used.waves()
		rows = batchRows{max(rows.panel, used.total()-waves), max(rows.waves, waves)}
	}
	return append(first, len(blocks)), rows
}

// fill evaluates the blocks from … to-1 of v into the batch, transformed by turn unless
// it is nil.
func (t *batch) fill(ctx context.Context, v *Values, turn rowTransform, from, to int) error {
	t.width = min(v.width(v.Blocks[to-1].End), t.first.RawMatrix().Cols)
	t.layOut(v.Blocks[from:to])
	return v.each(ctx, from, to, func(i int, h *mat.Dense) {
		if turn == nil {
			rows, _ := h.Dims()
			t.transform(i-from, h.Slice(0, rows, 0, t.width).(*mat.Dense))
			return
		}
		v.withBuffer(v.Blocks[i], func(z *mat.Dense) {
			rows, _ := z.Dims()
			first := z.Slice(0, rows, 0, t.width).(*mat.Dense)
			turn(first, h)
			t.transform(i-from, first)
		})
	})
}

// rowTransform writes transformed values into z, whose moments are measured instead of
// those of the values h. h may have more columns.
type rowTransform func(z, h *mat.Dense)

// layOut starts the batch again with the given blocks, for as many functions as it is
// wide.
func (t *batch) layOut(blocks []Block) {
	t.blocks, t.rows = len(blocks), panelRows{}
	n := blocks[0].Start // the number of previous samples
	for i, b := range blocks {
		t.chunks[i] = cutChunks(t.chunks[i][:0], b, n, &t.rows)
		n += b.End - b.Start
	}
	t.from[chunkSteps] = t.rows[chunkMeans]
	total := 0
	var waves []simd.Group
	for k := chunkMeans + 1; k < chunkSteps; k++ {
		waves = append(waves, simd.Group{Size: t.rows[k], Weight: simd.CosineStep(k) * simd.CosineStep(k)})
		t.from[k] = total
		total += t.rows[k]
	}
	t.waves = simd.NewRightFactorIn(t.storage, total, t.width)
	t.waves.CutGroups(waves)
	for i := range blocks {
		for n := range t.chunks[i] {
			t.locateWaves(&t.chunks[i][n])
		}
	}
}

// locateWaves sets the rows of a chunk among the waves.
func (t *batch) locateWaves(c *chunk) {
	for f := 1; f < c.length; f++ {
		k := f * maxChunk / c.length
		c.waves[f] = t.waves.Row(t.from[k] + c.rows[k])
	}
}

// row returns the row of chunk c of kind means or steps.
func (t *batch) row(c *chunk, k int) []float64 {
	return t.panel.RawRowView(t.from[k] + c.rows[k])[:t.width]
}

// panelOf returns the rows of kind means or steps.
func (t *batch) panelOf(kind int) *mat.Dense {
	return t.panel.Slice(t.from[kind], t.from[kind]+t.rows[kind], 0, t.width).(*mat.Dense)
}

// transform writes the rows of block i, whose values are h, as far as they depend on no
// other block: levels stay relative to the block's first row.
func (t *batch) transform(i int, h *mat.Dense) {
	rows, _ := h.Dims()
	copy(t.first.RawRowView(i), h.RawRowView(0))
	copy(t.last.RawRowView(i), h.RawRowView(rows-1))
	for from := 0; from < t.waves.Slivers(); from += sliversTogether {
		to := min(from+sliversTogether, t.waves.Slivers())
		for n := range t.chunks[i] {
			t.cosines(&t.chunks[i][n], h, from, to)
		}
	}
	for n := range t.chunks[i] {
		c := &t.chunks[i][n]
		if c.row == 0 {
			continue
		}
		level, first := t.row(c, chunkMeans), h.RawRowView(c.row)
		for j, v := range h.RawRowView(0)[:len(level)] {
			level[j] += first[j] - v
		}
		if c.joined {
			floats.SubTo(t.row(c, chunkSteps), first, h.RawRowView(c.row-1))
		}
	}
}

// sliversTogether is the number of slivers of each row that are written before those of
// the next chunk, which follow them in memory.
const sliversTogether = 4

// cosines writes the waves of a chunk of h in the slivers from … to-1, and its mean
// minus its first sample.
func (t *batch) cosines(c *chunk, h *mat.Dense, from, to int) {
	at := from * t.waves.Width()
	level := t.row(c, chunkMeans)[at:min(to*t.waves.Width(), t.width)]
	if c.length == 1 {
		clear(level)
		return
	}
	var x, y [maxChunk][]float64
	for k := from; k < to; k++ {
		for f := 1; f < c.length; f++ {
			y[f] = c.waves[f].Part(k)
		}
		n := len(y[1])
		for j := range c.length {
			x[j] = h.RawRowView(c.row + j)[at : at+n]
		}
		y[0] = level[:n]
		simd.Cosine(c.length, &x, &y)
		level, at = level[n:], at+n
	}
}

// merge finishes the rows that depend on several blocks: it joins each block to the
// previous one, and converts the levels to the rows that merge each chunk's mean with
// that of all samples before it. before is the sample before the batch; mean is
// relative to origin, the first of all samples.
func (t *batch) merge(ctx context.Context, before, origin, mean []float64) error {
	return parallel.For(ctx, len(mean), mergeColumns, func(lo, hi int) {
		before := before
		for i, chunks := range t.chunks[:t.blocks] {
			first := t.first.RawRowView(i)[lo:hi]
			if i > 0 {
				before = t.last.RawRowView(i - 1)
			}
			if c := &chunks[0]; c.joined {
				floats.SubTo(t.row(c, chunkSteps)[lo:hi], first, before[lo:hi])
			}
			floats.Sub(first, origin[lo:hi])
			for n := range chunks {
				mergeMean(t.row(&chunks[n], chunkMeans)[lo:hi], first, mean[lo:hi], &chunks[n])
			}
		}
	})
}

// mergeMean converts level, the mean of chunk c relative to base, to the row that
// merges it with mean, and updates mean.
func mergeMean(level, base, mean []float64, c *chunk) {
	base, mean = base[:len(level)], mean[:len(level)]
	for j, v := range level {
		delta := v + base[j] - mean[j]
		level[j] = c.scale * delta
		mean[j] += c.gain * delta
	}
}
