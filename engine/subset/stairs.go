package subset

import (
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// tileRows samples take blocks at a time.
const tileRows = 4 * simd.BlockAlign

// stairs take a few samples from block to block: what a sample needs for all of them
// is read from memory once. The samples that go on are the first ones.
type stairs struct {
	p       *pursuit
	samples *kernel.Samples // nil where distances are known
	index   [tileRows]int   // of the samples in the data
	had     [tileRows]int   // the picks that each had taken before
	rows    blas64.General  // their rows of the factor
	count   int             // of the samples that go on
}

// climb lets samples, which are in the order of the blocks they have taken, take the
// others, each until its residual is below least or it has taken all.
func (s *stairs) climb(samples []int, least float64) {
	p := s.p
	s.makeRoom()
	for at := int(p.taken[samples[0]]); at < len(p.blocks); at++ {
		b := p.blocks[at]
		for len(samples) > 0 && p.taken[samples[0]] == int32(at) {
			s.enter(samples[0], b.from)
			samples = samples[1:]
		}
		if s.count == 0 {
			continue
		}
		s.fill(b)
		for i := s.count - 1; i >= 0; i-- {
			t, own := s.index[i], s.row(i)[b.from:][:b.size]
			p.eps[t] -= floats.Dot(own, own)
			p.taken[t] = int32(at + 1)
			if !(p.eps[t] >= least) || at == len(p.blocks)-1 {
				s.leave(i, b.from+b.size)
			}
		}
	}
}

// makeRoom makes room for rows under all picks.
func (s *stairs) makeRoom() {
	width := s.p.chosen()
	if s.rows.Stride < width {
		s.rows.Stride = min(max(width, 2*s.rows.Stride), max(width, s.p.most))
		s.rows.Data = simd.Make(tileRows * s.rows.Stride)
	}
}

// row is what there is room for of the row of sample i.
func (s *stairs) row(i int) []float64 { return s.rows.Data[i*s.rows.Stride:][:s.rows.Stride] }

// part is the rows of the samples that go on under the picks from … to-1.
func (s *stairs) part(from, to int) blas64.General {
	return blas64.General{Rows: s.count, Cols: to - from, Stride: s.rows.Stride, Data: s.rows.Data[from:]}
}

// enter takes up sample t, which has taken the picks before from.
func (s *stairs) enter(t, from int) {
	i := s.count
	s.count++
	s.index[i], s.had[i] = t, from
	if s.samples != nil {
		s.samples.Set(i, s.p.x.RawRowView(t))
	}
	s.p.gather(s.row(i), t)
}

// leave keeps what is new in the row of sample i, which has taken the picks before
// to, and puts the last sample in its place.
func (s *stairs) leave(i, to int) {
	t, own := s.index[i], s.row(i)[s.had[i]:to]
	s.p.mu.Lock()
	kept := s.p.room.take(len(own))
	s.p.mu.Unlock()
	copy(kept, own)
	s.p.rows[t] = append(s.p.rows[t], kept)
	if s.count--; i < s.count {
		s.index[i], s.had[i] = s.index[s.count], s.had[s.count]
		if s.samples != nil {
			s.samples.Copy(i, s.count)
		}
		copy(s.row(i), s.row(s.count)[:to])
	}
}

// fill computes the rows under block b: κ less what the picks before explain, through
// the triangle. A row depends on its sample and the blocks alone, so equal samples have
// equal rows whenever they are computed.
func (s *stairs) fill(b *block) {
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
func (s *stairs) kernel(panel blas64.General, b *block) {
	if s.samples != nil {
		s.samples.Matrix(panel, s.p.k, b.supports)
		return
	}
	for i := range panel.Rows {
		s.p.distances.Row(panel.Data[i*panel.Stride:][:panel.Cols], s.p.k, s.index[i], b.picks, false)
	}
}

// takeStairs gives stairs that nobody is on.
func (p *pursuit) takeStairs() *stairs {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.stairs) - 1
	if last < 0 {
		s := &stairs{p: p}
		if p.distances == nil {
			_, d := p.x.Dims()
			s.samples = kernel.NewSamples(tileRows, d, p.origin)
		}
		return s
	}
	s := p.stairs[last]
	p.stairs = p.stairs[:last]
	return s
}

// giveBack leaves stairs to others.
func (p *pursuit) giveBack(s *stairs) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stairs = append(p.stairs, s)
}
