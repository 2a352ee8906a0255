package readout

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/codes"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// LeastAbsolute predicts a number by least squares with a penalty on the 1-norm of the
// weights: it minimises ½Σ (f(x_t) − target_t)² + η‖w‖₁ (Tibshirani 1996; Hammer 2014,
// section 5.1). The bias is not penalised.
type LeastAbsolute struct {
	*Model
	// Zero is the smallest η for which all weights are zero.
	Zero float64
	// Objective is the minimum.
	Objective float64
}

// pathStep is the factor from one penalty to the next, in descending order.
const pathStep = 0.8

// Lasso trains on the n×p features phi with their targets. It descends from the penalty
// at which all weights are zero and starts each search from the previous weights
// (feature-sign search, package codes), so that duplicate features do no harm. It
// fails if ctx ends, if a feature or a target is not finite, and if eta is not above 0.
func Lasso(ctx context.Context, phi *mat.Dense, target []float64, eta float64) (*LeastAbsolute, error) {
	if !(eta > 0) || math.IsInf(eta, 1) {
		return nil, fmt.Errorf("readout: the lasso's η is %v: it must be above 0; --readout linear has no penalty", eta)
	}
	t, err := newTargetTraining(phi, target)
	if err != nil {
		return nil, err
	}
	mean, centre := t.mean(), floats.Sum(target)/float64(t.n)
	columns, y := mat.NewDense(t.p, t.n, nil), make([]float64, t.n)
	for i := range t.n {
		y[i] = target[i] - centre
		for j, v := range phi.RawRowView(i) {
			columns.Set(j, i, v-mean[j])
		}
	}
	coder := codes.NewCoder(columns)
	w := make([]float64, t.p)
	coder.Along(w, y)
	m := &LeastAbsolute{Model: &Model{}, Zero: floats.Norm(w, math.Inf(1))}
	clear(w)
	for at := m.Zero * pathStep; at > eta; at *= pathStep {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		coder.L1(w, y, 2*at)
	}
	m.Objective = coder.L1(w, y, 2*eta) / 2
	m.W = mat.NewDense(t.p+1, 1, append(w, centre-floats.Dot(mean, w)))
	if eta >= m.Zero {
		m.Notes = []string{fmt.Sprintf("all weights are zero from η = %.3g on: take a smaller --eta", m.Zero)}
	}
	return m, ctx.Err()
}

func (m *LeastAbsolute) Info() map[string]float64 {
	return map[string]float64{"chosen": float64(len(m.Chosen())), "objective": m.Objective, "all_zero_from": m.Zero}
}

func (m *LeastAbsolute) Chosen() (out []Choice) {
	rows, _ := m.W.Dims()
	for j := range rows - 1 {
		if w := m.W.At(j, 0); w != 0 {
			out = append(out, Choice{j, -1, w})
		}
	}
	return out
}

// lassoNeeds returns the costs of the columns and their products, and of a search for
// each penalty on the way down, each of which solves for some weights.
func lassoNeeds(_ part.Point, n, p int) Needs {
	const penalties = 40
	all, features := float64(n), float64(p)
	return Needs{Numbers: int64(n)*int64(p) + 2*int64(p)*int64(p), Work: all*features*features + penalties*features*features*features}
}

var lasso = linear(part.Part[Kind]{
	Name: "lasso", Doc: "linear regression with an l1 penalty, which selects few features or inputs",
	Parameters: []part.Parameter{Eta, From},
	Build: Kind{Needs: lassoNeeds, Regress: func(ctx context.Context, phi *mat.Dense, target []float64, at part.Point) (Regressor, error) {
		return Lasso(ctx, phi, target, Eta.X(at))
	}},
})
