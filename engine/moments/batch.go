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
	// batchBlocks blocks at most are evaluated and transformed at once, in parallel:
	// each product reads and writes all of C and Ċ, so it should add many rows. Were
	// they 16, the rows that a long segment's chunk has in the panel would be a power
	// of two apart and share one place in the cache.
	batchBlocks = 15
	// mergeColumns functions are merged together on one processor. They do not
	// touch, so it has no part in the result.
	mergeColumns = 512
)

// batch is a number of consecutive blocks on their way into the sums.
type batch struct {
	blocks int
	chunks [batchBlocks][]chunk // of each block
	rows   panelRows            // how many rows of each kind they make
	from   panelRows            // where each kind begins in the panel or among the waves
	panel  *mat.Dense           // of the means of chunks and the steps between them
	// waves are the other rows, packed as the product takes them, and storage is where.
	waves   *simd.Packed
	storage []float64
	// width is how many columns are in use. It never falls; beyond, all is zero.
	width       int
	first, last *mat.Dense // the ends of each block
}

// batchRows is how many rows a batch has room for: in its panel, and of waves.
type batchRows struct{ panel, waves int }

// size is how many numbers a batch of m functions takes.
func (r batchRows) size(m int) int { return dense.Size(r.panel, m) + simd.RightSize(r.waves, m) }

// newBatch has room for so many rows of m functions, in the storage given.
func newBatch(storage []float64, rows batchRows, m int) *batch {
	return &batch{
		panel: dense.NewIn(storage, rows.panel, m), storage: storage[dense.Size(rows.panel, m):],
		first: mat.NewDense(batchBlocks, m, nil), last: mat.NewDense(batchBlocks, m, nil),
	}
}

// batchesOf divides blocks into batches of at most so many. It gives the numbers of
// the blocks that they begin with, and of all blocks, and how many rows they have at most.
// What a product sums beyond [simd.Depth] begins anew, and a few rows take nearly as
// long as many, so no batch has more rows of a wave.
func batchesOf(blocks []Block, most int) (first []int, rows batchRows) {
	var used panelRows
	var chunks []chunk
	for i, b := range blocks {
		with := used
		chunks = cut(chunks[:0], b, 0, &with)
		if i == 0 || i-first[len(first)-1] == most || with.maxOfFrequency() > simd.Depth {
			first, with = append(first, i), panelRows{}
			chunks = cut(chunks[:0], b, 0, &with)
		}
		used = with
		waves := used.waves()
		rows = batchRows{max(rows.panel, used.total()-waves), max(rows.waves, waves)}
	}
	return append(first, len(blocks)), rows
}

// fill evaluates the blocks from … to-1 of v for the batch, turned where there is a turn.
func (t *batch) fill(ctx context.Context, v *Values, turn turning, from, to int) error {
	t.width = min(v.width(v.Blocks[to-1].End), t.first.RawMatrix().Cols)
	t.cut(v.Blocks[from:to])
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

// turning writes into z what moments are measured of in place of the values h, which may
// have more columns.
type turning func(z, h *mat.Dense)

// cut starts the batch anew with the given blocks, for as many functions as it is wide.
func (t *batch) cut(blocks []Block) {
	t.blocks, t.rows = len(blocks), panelRows{}
	n := blocks[0].Start // all samples before stand before
	for i, b := range blocks {
		t.chunks[i] = cut(t.chunks[i][:0], b, n, &t.rows)
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
	t.waves = simd.NewRightIn(t.storage, total, t.width)
	t.waves.CutGroups(waves)
	for i := range blocks {
		for n := range t.chunks[i] {
			t.place(&t.chunks[i][n])
		}
	}
}

// place finds the rows of a chunk among the waves.
func (t *batch) place(c *chunk) {
	for f := 1; f < c.length; f++ {
		k := f * longest / c.length
		c.waves[f] = t.waves.Row(t.from[k] + c.rows[k])
	}
}

// row is the row that chunk c has of means or steps.
func (t *batch) row(c *chunk, k int) []float64 {
	return t.panel.RawRowView(t.from[k] + c.rows[k])[:t.width]
}

// panelOf is the rows of means or steps.
func (t *batch) panelOf(kind int) *mat.Dense {
	return t.panel.Slice(t.from[kind], t.from[kind]+t.rows[kind], 0, t.width).(*mat.Dense)
}

// transform writes the rows of block i, whose values are h, as far as they
// concern no other block: levels are left relative to the block's first row.
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

// sliversTogether of each row are written before those of the next chunk, which lie
// behind them.
const sliversTogether = 4

// cosines writes the waves of a chunk of h in the slivers from … to-1, and its mean less
// its first sample.
func (t *batch) cosines(c *chunk, h *mat.Dense, from, to int) {
	at := from * t.waves.Width()
	level := t.row(c, chunkMeans)[at:min(to*t.waves.Width(), t.width)]
	if c.length == 1 {
		clear(level)
		return
	}
	var x, y [longest][]float64
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

// merge finishes what concerns several blocks: it joins each to the one before,
// and turns the levels into the rows that merge each chunk's mean with that of
// all samples before it. before is the sample before the batch; mean is relative to
// origin, the first of all samples.
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

// mergeMean turns level, the mean of chunk c relative to base, into the row
// that merges it with mean, and brings mean up to date.
func mergeMean(level, base, mean []float64, c *chunk) {
	base, mean = base[:len(level)], mean[:len(level)]
	for j, v := range level {
		delta := v + base[j] - mean[j]
		level[j] = c.scale * delta
		mean[j] += c.gain * delta
	}
}
