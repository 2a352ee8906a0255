package readout

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// objective is J after that share of the step.
func (l *logisticFit) objective(size float64) float64 {
	var c [blockRows]float64
	sum := 0.0
	for _, b := range l.t.blocks {
		l.t.signs(c[:b[1]-b[0]], b, l.class)
		for i := b[0]; i < b[1]; i++ {
			sum += logLoss(c[i-b[0]] * (l.f[i] + size*l.slope[i]))
		}
	}
	decay := 0.0
	for j, w := range l.w[:l.t.p] {
		v := w + size*l.step[j]
		decay += v * v
	}
	return sum + l.eta/2*decay
}

// differentiate takes the gradient and the Hessian of J at f. Of the Hessian
// only the upper triangle is made.
func (l *logisticFit) differentiate(ctx context.Context) error {
	p := l.t.p
	clear(l.gradient)
	l.hessian.Zero()
	var c [blockRows]float64
	for _, b := range l.t.blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		l.t.signs(c[:b[1]-b[0]], b, l.class)
		for i := b[0]; i < b[1]; i++ {
			row := l.panel.RawRowView(i - b[0])
			floats.SubTo(row[:p], l.t.phi.RawRowView(i), l.mean)
			row[p] = 1
			sign := c[i-b[0]]
			miss, weight := logistic(sign * l.f[i])
			floats.AddScaled(l.gradient, -sign*miss, row)
			floats.Scale(math.Sqrt(weight), row)
		}
		dense.SyrkAdd(l.hessian, 1, l.panel.Slice(0, b[1]-b[0], 0, p+1).(*mat.Dense))
	}
	floats.AddScaled(l.gradient[:p], l.eta, l.w[:p])
	for j := range p {
		l.hessian.SetSym(j, j, l.hessian.At(j, j)+l.eta)
	}
	return nil
}

// logLoss is log(1 + exp(−a)) without overflow.
func logLoss(a float64) float64 {
	if a < 0 {
		return math.Log1p(math.Exp(a)) - a
	}
	return math.Log1p(math.Exp(-a))
}

// logistic gives σ(−a), the probability of the wrong class, and its slope
// σ(a)σ(−a), both to full relative precision.
func logistic(a float64) (miss, weight float64) {
	e := math.Exp(-math.Abs(a))
	small := e / (1 + e)
	weight = small / (1 + e)
	if a < 0 {
		return 1 / (1 + e), weight
	}
	return small, weight
}

// newtonStep solves for Newton's direction. Where the Hessian is singular or
// close to it (collinear features without decay, separated classes), its
// diagonal is raised just enough for a solution, which leaves the direction
// one of descent.
type newtonStep struct {
	least float64 // share of the largest diagonal entry that is tried first
	chol  mat.Cholesky
}

// solve sets step to −H⁻¹g and gives the gain in J it promises, ½ gᵀH⁻¹g. It
// may raise the diagonal of h.
func (s *newtonStep) solve(step []float64, h *mat.SymDense, g []float64) (gain float64, err error) {
	if !finiteDiagonal(h) {
		return 0, errOverflow
	}
	q := len(g)
	largest := 0.0
	for j := range q {
		largest = math.Max(largest, h.At(j, j))
	}
	if largest < 0x1p-900 {
		// No sample has any weight left to move the plane with.
		clear(step)
		return 0, nil
	}
	for raise := s.least; !s.chol.Factorize(h) || s.chol.Cond() > 1/s.least; raise *= 10 {
		for j := range q {
			h.SetSym(j, j, h.At(j, j)+raise*largest)
		}
	}
	x := mat.NewVecDense(q, step)
	if err := s.chol.SolveVecTo(x, mat.NewVecDense(q, g)); err != nil {
		return 0, err
	}
	gain = floats.Dot(g, step) / 2
	floats.Scale(-1, step)
	return gain, nil
}
