package codes

import (
	"iter"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// L1 replaces a code a (length K), such as zeros, by the minimiser of ‖x − Dᵀa‖² + λ‖a‖₁ for
// a sample x (length n), and returns that minimum. λ must be above 0. It is feature-sign
// search (Lee et al. 2007, Algorithm 1); if active atoms are linearly dependent, it moves
// along their null direction to the first coefficient that becomes zero.
//
// The result meets the conditions of optimality to 1e-10 of the largest |2⟨d_j, x⟩|: |2⟨d_j,
// x − Dᵀa⟩| ≤ λ off the support and = λ·sign(a_j) on it.
func (c *Coder) L1(code, x []float64, lambda float64) float64 {
	c.take(x)
	scale := 0.0
	for _, v := range c.along {
		scale = max(scale, 2*math.Abs(v))
	}
	slack := 1e-10 * scale
	c.settle(code)
	c.descend(code, lambda, slack)
	for range c.steps(code) {
		// c.free is D(x − Dᵀa): the steepest direction among the zero coefficients joins.
		best, most := -1, lambda+slack
		for j, f := range c.free {
			if v := 2 * math.Abs(f); code[j] == 0 && v > most {
				best, most = j, v
			}
		}
		if best < 0 {
			break
		}
		c.sign[best] = math.Copysign(1, c.free[best])
		c.step(code, lambda)
		c.descend(code, lambda, slack)
	}
	return c.objective(code, x, lambda)
}

// steps iterates over the steps of a search, up to a bound that no search reaches, and ends
// if the context does.
func (c *Coder) steps(code []float64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range 100 * len(code) {
			if c.ctx != nil && c.ctx.Err() != nil || !yield(i) {
				return
			}
		}
	}
}

// descend takes steps until the active coefficients are optimal.
func (c *Coder) descend(code []float64, lambda, slack float64) {
	for range c.steps(code) {
		if c.level(code, lambda, slack) {
			return
		}
		c.step(code, lambda)
	}
}

// settle computes the signs of a code, and the inner products of its residual with the
// atoms.
func (c *Coder) settle(code []float64) {
	copy(c.free, c.along)
	for j, a := range code {
		if a == 0 {
			c.sign[j] = 0
			continue
		}
		c.sign[j] = math.Copysign(1, a)
		floats.AddScaled(c.free, -a, c.gram.RawRowView(j))
	}
}

// objective returns ‖x − Dᵀa‖² + λ‖a‖₁ from inner products; c.free holds D(x − Dᵀa).
func (c *Coder) objective(code, x []float64, lambda float64) float64 {
	value := floats.Dot(x, x)
	for j, a := range code {
		value -= a*(c.along[j]+c.free[j]) - lambda*math.Abs(a)
	}
	return value
}

// level reports whether the active coefficients are optimal, up to slack.
func (c *Coder) level(code []float64, lambda, slack float64) bool {
	for j, a := range code {
		if a != 0 && math.Abs(2*c.free[j]-lambda*c.sign[j]) > slack {
			return false
		}
	}
	return true
}

// step moves the code towards the minimum of the quadratic of the active signs: all the way,
// or to the best point on the way at which a coefficient is zero.
func (c *Coder) step(code []float64, lambda float64) {
	c.chosen = c.chosen[:0]
	for j, s := range c.sign {
		if s != 0 {
			c.chosen = append(c.chosen, j)
		}
	}
	m := len(c.chosen)
	from, to := make([]float64, m), make([]float64, m)
	for i, j := range c.chosen {
		from[i], to[i] = code[j], c.along[j]-lambda*c.sign[j]/2
	}
	null := c.quadratic(to)
	if null != nil { // singular: go downhill, or level, along a null direction
		slope := 0.0
		for i, j := range c.chosen {
			slope += null[i] * (lambda*c.sign[j] - 2*c.free[j])
		}
		if slope > 0 {
			floats.Scale(-1, null)
		}
		c.toFirstZero(code, from, null)
	} else {
		c.toBestCrossing(code, from, to, lambda)
	}
	c.settle(code)
}

// quadratic solves (D_I D_Iᵀ)â = rhs in place for the chosen atoms I. If the matrix is
// singular to rounding, it returns a unit vector of its null space instead.
func (c *Coder) quadratic(rhs []float64) (null []float64) {
	m := len(rhs)
	var ok bool
	if c.square, ok = dense.SolvePrincipal(c.gram, c.chosen, rhs, c.square, 1e-13); ok {
		return nil
	}
	g := mat.NewSymDense(m, nil)
	for i, p := range c.chosen {
		for k := i; k < m; k++ {
			g.SetSym(i, k, c.gram.At(p, c.chosen[k]))
		}
	}
	var e mat.EigenSym
	if !e.Factorize(g, true) {
		return nil
	}
	var v mat.Dense
	e.VectorsTo(&v)
	return mat.Col(nil, 0, &v)
}

// toFirstZero moves the code along a direction to the first active coefficient that becomes
// zero. A coefficient that is zero and would grow against its sign comes first.
func (c *Coder) toFirstZero(code, from, along []float64) {
	t, at := math.Inf(1), -1
	for i, j := range c.chosen {
		switch {
		case from[i] == 0 && along[i]*c.sign[j] < 0:
			t, at = 0, i
		case from[i]*along[i] < 0 && -from[i]/along[i] < t:
			t, at = -from[i]/along[i], i
		}
	}
	if at < 0 {
		t = 0
	}
	for i, j := range c.chosen {
		code[j] = from[i] + t*along[i]
	}
	if at >= 0 {
		code[c.chosen[at]] = 0
	}
}

// toBestCrossing moves the code to the point of least objective on the segment to the
// minimum of the quadratic: its end, or a point at which a coefficient changes sign.
func (c *Coder) toBestCrossing(code, from, to []float64, lambda float64) {
	m := len(from)
	dir := make([]float64, m)
	floats.SubTo(dir, to, from)
	// along the segment ‖x − Dᵀa‖² is value + t·slope + t²·curve
	slope, curve := 0.0, 0.0
	for i, j := range c.chosen {
		slope -= 2 * dir[i] * c.free[j]
		row := c.gram.RawRowView(j)
		for k, l := range c.chosen {
			curve += dir[i] * dir[k] * row[l]
		}
	}
	at := func(t float64) float64 {
		sum := t * (slope + t*curve)
		for i := range from {
			sum += lambda * math.Abs(from[i]+t*dir[i])
		}
		return sum
	}
	best, zero := 1.0, -1
	least := at(1)
	for i := range from {
		if from[i]*to[i] < 0 {
			t := -from[i] / dir[i]
			if v := at(t); v < least {
				best, zero, least = t, i, v
			}
		}
	}
	for i, j := range c.chosen {
		code[j] = from[i] + best*dir[i]
		if i == zero {
			code[j] = 0
		}
	}
}
