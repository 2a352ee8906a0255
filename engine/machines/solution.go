package machines

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// solution gives the weights of the tableau: they are the gains of the bounds |s_j| ≤
// Cost_j, and solve x_iᵀw = Right_i for the basic α_i.
func (t *tableau) solution() *ProgramSolution {
	s := &ProgramSolution{W: make([]float64, t.d), Missed: make([]float64, t.n)}
	conditions, weights := t.equalities()
	for c, v := range t.other {
		if v >= t.n {
			s.W[v-t.n] = t.gain[c]
		}
	}
	if k := len(weights); k > 0 && k == len(conditions) {
		a, b := mat.NewDense(k, k, nil), mat.NewVecDense(k, nil)
		for i, row := range conditions {
			for j, weight := range weights {
				a.Set(i, j, t.of.X.At(row, weight))
			}
			b.SetVec(i, t.of.Right[row])
		}
		var w mat.VecDense
		if err := w.SolveVec(a, b); err == nil {
			for j, weight := range weights {
				s.W[weight] = w.AtVec(j)
			}
		}
	}
	for j, w := range s.W {
		s.Objective += t.of.cost(j) * math.Abs(w)
	}
	for i := range s.Missed {
		if price := t.of.price(i); !t.of.Equal && !math.IsInf(price, 1) {
			s.Missed[i] = max(0, t.of.Right[i]-floats.Dot(t.of.X.RawRowView(i), s.W))
			s.Objective += price * s.Missed[i]
		}
	}
	return s
}

// equalities are the conditions whose α are basic, and the weights whose s are not, as many.
func (t *tableau) equalities() (conditions, weights []int) {
	for _, v := range t.basic {
		if v < t.n {
			conditions = append(conditions, v)
		}
	}
	for _, v := range t.other {
		if v >= t.n {
			weights = append(weights, v-t.n)
		}
	}
	return conditions, weights
}

// met says that a solution meets the conditions, and the gain of what it misses: the two
// objectives are the same.
func (t *tableau) met(s *ProgramSolution) bool {
	dual, size := 0.0, 0.0
	for c, v := range t.other {
		if v < t.n {
			dual += t.of.Right[v] * t.at[c]
		}
	}
	for r, v := range t.basic {
		if v < t.n {
			dual += t.of.Right[v] * t.value[r]
		}
	}
	for i := range t.n {
		row := t.of.X.RawRowView(i)
		size = 1e-8 * (t.scale + math.Abs(t.of.Right[i]) + floats.Norm(row, 2)*floats.Norm(s.W, 2))
		off := t.of.Right[i] - floats.Dot(row, s.W)
		if !t.of.Equal {
			off = max(0, off-s.Missed[i])
		}
		if math.Abs(off) > size {
			return false
		}
	}
	return math.Abs(dual-s.Objective) <= 1e-7*(math.Abs(dual)+t.scale)
}

// refresh makes the tableau anew of the problem with the variables that are basic now, by
// exchanges of the largest pivots.
func (t *tableau) refresh() {
	var fresh = newTableau(t.of)
	conditions, weights := t.equalities()
	enters, leaves := map[int]bool{}, map[int]bool{}
	for _, i := range conditions {
		enters[i] = true
	}
	for _, j := range weights {
		leaves[t.n+j] = true
	}
	for range conditions {
		row, column, largest := -1, -1, pivotTolerance
		for r, v := range fresh.basic {
			if !leaves[v] {
				continue
			}
			for c, u := range fresh.other {
				if f := math.Abs(fresh.rows.At(r, c)); enters[u] && f > largest {
					row, column, largest = r, c, f
				}
			}
		}
		if row < 0 {
			break
		}
		delete(leaves, fresh.basic[row])
		delete(enters, fresh.other[column])
		fresh.exchange(row, column)
	}
	stood := map[int]float64{}
	for c, v := range t.other {
		stood[v] = t.at[c]
	}
	for c, v := range fresh.other {
		low, high := t.bounds(v)
		fresh.at[c] = min(max(stood[v], low), high)
	}
	for r := range fresh.value {
		fresh.value[r] = floats.Dot(fresh.rows.RawRowView(r), fresh.at)
	}
	t.rows, t.gain, t.basic, t.value, t.other, t.at = fresh.rows, fresh.gain, fresh.basic, fresh.value, fresh.other, fresh.at
}
