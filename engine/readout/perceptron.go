package readout

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// perceptronIterations is the number of iterations of the paper, section 2.2.
const perceptronIterations = 100

// Perceptron trains the batch perceptron of Böhmer et al. 2012, Eq. 3: from w = 0,
// iteration i = 1 … 100 adds to w
//
//	α_i Σ_t d_t c_t φ(x_t) / Σ_t d_t,  α_i = 1/i,
//
// where d_t is 1 for a misclassified sample (c_t f(x_t) ≤ 0) and else 0. It stops early
// if no sample is misclassified. The paper prints the update with a minus; with its
// classes ±1 that moves away from the solution.
//
// phi is n×p, label the class of each sample, −1 for a sample without a class, which is
// left out. Two classes share one discriminant f, as −f and +f; each of more classes is
// trained against the rest.
//
// It fails if ctx ends, if fewer than two classes have samples, and if a feature is not
// finite.
func Perceptron(ctx context.Context, phi *mat.Dense, label []int, classes int) (*Model, error) {
	t, err := newClassTraining(phi, label, classes)
	if err != nil {
		return nil, err
	}
	l := &layer{t: t, f: make([]float64, blockRows), c: make([]float64, blockRows)}
	for _, class := range t.positives() {
		l.neurons = append(l.neurons, &neuron{
			class: class, w: make([]float64, t.p+1), sum: make([]float64, t.p+1),
		})
	}
	for i := 1; i <= perceptronIterations; i++ {
		open, err := l.iterate(ctx, 1/float64(i))
		if err != nil {
			return nil, err
		}
		if !open {
			break
		}
	}
	weights := make([][]float64, len(l.neurons))
	for k, u := range l.neurons {
		if norm := floats.Norm(u.w, 1); math.IsNaN(norm) || math.IsInf(norm, 0) {
			return nil, errOverflow
		}
		weights[k] = u.w
	}
	return t.model(weights), nil
}

// layer trains the discriminants together.
type layer struct {
	t       *training
	neurons []*neuron
	f, c    []float64 // workspace of blockRows
}

// neuron is the discriminant of one class against the rest.
type neuron struct {
	class int
	w     []float64 // p weights and the bias
	sum   []float64 // Σ d c (φ, 1) of this iteration
	wrong int       // Σ d of this iteration
	done  bool
}

// iterate runs one iteration of all neurons that are not done and reports whether there
// was one. All process a block while it is in the cache.
func (l *layer) iterate(ctx context.Context, rate float64) (open bool, err error) {
	for _, b := range l.t.blocks {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		rows := l.t.rows(b)
		f, c := l.f[:rows.Rows], l.c[:rows.Rows]
		for _, u := range l.neurons {
			if !u.done {
				l.t.signs(c, b, u.class)
				u.accumulate(rows, f, c)
			}
		}
	}
	for _, u := range l.neurons {
		u.step(rate)
		open = open || !u.done
	}
	return open, nil
}

// accumulate adds the misclassified rows to the sums. f is workspace, c holds the
// classes ±1 and is overwritten with d·c.
func (u *neuron) accumulate(rows blas64.General, f, c []float64) {
	p := rows.Cols
	for i := range f {
		f[i] = u.w[p]
	}
	blas64.Gemv(blas.NoTrans, 1, rows, blas64.Vector{N: p, Data: u.w, Inc: 1}, 1, blas64.Vector{N: len(f), Data: f, Inc: 1})
	wrong := 0
	for i, v := range f {
		if c[i]*v > 0 {
			c[i] = 0
			continue
		}
		wrong++
		u.sum[p] += c[i]
	}
	if wrong == 0 {
		return
	}
	u.wrong += wrong
	blas64.Gemv(blas.Trans, 1, rows, blas64.Vector{N: len(c), Data: c, Inc: 1}, 1, blas64.Vector{N: p, Data: u.sum, Inc: 1})
}

// step updates the weights and clears the sums.
func (u *neuron) step(rate float64) {
	if u.wrong == 0 {
		u.done = true
		return
	}
	floats.AddScaled(u.w, rate/float64(u.wrong), u.sum)
	clear(u.sum)
	u.wrong = 0
}
