package codes

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/progress"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Penalty makes a factorisation sparse: Eta keeps the parts small, Beta the codes
// sparse.
type Penalty struct{ Eta, Beta float64 }

// SparseParts improves codes (N×K) and parts (K×n) in place by several sweeps of alternating
// non-negative least squares (Kim and Park 2007) for
//
//	‖X − AD‖² + η‖D‖² + β·Σ_i ‖a_i‖₁²   over A, D ≥ 0,
//
// the parts first. It returns the objective before the first sweep and after each,
// which never rises. X must pass [CheckNonNegative]. It fails only if ctx ends.
func SparseParts(ctx context.Context, x, codes, parts *mat.Dense, p Penalty, sweeps int) ([]float64, error) {
	check(x, codes, parts)
	n, d := x.Dims()
	storage := mat.NewDense(n, d, nil)
	record := []float64{p.objective(x, codes, parts, storage)}
	for round := range sweeps {
		if err := p.refitParts(ctx, x, codes, parts); err != nil {
			return record, err
		}
		if err := CodeParts(ctx, codes, x, parts, p.Beta); err != nil {
			return record, err
		}
		record = append(record, p.objective(x, codes, parts, storage))
		progress.Report(ctx, "parts", round+1, sweeps)
	}
	return record, nil
}

// CodeParts improves codes (N×K), such as zeros, to the non-negative codes of samples (N×n)
// in given parts (K×n): the minimiser of ‖x − aD‖² + β‖a‖₁² for each. It fails only if
// ctx ends.
func CodeParts(ctx context.Context, codes, x, parts *mat.Dense, beta float64) error {
	check(x, codes, parts)
	n, k := codes.Dims()
	gram := mat.NewDense(k, k, nil)
	gram.Mul(parts, parts.T())
	for i := range k {
		for j := range k {
			gram.Set(i, j, gram.At(i, j)+beta)
		}
	}
	right := mat.NewDense(n, k, nil)
	right.Mul(x, parts.T())
	return parallel.For(ctx, n, grain, func(lo, hi int) {
		s := newLeastSquares(gram)
		for i := lo; i < hi; i++ {
			s.solve(codes.RawRowView(i), right.RawRowView(i))
		}
	})
}

// refitParts writes the optimal parts for given codes. It fails only if ctx ends.
func (p Penalty) refitParts(ctx context.Context, x, codes, parts *mat.Dense) error {
	_, d := x.Dims()
	_, k := codes.Dims()
	gram := mat.NewDense(k, k, nil)
	gram.Mul(codes.T(), codes)
	for j := range k {
		gram.Set(j, j, gram.At(j, j)+p.Eta)
	}
	right := mat.NewDense(d, k, nil)
	right.Mul(x.T(), codes)
	return parallel.For(ctx, d, grain, func(lo, hi int) {
		s := newLeastSquares(gram)
		column := make([]float64, k)
		for i := lo; i < hi; i++ {
			mat.Col(column, i, parts)
			s.solve(column, right.RawRowView(i))
			parts.SetCol(i, column)
		}
	})
}

// objective returns the objective of [SparseParts]; it overwrites storage, N×n.
func (p Penalty) objective(x, codes, parts, storage *mat.Dense) float64 {
	sum := Squared.value(x, codes, parts, storage)
	k, _ := parts.Dims()
	for j := range k {
		sum += p.Eta * floats.Dot(parts.RawRowView(j), parts.RawRowView(j))
	}
	n, _ := codes.Dims()
	for i := range n {
		one := floats.Sum(codes.RawRowView(i))
		sum += p.Beta * one * one
	}
	return sum
}

// leastSquares minimises aᵀGa − 2bᵀa over a ≥ 0 by an active set (Lawson and Hanson 1974).
type leastSquares struct {
	gram     *mat.Dense
	passive  []int
	in       []bool
	slope    []float64
	square   []float64 // Gram matrix of the passive set
	solution []float64 // solution of the passive set
}

func newLeastSquares(gram *mat.Dense) *leastSquares {
	k, _ := gram.Dims()
	return &leastSquares{gram: gram, in: make([]bool, k), slope: make([]float64, k)}
}

// solve moves from a, whose entries above 0 are the first passive set, to the minimiser
// for a right-hand side.
func (s *leastSquares) solve(a, b []float64) {
	for j, v := range a {
		s.in[j] = v > 0
		a[j] = max(v, 0)
	}
	for !s.toFeasible(a, b, -1) {
	}
	largest := 0.0
	for _, v := range b {
		largest = max(largest, v, -v)
	}
	for range 3*len(a) + 10 {
		best, most := -1, 1e-14*largest
		for j := range a {
			s.slope[j] = b[j] - floats.Dot(s.gram.RawRowView(j), a)
			if !s.in[j] && s.slope[j] > most {
				best, most = j, s.slope[j]
			}
		}
		if best < 0 {
			return
		}
		s.in[best] = true
		for !s.toFeasible(a, b, best) {
		}
	}
}

// toFeasible moves to the least-squares solution of the passive set, or stops where an entry
// would become negative. It returns false if entries left the set on the way.
func (s *leastSquares) toFeasible(a, b []float64, entered int) bool {
	s.passive = s.passive[:0]
	for j, in := range s.in {
		if in {
			s.passive = append(s.passive, j)
		}
	}
	m := len(s.passive)
	if m == 0 {
		return true
	}
	if !s.solvePassive(b) {
		if entered < 0 { // restart from zero
			clear(a)
			clear(s.in)
			return true
		}
		s.in[entered], a[entered] = false, 0 // since it is a sum of the others
		return true
	}
	t, first := 1.0, -1
	for i, p := range s.passive {
		if to := s.solution[i]; to <= 0 {
			if at := a[p] / (a[p] - to); first < 0 || at < t {
				t, first = at, i
			}
		}
	}
	for i, p := range s.passive {
		a[p] += t * (s.solution[i] - a[p])
		if i == first || s.solution[i] <= 0 && a[p] <= 0 {
			a[p], s.in[p] = 0, false
		}
	}
	return first < 0
}

// solvePassive solves for the passive set alone. It returns false if the matrix of the
// set is singular to rounding.
func (s *leastSquares) solvePassive(b []float64) bool {
	s.solution = s.solution[:0]
	for _, p := range s.passive {
		s.solution = append(s.solution, b[p])
	}
	var ok bool
	s.square, ok = dense.SolvePrincipal(s.gram, s.passive, s.solution, s.square, 1e-14)
	return ok
}
