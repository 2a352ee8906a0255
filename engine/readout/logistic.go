package readout

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// logisticIterations is the number of iterations of the paper, section 2.3.
	logisticIterations = 100
	// logisticGain ends the iterations: the expected gain of a full step, in nats per
	// sample. Newton's method then squares the remaining error.
	logisticGain = 1e-12
	// logisticHalvings limits how often a step is halved.
	logisticHalvings = 40
)

// Logistic maximises the likelihood of logistic regression with weight decay by
// Newton's method (IRLS; Böhmer et al. 2012, section 2.3): it minimises
//
//	J = Σ_t log(1 + exp(−c_t f(x_t))) + η/2 ‖w‖²,  c_t = ±1,
//
// in at most 100 iterations. η (eta) enters the gradient as ηw and the Hessian as ηI;
// the bias does not decay. A step that does not decrease J is halved. With η = 0 and
// linearly separable classes J has no minimum: the iterations then end with finite
// weights, once the loss itself is negligible. A discriminant that has not converged
// after 100 iterations is used as it is, with a note.
//
// phi is n×p, label the class of each sample, −1 for a sample without a class, which is
// left out. Two classes share one discriminant f, as −f and +f; each of more classes is
// trained against the rest.
//
// It fails if ctx ends, if fewer than two classes have samples, if a feature is not
// finite, and if eta is negative.
func Logistic(ctx context.Context, phi *mat.Dense, label []int, classes int, eta float64) (*Model, error) {
	if !(eta >= 0) || math.IsInf(eta, 1) {
		return nil, fmt.Errorf("readout: the weight decay eta is %v: it must be a number of 0 or more", eta)
	}
	t, err := newClassTraining(phi, label, classes)
	if err != nil {
		return nil, err
	}
	fit := newLogisticFit(t, eta)
	var weights [][]float64
	var notes []string
	for _, class := range t.positives() {
		converged, err := fit.run(ctx, class)
		if err != nil {
			return nil, err
		}
		if !converged {
			notes = append(notes, fmt.Sprintf("logistic regression of class %d (counted from 0) has not converged "+
				"after %d iterations: a larger eta helps", class, logisticIterations))
		}
		weights = append(weights, fit.weights())
	}
	m := t.model(weights)
	m.Notes = append(m.Notes, notes...)
	return m, nil
}

// logisticFit is the state of Newton's method for one discriminant. Features are
// centred on their means, which the undecayed bias compensates.
type logisticFit struct {
	t    *training
	eta  float64
	mean []float64

	class    int
	w, step  []float64 // p weights and the bias
	f, slope []float64 // f and its change under step, for each row
	gradient []float64
	hessian  *mat.SymDense
	newton   newtonStep
	panel    *mat.Dense // blockRows × (p+1)
}

func newLogisticFit(t *training, eta float64) *logisticFit {
	rows, _ := t.phi.Dims()
	q := t.p + 1
	return &logisticFit{
		t: t, eta: eta, mean: t.mean(),
		w: make([]float64, q), step: make([]float64, q), gradient: make([]float64, q),
		f: make([]float64, rows), slope: make([]float64, rows),
		hessian: mat.NewSymDense(q, nil), panel: mat.NewDense(blockRows, q, nil),
		newton: newtonStep{least: relativeCut(1, q)},
	}
}

// run fits the class against the rest and reports whether it converged.
func (l *logisticFit) run(ctx context.Context, class int) (converged bool, err error) {
	l.class = class
	clear(l.w)
	clear(l.f)
	objective := float64(l.t.n) * math.Ln2
	for range logisticIterations {
		if err := l.differentiate(ctx); err != nil {
			return false, err
		}
		gain, err := l.newton.solve(l.step, l.hessian, l.gradient)
		if err != nil {
			return false, err
		}
		if err := l.project(ctx); err != nil {
			return false, err
		}
		if gain <= logisticGain*float64(l.t.n) {
			l.advance(1)
			return true, nil
		}
		size, next := l.search(objective)
		if size == 0 {
			// Rounding leaves no gain in this direction.
			return true, nil
		}
		l.advance(size)
		objective = next
	}
	return false, nil
}

// project computes the change of f for each row under a full step.
func (l *logisticFit) project(ctx context.Context) error {
	p := l.t.p
	bias := l.step[p] - floats.Dot(l.mean, l.step[:p])
	for _, b := range l.t.blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		slope := l.slope[b[0]:b[1]]
		for i := range slope {
			slope[i] = bias
		}
		blas64.Gemv(blas.NoTrans, 1, l.t.rows(b), blas64.Vector{N: p, Data: l.step, Inc: 1},
			1, blas64.Vector{N: len(slope), Data: slope, Inc: 1})
	}
	return nil
}

// search halves a full step until the objective falls below its previous value. The
// size is 0 if it never does.
func (l *logisticFit) search(before float64) (size, objective float64) {
	size = 1
	for range logisticHalvings {
		if objective = l.objective(size); objective < before {
			return size, objective
		}
		size /= 2
	}
	return 0, before
}

// advance moves by the given share of the step.
func (l *logisticFit) advance(size float64) {
	floats.AddScaled(l.w, size, l.step)
	floats.AddScaled(l.f, size, l.slope)
}

// weights returns the weights for features that are not centred.
func (l *logisticFit) weights() []float64 {
	w := append([]float64(nil), l.w...)
	w[l.t.p] -= floats.Dot(l.mean, w[:l.t.p])
	return w
}

// objective returns J after the given share of the step.
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

// differentiate computes the gradient and the Hessian of J at f. It computes only the
// upper triangle of the Hessian.
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

// logLoss returns log(1 + exp(−a)) without overflow.
func logLoss(a float64) float64 {
	if a < 0 {
		return math.Log1p(math.Exp(a)) - a
	}
	return math.Log1p(math.Exp(-a))
}

// logistic returns σ(−a), the probability of the wrong class, and its slope σ(a)σ(−a),
// both to full relative precision.
func logistic(a float64) (miss, weight float64) {
	e := math.Exp(-math.Abs(a))
	small := e / (1 + e)
	weight = small / (1 + e)
	if a < 0 {
		return 1 / (1 + e), weight
	}
	return small, weight
}

// newtonStep solves for Newton's direction. If the Hessian is singular or nearly so
// (collinear features without decay, separated classes), it raises the diagonal just
// enough for a solution, which keeps the direction one of descent.
type newtonStep struct {
	least float64 // share of the largest diagonal entry that is tried first
	chol  mat.Cholesky
}

// solve sets step to −H⁻¹g and returns the gain in J that it promises, ½ gᵀH⁻¹g. It may
// raise the diagonal of h.
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
		// No sample has any weight left to move the plane.
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
