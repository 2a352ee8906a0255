package moments

import (
	"fmt"
	"math"

	"example.com/sfatui/engine/linalg"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// BlockRows is the number of rows in a full block.
const BlockRows = 256

// Moments are the moments of h over n samples and the given pairs.
type Moments struct {
	N, Pairs int
	Mean     []float64     // h̄, length m
	C        *mat.SymDense // m×m, divided by n
	Cdot     *mat.SymDense // m×m, divided by P; not centred
}

// Leading gives the moments of the first dim entries of h, sharing memory.
func (m *Moments) Leading(dim int) *Moments {
	return &Moments{
		N: m.N, Pairs: m.Pairs, Mean: m.Mean[:dim],
		C:    m.C.SliceSym(0, dim).(*mat.SymDense),
		Cdot: m.Cdot.SliceSym(0, dim).(*mat.SymDense),
	}
}

// Accumulator adds up blocks of h that come in row order.
type Accumulator struct {
	n, pairs int
	mean     []float64
	c, cdot  *mat.SymDense // sums, not yet divided
	last     []float64     // the row before the next block
	panel    *mat.Dense    // workspace, one row longer than a block
}

// NewAccumulator makes an empty accumulator for vectors of length m.
func NewAccumulator(m int) *Accumulator {
	return &Accumulator{
		mean: make([]float64, m), last: make([]float64, m),
		c: mat.NewSymDense(m, nil), cdot: mat.NewSymDense(m, nil),
		panel: mat.NewDense(BlockRows+1, m, nil),
	}
}

// Add takes the rows h (at most BlockRows × m) of block b.
func (a *Accumulator) Add(h *mat.Dense, b Block) {
	rows, m := h.Dims()
	if m != len(a.mean) || rows != b.End-b.Start || rows > BlockRows {
		panic(fmt.Sprintf("moments: block of %d×%d, want %d×%d", rows, m, b.End-b.Start, len(a.mean)))
	}
	a.addCovariance(h)
	a.addDifferences(h, b)
	copy(a.last, h.RawRowView(rows-1))
}

// addCovariance centres the block on its own mean and merges it: the rank-one
// term between the two means is one more row of the panel.
func (a *Accumulator) addCovariance(h *mat.Dense) {
	rows, m := h.Dims()
	mean := make([]float64, m)
	for i := range rows {
		floats.Add(mean, h.RawRowView(i))
	}
	floats.Scale(1/float64(rows), mean)
	for i := range rows {
		floats.SubTo(a.panel.RawRowView(i), h.RawRowView(i), mean)
	}
	na, nb := float64(a.n), float64(rows)
	delta := a.panel.RawRowView(rows)
	floats.SubTo(delta, mean, a.mean)
	floats.AddScaled(a.mean, nb/(na+nb), delta)
	floats.Scale(math.Sqrt(na*nb/(na+nb)), delta)
	linalg.SyrkAdd(a.c, 1, a.panel.Slice(0, rows+1, 0, m).(*mat.Dense))
	a.n += rows
}

// addDifferences adds the pairs that end inside the block.
func (a *Accumulator) addDifferences(h *mat.Dense, b Block) {
	rows, m := h.Dims()
	used := 0
	for i := range rows {
		if b.starts(i) {
			continue
		}
		before := a.last
		if i > 0 {
			before = h.RawRowView(i - 1)
		}
		floats.SubTo(a.panel.RawRowView(used), h.RawRowView(i), before)
		used++
	}
	if used > 0 {
		linalg.SyrkAdd(a.cdot, 1, a.panel.Slice(0, used, 0, m).(*mat.Dense))
	}
	a.pairs += used
}

// Moments divides the sums. The accumulator must not be used after it.
func (a *Accumulator) Moments() *Moments {
	if a.n > 0 {
		a.c.ScaleSym(1/float64(a.n), a.c)
	}
	if a.pairs > 0 {
		a.cdot.ScaleSym(1/float64(a.pairs), a.cdot)
	}
	return &Moments{N: a.n, Pairs: a.pairs, Mean: a.mean, C: a.c, Cdot: a.cdot}
}
