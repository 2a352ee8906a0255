package machines

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// solution returns the weights of the tableau. They are the gains of the bounds |s_j| ≤
// Cost_j; they are solved for from x_iᵀw = Right_i of the basic α_i, which avoids the
// rounding of the pivots.
func (t *tableau) solution() *ProgramSolution {
	s := &ProgramSolution{W: make([]float64, t.d), Missed: make([]float64, t.n)}
	conditions, weights := t.equalities()
	for c, v := range t.nonbasic {
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

// equalities returns the conditions with a basic α, and as many weights, those whose s
// is not basic.
func (t *tableau) equalities() (conditions, weights []int) {
	for _, v := range t.basic {
		if v < t.n {
			conditions = append(conditions, v)
		}
	}
	for _, v := range t.nonbasic {
		if v >= t.n {
			weights = append(weights, v-t.n)
		}
	}
	return conditions, weights
}

// isOptimal reports whether a solution meets the conditions and its objective equals
// that of the dual, both within a tolerance.
func (t *tableau) isOptimal(s *ProgramSolution) bool {
	dual, size := 0.0, 0.0
	for c, v := range t.nonbasic {
		if v < t.n {
			dual += t.of.Right[v] * t.nonbasicValue[c]
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

// refresh rebuilds the tableau from the problem with the same basic variables, by
// exchanges at the largest pivots.
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
			for c, u := range fresh.nonbasic {
				if f := math.Abs(fresh.rows.At(r, c)); enters[u] && f > largest {
					row, column, largest = r, c, f
				}
			}
		}
		if row < 0 {
			break
		}
		delete(leaves, fresh.basic[row])
		delete(enters, fresh.nonbasic[column])
		fresh.exchange(row, column)
	}
	stood := map[int]float64{}
	for c, v := range t.nonbasic {
		stood[v] = t.nonbasicValue[c]
	}
	for c, v := range fresh.nonbasic {
		low, high := t.bounds(v)
		fresh.nonbasicValue[c] = min(max(stood[v], low), high)
	}
	for r := range fresh.value {
		fresh.value[r] = floats.Dot(fresh.rows.RawRowView(r), fresh.nonbasicValue)
	}
	t.rows, t.gain, t.basic, t.value, t.nonbasic, t.nonbasicValue = fresh.rows, fresh.gain, fresh.basic, fresh.value, fresh.nonbasic, fresh.nonbasicValue
}
