package machines

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// tableau is the dual of a problem under way: maximise Rightᵀα for 0 ≤ α_i ≤ Price_i, or
// free α of equalities, where s = Xᵀα is bound by |s_j| ≤ Cost_j. Variables are numbered
// α first, then s. Basic variables, a row each, are sums of the others, which stand at
// one of their bounds or, free ones, at 0. The sums have no constants.
type tableau struct {
	of      *LinearProgram
	n, d    int
	scale   float64    // the largest magnitude of Right
	rows    *mat.Dense // d×n: basic variables as sums of the others
	gain    []float64  // of the objective by each other variable, length n
	basic   []int      // length d
	value   []float64  // of the basic variables
	other   []int      // length n
	at      []float64  // values of the others
	column  []float64  // room for one of rows
	low     []float64  // bounds of all variables, length n+d
	high    []float64
	pivots  int
	gainful int // the last pivot that gained
}

// Tolerances of numbers that are of the size of the data.
const (
	gainTolerance  = 1e-10
	boundTolerance = 1e-10
	pivotTolerance = 1e-9
)

func newTableau(p *LinearProgram) *tableau {
	n, d := p.X.Dims()
	t := &tableau{of: p, n: n, d: d, basic: make([]int, d), value: make([]float64, d), column: make([]float64, d), other: make([]int, n), at: make([]float64, n)}
	t.low, t.high = make([]float64, n+d), make([]float64, n+d)
	for i := range n {
		t.high[i] = p.price(i)
		if p.Equal {
			t.low[i], t.high[i] = math.Inf(-1), math.Inf(1)
		}
		t.other[i] = i
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

// bounds are those of a variable.
func (t *tableau) bounds(v int) (low, high float64) { return t.low[v], t.high[v] }

// climb pivots until no other variable gains.
func (t *tableau) climb(ctx context.Context) error {
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

// stalled says that steps have gained nothing for long, and might go in a circle.
func (t *tableau) stalled() bool { return t.pivots-t.gainful > 20+t.d/2 }

// entering is the variable that gains most, or of a stalled tableau the first that gains;
// -1 for none. up says that it grows.
func (t *tableau) entering() (column int, up bool) {
	column = -1
	most := gainTolerance * t.scale
	stalled := t.stalled()
	for c, g := range t.gain {
		if math.Abs(g) <= most {
			continue
		}
		grows := g > 0
		if v := t.other[c]; grows && t.at[c] >= t.high[v] || !grows && t.at[c] <= t.low[v] {
			continue
		}
		if stalled {
			if column < 0 || t.other[c] < t.other[column] {
				column, up = c, grows
			}
			continue
		}
		column, up, most = c, grows, math.Abs(g)
	}
	return column, up
}

// step moves a variable as far as it may go, and exchanges it for the basic one that stops
// it; false where none does.
func (t *tableau) step(column int, up bool) bool {
	sign := -1.0
	if up {
		sign = 1
	}
	mat.Col(t.column, column, t.rows)
	row, length := t.leaving(sign)
	low, high := t.bounds(t.other[column])
	own := high - low
	if !up && !math.IsInf(low, -1) {
		own = t.at[column] - low
	} else if up && !math.IsInf(high, 1) {
		own = high - t.at[column]
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
		t.at[column] = low
		if up {
			t.at[column] = high
		}
		return true
	}
	entered := t.at[column] + sign*length
	low, high = t.bounds(t.basic[row])
	left := low
	if sign*t.column[row] > 0 {
		left = high
	}
	t.exchange(row, column)
	t.value[row], t.at[column] = entered, left
	return true
}

// leaving is the row whose variable meets a bound first as another, that of t.column, moves, and how far that
// moves then: of those that are passed within the tolerance, the one with the largest
// pivot. The length is +Inf where none does.
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

// exchange makes the variable of a row one of the others, and that of a column basic.
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
	t.basic[row], t.other[column] = t.other[column], t.basic[row]
}
