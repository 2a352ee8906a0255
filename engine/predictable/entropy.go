package predictable

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/linalg/iterative"
	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/mat"
)

const (
	// The search takes firstSteps from each start, and moreSteps from the best end,
	// until Ω gains less than leastGain. Four or five steps suffice for a forecastable
	// direction; noise takes a hundred.
	firstSteps, moreSteps = 20, 500
	leastGain             = 1e-12
	// The search evaluates probedPerEnd directions with extreme autocorrelation at each
	// end for each lag; it improves the bestStarts of them, and randomStarts drawn at
	// random.
	probedPerEnd, bestStarts, randomStarts = 8, 4, 4
)

// optimum holds a direction w, of norm 1, with the largest Ω that the search has
// reached. converged reports whether the last step gained nothing.
type optimum struct {
	w         []float64
	omega     float64
	converged bool
}

// complement holds the space orthogonal to the directions found. A vector u of norm 1
// stands for w = tu with wᵀFw = 1.
type complement struct {
	*spectrum
	t *mat.Dense // r×d
	// p holds the density of the last direction evaluated; products is workspace.
	p, products []float64
}

// nextDirection returns the best direction that is orthogonal to those found.
func (s *spectrum) nextDirection(ctx context.Context, found []optimum, rng *rand.Rand) (optimum, error) {
	c, err := s.complement(ctx, found)
	if err != nil {
		return optimum{}, err
	}
	starts, err := c.starts(ctx, rng)
	if err != nil {
		return optimum{}, err
	}
	best := optimum{omega: math.Inf(-1)}
	for _, o := range starts {
		if o, err = c.ascend(ctx, o, firstSteps); err != nil {
			return optimum{}, err
		}
		// Starts that end in the same optimum differ by rounding: the first counts.
		if o.omega > best.omega+leastGain {
			best = o
		}
	}
	return c.ascend(ctx, best, moreSteps)
}

// complement returns the space orthogonal to the directions found. It fails if ctx
// ends, and if a direction has no variance in the windows.
func (s *spectrum) complement(ctx context.Context, found []optimum) (*complement, error) {
	q := mat.NewDense(s.r, s.r, nil)
	for i := range s.r {
		q.Set(i, i, 1)
	}
	if len(found) > 0 {
		w := mat.NewDense(s.r, len(found), nil)
		for j, o := range found {
			w.SetCol(j, o.w)
		}
		var qr mat.QR
		qr.Factorize(w)
		qr.QTo(q)
		q = mat.DenseCopyOf(q.Slice(0, s.r, len(found), s.r))
	}
	all, err := s.weightedSum(ctx, s.frequencyWeights(func(float64) float64 { return 1 }))
	if err != nil {
		return nil, err
	}
	inside, err := dense.Congruence(ctx, all, q)
	if err != nil {
		return nil, err
	}
	values, u, err := eigen.Sym(ctx, inside)
	if err != nil {
		return nil, err
	}
	if values[0] <= sfa.Tolerance(len(values))*values[len(values)-1] {
		return nil, errors.New("some direction of the data does not vary in the windows: take shorter windows or fewer features, and check that the data are white")
	}
	for j, v := range values {
		column := u.ColView(j).(*mat.VecDense)
		column.ScaleVec(1/math.Sqrt(v), column)
	}
	c := &complement{spectrum: s, t: new(mat.Dense), p: make([]float64, len(s.upper)), products: make([]float64, len(s.upper[0]))}
	c.t.Mul(q, u)
	return c, nil
}

// starts returns the directions to start from, with their Ω. The autocorrelation of a
// tone in noise is extreme at one of the first two lags, whatever its frequency; these
// starts do not depend on the coordinates.
func (c *complement) starts(ctx context.Context, rng *rand.Rand) ([]optimum, error) {
	var all []optimum
	for lag := 1.0; lag <= 2; lag++ {
		shifted, err := c.weightedSum(ctx, c.frequencyWeights(func(f float64) float64 { return math.Cos(lag * f) }))
		if err != nil {
			return nil, err
		}
		inside, err := dense.Congruence(ctx, shifted, c.t)
		if err != nil {
			return nil, err
		}
		_, u, err := eigen.Sym(ctx, inside)
		if err != nil {
			return nil, err
		}
		d := inside.SymmetricDim()
		for j := range d {
			if j >= probedPerEnd && j < d-probedPerEnd {
				continue
			}
			o, err := c.evaluateStart(ctx, c.direction(u.ColView(j)))
			if err != nil {
				return nil, err
			}
			all = append(all, o)
		}
	}
	slices.SortStableFunc(all, func(a, b optimum) int { return compareOmega(a.omega, b.omega) })
	all = all[:min(bestStarts, len(all))]
	_, d := c.t.Dims()
	for range randomStarts {
		u := mat.NewVecDense(d, nil)
		for i := range d {
			u.SetVec(i, rng.NormFloat64())
		}
		o, err := c.evaluateStart(ctx, c.direction(u))
		if err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return all, nil
}

// direction returns tu, scaled to norm 1.
func (c *complement) direction(u mat.Vector) []float64 {
	w := mat.NewVecDense(c.r, nil)
	w.MulVec(c.t, u)
	w.ScaleVec(1/mat.Norm(w, 2), w)
	return w.RawVector().Data
}

// evaluateStart returns w with its forecastability, and leaves its density in p.
func (c *complement) evaluateStart(ctx context.Context, w []float64) (optimum, error) {
	if err := c.density(ctx, c.p, w, c.products); err != nil {
		return optimum{}, err
	}
	entropy := 0.0
	for _, v := range c.p {
		if v > 0 {
			entropy -= v * math.Log(v)
		}
	}
	return optimum{w: w, omega: math.Max(0, 1-entropy/math.Log(float64(len(c.p))))}, nil
}

// ascend improves o by at most the given number of steps, until Ω gains no more.
func (c *complement) ascend(ctx context.Context, o optimum, steps int) (optimum, error) {
	if o.converged {
		return o, nil
	}
	if err := c.density(ctx, c.p, o.w, c.products); err != nil {
		return optimum{}, err
	}
	for range steps {
		w, err := c.step(ctx)
		if err != nil {
			return optimum{}, err
		}
		next, err := c.evaluateStart(ctx, w)
		if err != nil {
			return optimum{}, err
		}
		settled := next.omega <= o.omega+leastGain
		// By rounding the last step may lower Ω.
		if next.omega > o.omega {
			o = next
		}
		if settled {
			o.converged = true
			break
		}
	}
	return o, nil
}

// step returns the direction that minimises the cross entropy with the density in p.
func (c *complement) step(ctx context.Context) ([]float64, error) {
	weight := make([]float64, len(c.p))
	for j, v := range c.p {
		// keeps the logarithm of a density of zero finite
		weight[j] = -math.Log(math.Max(v, 0x1p-1022))
	}
	cross, err := c.weightedSum(ctx, weight)
	if err != nil {
		return nil, err
	}
	inside, err := dense.Congruence(ctx, cross, c.t)
	if err != nil {
		return nil, err
	}
	_, u, err := iterative.Lowest(ctx, inside, 1)
	if err != nil {
		return nil, err
	}
	return c.direction(u.ColView(0)), nil
}
