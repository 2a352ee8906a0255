package measure

import (
	"fmt"
	"math"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// shiftRows is the largest number of rows for the first estimate of a group's mean.
const shiftRows = 32

// Group holds the sums over consecutive rows of a [Pass]. It is not safe for concurrent
// use.
type Group struct {
	of          *shape
	onEnd       func(*Group) // called when the group ends
	start, rows int
	// shift is the mean of the first rows, an estimate of that of all; mean is relative
	// to it, and a sum until the group is centred.
	shift, mean []float64

	squares  []float64
	products *mat.SymDense // nil unless requested; its diagonal is squares

	pairs, triples int
	steps, turns   []float64

	packed *simd.Packed // deviations that are not yet added to the squares
	filled int          // number of its rows

	first *mat.Dense // the first two rows
	seam  *mat.Dense // the last two rows, and two that follow them
}

func newGroup(p *shape, ended func(*Group), start int) *Group {
	g := &Group{of: p, onEnd: ended, start: start, steps: make([]float64, p.p), turns: make([]float64, p.p)}
	g.first, g.seam = mat.NewDense(2, p.p, nil), mat.NewDense(4, p.p, nil)
	if p.what&(Deviations|Products) != 0 {
		g.shift, g.mean, g.squares = make([]float64, p.p), make([]float64, p.p), make([]float64, p.p)
	}
	if p.what&Products != 0 {
		g.products = mat.NewSymDense(p.p, nil)
	}
	return g
}

// begin clears the sums.
func (g *Group) begin(start int) {
	g.start, g.rows, g.pairs, g.triples = start, 0, 0, 0
	for _, sum := range [][]float64{g.steps, g.turns, g.shift, g.mean, g.squares} {
		clear(sum)
	}
	if g.products != nil {
		clear(g.products.RawSymmetric().Data)
	}
}

// Add adds the next rows, which are read once and not kept. It panics unless there are
// some, of p features.
func (g *Group) Add(phi *mat.Dense) {
	rows, columns := phi.Dims()
	if rows == 0 || columns != g.of.p {
		panic(fmt.Sprintf("measure: a block of %d×%d features instead of %d", rows, columns, g.of.p))
	}
	if g.shift != nil {
		g.addDeviations(phi)
	}
	g.addSeamDifferences(phi, rows)
	g.addDifferences(phi)
	if g.rows < 2 {
		copy(g.first.RawRowView(g.rows), phi.RawRowView(0))
	}
	if g.rows == 0 && rows > 1 {
		copy(g.first.RawRowView(1), phi.RawRowView(1))
	}
	g.keepLast(phi, rows)
	g.rows += rows
}

// End ends the group. A group without rows is dropped: its computation was cancelled.
func (g *Group) End() {
	if g.rows > 0 {
		g.centre()
		g.onEnd(g)
	}
}

// addDeviations adds the deviations of rows from the shift, in batches of the depth of
// a product, for any division into blocks.
func (g *Group) addDeviations(phi *mat.Dense) {
	rows, columns := phi.Dims()
	if g.rows == 0 {
		g.shiftBy(phi.Slice(0, min(rows, shiftRows), 0, columns).(*mat.Dense))
		g.packed = simd.NewRightFactor(simd.Depth, columns)
	}
	for from := 0; from < rows; {
		to := min(rows, from+simd.Depth-g.filled)
		g.packed.PackColumnsLess(g.filled, phi.Slice(from, to, 0, columns).(*mat.Dense).RawMatrix(), g.shift, g.mean)
		g.filled += to - from
		if g.filled == simd.Depth {
			g.flush()
		}
		from = to
	}
}

// flush adds the squares or the products of the packed deviations.
func (g *Group) flush() {
	if packed := g.packed.Leading(g.filled); g.products != nil {
		addProducts(g.products, packed)
	} else {
		packed.AddSquares(g.squares)
	}
	g.filled = 0
}

// shiftBy sets the shift to the mean of the rows.
func (g *Group) shiftBy(phi *mat.Dense) {
	rows, _ := phi.Dims()
	first := phi.RawRowView(0)
	for i := 1; i < rows; i++ {
		for j, v := range phi.RawRowView(i) {
			g.shift[j] += v - first[j]
		}
	}
	floats.Scale(1/float64(rows), g.shift)
	floats.Add(g.shift, first)
}

// addProducts adds the products of packed columns to the upper triangle of sum. It runs
// on one goroutine, because others have groups of their own.
func addProducts(sum *mat.SymDense, packed *simd.Packed) {
	p := sum.RawSymmetric()
	c := blas64.General{Rows: p.N, Cols: p.N, Stride: p.Stride, Data: p.Data}
	rows, columns := simd.BlockSize()
	for i := 0; i < p.N; i += rows {
		for j := 0; j < p.N; j += columns {
			block := simd.Block{I0: i, I1: min(i+rows, p.N), J0: j, J1: min(j+columns, p.N)}
			simd.Add(1, packed, packed, c, block, simd.Upper)
		}
	}
}

// addDifferences adds the differences within a block.
func (g *Group) addDifferences(phi *mat.Dense) {
	rows, _ := phi.Dims()
	lo := g.start + g.rows
	for from := 0; from < rows; {
		_, behind := g.of.span(lo + from)
		to := min(behind-lo, rows)
		if g.of.what&Steps != 0 && to-from > 1 {
			g.addSteps(phi, from, to)
			g.pairs += to - from - 1
		}
		if g.of.what&Turns != 0 && to-from > 2 {
			addTurns(g.turns, phi, from+2, to)
			g.triples += to - from - 2
		}
		from = to
	}
}

// addSteps adds the steps within the rows from … to-1.
func (g *Group) addSteps(phi *mat.Dense, from, to int) {
	simd.AddSquaredSteps(g.steps, phi.Slice(from, to, 0, g.of.p).(*mat.Dense).RawMatrix())
}

// addSeamDifferences adds the differences between the last rows and those of next,
// which follow them.
func (g *Group) addSeamDifferences(next *mat.Dense, rows int) {
	at := g.start + g.rows
	start, end := g.of.span(at)
	before, behind := min(2, g.rows, at-start), min(2, rows, end-at) // rows of one span
	if before == 0 {
		return
	}
	for i := range behind {
		copy(g.seam.RawRowView(2+i), next.RawRowView(i))
	}
	if g.of.what&Steps != 0 {
		g.addSteps(g.seam, 1, 3)
		g.pairs++
	}
	if from, to := 4-before, 2+behind; g.of.what&Turns != 0 && from < to {
		addTurns(g.turns, g.seam, from, to)
		g.triples += to - from
	}
}

// keepLast stores the last rows of phi as those of the group.
func (g *Group) keepLast(phi *mat.Dense, rows int) {
	older := g.seam.RawRowView(1)
	if rows > 1 {
		older = phi.RawRowView(rows - 2)
	}
	copy(g.seam.RawRowView(0), older)
	copy(g.seam.RawRowView(1), phi.RawRowView(rows-1))
}

// centre converts the sums relative to the shift to those relative to the mean.
func (g *Group) centre() {
	if g.shift == nil {
		return
	}
	if g.filled > 0 {
		g.flush()
	}
	g.packed.Release()
	n := float64(g.rows)
	floats.Scale(1/n, g.mean)
	if g.products != nil {
		g.products.SymRankOne(g.products, -n, mat.NewVecDense(len(g.mean), g.mean))
		return
	}
	for j, v := range g.mean {
		g.squares[j] -= n * v * v
	}
}

// merge adds the sums over the following rows.
func (g *Group) merge(o *Group) {
	g.addSeamDifferences(o.first, o.rows)
	g.keepLast(o.seam.Slice(2-min(2, o.rows), 2, 0, g.of.p).(*mat.Dense), min(2, o.rows))
	floats.Add(g.steps, o.steps)
	floats.Add(g.turns, o.turns)
	g.pairs, g.triples = g.pairs+o.pairs, g.triples+o.triples
	na, nb := float64(g.rows), float64(o.rows)
	g.rows += o.rows
	if g.shift == nil {
		return
	}
	// One more deviation turns those from two means into those from one.
	scale, gain := math.Sqrt(na*nb/(na+nb)), nb/(na+nb)
	row := make([]float64, len(o.mean))
	for j, v := range o.mean {
		delta := (o.shift[j] - g.shift[j]) + (v - g.mean[j])
		row[j] = scale * delta
		g.mean[j] += gain * delta
		g.squares[j] += o.squares[j] + row[j]*row[j]
	}
	if g.products == nil {
		return
	}
	sum, add := g.products.RawSymmetric(), o.products.RawSymmetric()
	for i, v := range row {
		upper := sum.Data[i*sum.Stride+i : i*sum.Stride+sum.N]
		floats.Add(upper, add.Data[i*add.Stride+i:i*add.Stride+add.N])
		simd.Axpy(v, row[i:], upper)
	}
}

// variances returns the squares divided by the number of rows, for the first features.
func (g *Group) variances(features int) []float64 {
	v := make([]float64, features)
	for j := range v {
		v[j] = g.squares[j]
		if g.products != nil {
			v[j] = g.products.At(j, j)
		}
		v[j] /= float64(g.rows)
	}
	return v
}
