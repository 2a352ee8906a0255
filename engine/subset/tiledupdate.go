package subset

import (
	"example.com/sfatui/datasets/storage"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// tileRows is the number of samples that process blocks together.
const tileRows = 4 * simd.BlockAlign

// tiledUpdate updates a tile of samples block by block, so that the data of a block is
// read from memory once for all of them. The active samples come first.
type tiledUpdate struct {
	p       *pursuit
	samples *kernel.Samples // nil if distances are known
	index   [tileRows]int   // of the samples in the data
	start   [tileRows]int   // number of picks that each had processed before
	rows    blas64.General  // their rows of the factor
	count   int             // number of active samples
}

// run updates samples, which are in the order of the blocks they have processed, by the
// following blocks, each until its residual is below least or it has processed all.
func (s *tiledUpdate) run(samples []int, least float64) {
	p := s.p
	s.grow()
	for at := int(p.applied[samples[0]]); at < len(p.blocks); at++ {
		b := p.blocks[at]
		for len(samples) > 0 && p.applied[samples[0]] == int32(at) {
			if len(samples) > 1 {
				s.prefetchSample(samples[1])
			}
			s.admit(samples[0], b.from)
			samples = samples[1:]
		}
		if s.count == 0 {
			continue
		}
		s.fill(b)
		for i := s.count - 1; i >= 0; i-- {
			t, own := s.index[i], s.row(i)[b.from:][:b.size]
			p.eps[t] -= floats.Dot(own, own)
			p.applied[t] = int32(at + 1)
			if !(p.eps[t] >= least) || at == len(p.blocks)-1 {
				s.retire(i, b.from+b.size)
			}
		}
	}
}

// grow enlarges the storage for rows under all picks.
func (s *tiledUpdate) grow() {
	width := s.p.chosen()
	if s.rows.Stride < width {
		s.rows.Stride = min(max(width, 2*s.rows.Stride), max(width, s.p.wanted))
		s.rows.Data = storage.Make(tileRows * s.rows.Stride)
	}
}

// row returns the storage of the row of sample i.
func (s *tiledUpdate) row(i int) []float64 { return s.rows.Data[i*s.rows.Stride:][:s.rows.Stride] }

// part returns the rows of the active samples under the picks from … to-1.
func (s *tiledUpdate) part(from, to int) blas64.General {
	return blas64.General{Rows: s.count, Cols: to - from, Stride: s.rows.Stride, Data: s.rows.Data[from:]}
}

// admit adds sample t, which has processed the picks before from.
func (s *tiledUpdate) admit(t, from int) {
	i := s.count
	s.count++
	s.index[i], s.start[i] = t, from
	if s.samples != nil {
		s.samples.Set(i, s.p.x.RawRowView(t))
	}
	s.p.gather(s.row(i), t)
}

// prefetchSample prefetches the data of sample t that admit reads. Samples come in an
// order that the processor cannot predict.
func (s *tiledUpdate) prefetchSample(t int) {
	if s.samples != nil {
		simd.Prefetch(s.p.x.RawRowView(t))
	}
	for _, part := range s.p.rows[t] {
		simd.Prefetch(part)
	}
}

// retire stores the new part of the row of sample i, which has processed the picks
// before to, and moves the last sample to its place.
func (s *tiledUpdate) retire(i, to int) {
	t, own := s.index[i], s.row(i)[s.start[i]:to]
	s.p.mu.Lock()
	kept := s.p.storage.alloc(len(own))
	s.p.mu.Unlock()
	copy(kept, own)
	s.p.rows[t] = append(s.p.rows[t], kept)
	if s.count--; i < s.count {
		s.index[i], s.start[i] = s.index[s.count], s.start[s.count]
		if s.samples != nil {
			s.samples.Copy(i, s.count)
		}
		copy(s.row(i), s.row(s.count)[:to])
	}
}

// fill computes the rows under block b: κ minus the part that the previous picks
// explain, solved with the triangle. A row depends only on its sample and the blocks,
// so that equal samples have equal rows whenever they are computed.
func (s *tiledUpdate) fill(b *block) {
	panel := s.part(b.from, b.from+b.size)
	s.kernel(panel, b)
	if b.from > 0 {
		simd.GemmPacked(blas.NoTrans, -1, s.part(0, b.from), b.packedEarlier, 1, panel)
	}
	var view mat.Dense
	view.SetRawMatrix(panel)
	b.solver.SolveRows(&view)
}

// kernel writes κ of the samples and the picks of block b.
func (s *tiledUpdate) kernel(panel blas64.General, b *block) {
	if s.samples != nil {
		s.samples.Matrix(panel, s.p.k, b.supports)
		return
	}
	for i := range panel.Rows {
		s.p.distances.Row(panel.Data[i*panel.Stride:][:panel.Cols], s.p.k, s.index[i], b.picks, false)
	}
}

// getUpdate returns an idle update, or a new one.
func (p *pursuit) getUpdate() *tiledUpdate {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.idleUpdates) - 1
	if last < 0 {
		s := &tiledUpdate{p: p}
		if p.distances == nil {
			_, d := p.x.Dims()
			s.samples = kernel.NewSamples(tileRows, d, p.origin)
		}
		return s
	}
	s := p.idleUpdates[last]
	p.idleUpdates = p.idleUpdates[:last]
	return s
}

// putUpdate returns an update to the idle ones.
func (p *pursuit) putUpdate(s *tiledUpdate) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idleUpdates = append(p.idleUpdates, s)
}
