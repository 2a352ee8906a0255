package subset

import (
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/hugepage"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// tileRows samples take blocks at a time.
const tileRows = 4 * simd.BlockAlign

// tiledUpdate take a few samples from block to block: what a sample needs for all of them
// is read from memory once. The samples that go on are the first ones.
type tiledUpdate struct {
	p       *pursuit
	samples *kernel.Samples // nil where distances are known
	index   [tileRows]int   // of the samples in the data
	start   [tileRows]int   // the picks that each had taken before
	rows    blas64.General  // their rows of the factor
	count   int             // of the samples that go on
}

// run lets samples, which are in the order of the blocks they have taken, take the
// others, each until its residual is below least or it has taken all.
func (s *tiledUpdate) run(samples []int, least float64) {
	p := s.p
	s.grow()
	for at := int(p.applied[samples[0]]); at < len(p.blocks); at++ {
		b := p.blocks[at]
		for len(samples) > 0 && p.applied[samples[0]] == int32(at) {
			if len(samples) > 1 {
				s.readAhead(samples[1])
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

// grow makes room for rows under all picks.
func (s *tiledUpdate) grow() {
	width := s.p.chosen()
	if s.rows.Stride < width {
		s.rows.Stride = min(max(width, 2*s.rows.Stride), max(width, s.p.most))
		s.rows.Data = hugepage.Make(tileRows * s.rows.Stride)
	}
}

// row is what there is room for of the row of sample i.
func (s *tiledUpdate) row(i int) []float64 { return s.rows.Data[i*s.rows.Stride:][:s.rows.Stride] }

// part is the rows of the samples that go on under the picks from … to-1.
func (s *tiledUpdate) part(from, to int) blas64.General {
	return blas64.General{Rows: s.count, Cols: to - from, Stride: s.rows.Stride, Data: s.rows.Data[from:]}
}

// admit takes up sample t, which has taken the picks before from.
func (s *tiledUpdate) admit(t, from int) {
	i := s.count
	s.count++
	s.index[i], s.start[i] = t, from
	if s.samples != nil {
		s.samples.Set(i, s.p.x.RawRowView(t))
	}
	s.p.gather(s.row(i), t)
}

// readAhead has what admit will read of sample t on its way from memory. Samples come in no
// order that the processor foresees.
func (s *tiledUpdate) readAhead(t int) {
	if s.samples != nil {
		simd.Prefetch(s.p.x.RawRowView(t))
	}
	for _, part := range s.p.rows[t] {
		simd.Prefetch(part)
	}
}

// retire keeps what is new in the row of sample i, which has taken the picks before
// to, and puts the last sample in its place.
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

// fill computes the rows under block b: κ less what the picks before explain, through
// the triangle. A row depends on its sample and the blocks alone, so equal samples have
// equal rows whenever they are computed.
func (s *tiledUpdate) fill(b *block) {
	panel := s.part(b.from, b.from+b.size)
	s.kernel(panel, b)
	if b.from > 0 {
		simd.GemmPacked(blas.NoTrans, -1, s.part(0, b.from), b.before, 1, panel)
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

// getUpdate takes an update that is not in use, or makes one.
func (p *pursuit) getUpdate() *tiledUpdate {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.idle) - 1
	if last < 0 {
		s := &tiledUpdate{p: p}
		if p.distances == nil {
			_, d := p.x.Dims()
			s.samples = kernel.NewSamples(tileRows, d, p.origin)
		}
		return s
	}
	s := p.idle[last]
	p.idle = p.idle[:last]
	return s
}

// putUpdate returns an update for others to use.
func (p *pursuit) putUpdate(s *tiledUpdate) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, s)
}
