package machines

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// tableau holds the dual of a problem during its solution: maximise Rightᵀα for 0 ≤ α_i
// ≤ Price_i, or free α of equalities, such that s = Xᵀα obeys |s_j| ≤ Cost_j. Variables
// are numbered α first, then s. Basic variables, a row each, are sums of the nonbasic
// ones, without constants. Each nonbasic variable stands at one of its bounds, or a
// free one at 0.
type tableau struct {
	of            *LinearProgram
	n, d          int
	scale         float64    // largest magnitude of Right
	rows          *mat.Dense // d×n: basic variables as sums of the nonbasic ones
	gain          []float64  // derivative of the objective by each nonbasic variable, length n
	basic         []int      // length d
	value         []float64  // values of the basic variables
	nonbasic      []int      // length n
	nonbasicValue []float64  // values of the nonbasic variables
	column        []float64  // storage for a column of rows
	low           []float64  // bounds of all variables, length n+d
	high          []float64
	pivots        int
	gainful       int // number of the last pivot that raised the objective
}

// Tolerances of numbers as large as the data.
const (
	gainTolerance  = 1e-10
	boundTolerance = 1e-10
	pivotTolerance = 1e-9
)

func newTableau(p *LinearProgram) *tableau {
	n, d := p.X.Dims()
	t := &tableau{of: p, n: n, d: d, basic: make([]int, d), value: make([]float64, d), column: make([]float64, d), nonbasic: make([]int, n), nonbasicValue: make([]float64, n)}
	t.low, t.high = make([]float64, n+d), make([]float64, n+d)
	for i := range n {
		t.high[i] = p.price(i)
		if p.Equal {
			t.low[i], t.high[i] = math.Inf(-1), math.Inf(1)
		}
		t.nonbasic[i] = i
		t.scale = max(t.scale, math.Abs(p.Right[i]))
	}
	for j := range d {
		t.basic[j] = n + j
		t.low[n+j], t.high[n+j] = -p.cost(j), p.cost(j)
	}
	t.rows = mat.DenseCopyOf(p.X.T())
	t.gain = append([]float64(nil), p.Right...)
	return t
}

// bounds returns the bounds of a variable.
func (t *tableau) bounds(v int) (low, high float64) { return t.low[v], t.high[v] }

// maximise pivots until no nonbasic variable raises the objective. It fails if ctx
// ends, with [ErrInfeasible] and with errEndless.
func (t *tableau) maximise(ctx context.Context) error {
	most := t.pivots + 200*(t.n+t.d) + 1000
	for ; t.pivots < most; t.pivots++ {
		if t.pivots%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		column, up := t.entering()
		if column < 0 {
			return nil
		}
		if !t.step(column, up) {
			return ErrInfeasible
		}
	}
	return errEndless
}

// stalled reports whether many steps have not raised the objective, and might cycle.
func (t *tableau) stalled() bool { return t.pivots-t.gainful > 20+t.d/2 }

// entering returns the nonbasic variable that raises the objective most, or, if the
// tableau is stalled, the first that raises it; -1 for none. up reports whether it
// grows.
func (t *tableau) entering() (column int, up bool) {
	column = -1
	most := gainTolerance * t.scale
	stalled := t.stalled()
	for c, g := range t.gain {
		if math.Abs(g) <= most {
			continue
		}
		grows := g > 0
		if v := t.nonbasic[c]; grows && t.nonbasicValue[c] >= t.high[v] || !grows && t.nonbasicValue[c] <= t.low[v] {
			continue
		}
		if stalled {
			if column < 0 || t.nonbasic[c] < t.nonbasic[column] {
				column, up = c, grows
			}
			continue
		}
		column, up, most = c, grows, math.Abs(g)
	}
	return column, up
}

// step moves a nonbasic variable as far as it may, and exchanges it for the basic one
// that stops it. It reports whether a bound stops it.
func (t *tableau) step(column int, up bool) bool {
	sign := -1.0
	if up {
		sign = 1
	}
	mat.Col(t.column, column, t.rows)
	row, length := t.leaving(sign)
	low, high := t.bounds(t.nonbasic[column])
	own := high - low
	if !up && !math.IsInf(low, -1) {
		own = t.nonbasicValue[column] - low
	} else if up && !math.IsInf(high, 1) {
		own = high - t.nonbasicValue[column]
	}
	if math.IsInf(length, 1) && math.IsInf(own, 1) {
		return false
	}
	flips := own <= length
	if flips {
		length = own
	}
	if length*math.Abs(t.gain[column]) > 1e-12*t.scale {
		t.gainful = t.pivots
	}
	for r := range t.value {
		t.value[r] += sign * length * t.column[r]
	}
	if flips {
		t.nonbasicValue[column] = low
		if up {
			t.nonbasicValue[column] = high
		}
		return true
	}
	entered := t.nonbasicValue[column] + sign*length
	low, high = t.bounds(t.basic[row])
	left := low
	if sign*t.column[row] > 0 {
		left = high
	}
	t.exchange(row, column)
	t.value[row], t.nonbasicValue[column] = entered, left
	return true
}

// leaving returns the row whose variable is the first to meet a bound as the nonbasic
// variable of t.column moves, and the length of that move. Of the rows that meet one
// within the tolerance it takes the largest pivot. The length is +Inf if none does.
func (t *tableau) leaving(sign float64) (row int, length float64) {
	reach := func(r int, slack float64) (float64, float64) {
		delta := sign * t.column[r]
		if math.Abs(delta) <= pivotTolerance {
			return math.Inf(1), 0
		}
		low, high := t.bounds(t.basic[r])
		if delta > 0 {
			return (high - t.value[r] + slack) / delta, delta
		}
		return (low - t.value[r] - slack) / delta, -delta
	}
	furthest := math.Inf(1)
	for r := range t.value {
		l, _ := reach(r, boundTolerance)
		furthest = min(furthest, l)
	}
	row, length = -1, math.Inf(1)
	largest := 0.0
	for r := range t.value {
		l, size := reach(r, 0)
		if l > furthest || math.IsInf(l, 1) {
			continue
		}
		better := size > largest
		if t.stalled() {
			better = row < 0 || t.basic[r] < t.basic[row]
		}
		if better {
			row, length, largest = r, max(l, 0), size
		}
	}
	return row, length
}

// exchange swaps the basic variable of a row and the nonbasic one of a column.
func (t *tableau) exchange(row, column int) {
	mat.Col(t.column, column, t.rows)
	for k := range t.value {
		t.rows.Set(k, column, 0)
	}
	r := t.rows.RawRowView(row)
	pivot := t.column[row]
	floats.Scale(-1/pivot, r)
	r[column] = 1 / pivot
	t.column[row] = 0
	blas64.Ger(1, blas64.Vector{N: t.d, Inc: 1, Data: t.column}, blas64.Vector{N: t.n, Inc: 1, Data: r}, t.rows.RawMatrix())
	f := t.gain[column]
	t.gain[column] = 0
	floats.AddScaled(t.gain, f, r)
	t.basic[row], t.nonbasic[column] = t.nonbasic[column], t.basic[row]
}
