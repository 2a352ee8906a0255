package eigen

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
)

// secular is the eigenproblem of diag(d) + rho z zᵀ with d strictly ascending, rho > 0
// and no z_i zero. Its eigenvalues are the roots of
//
//	f(λ) = 1/rho + Σ_i z_i² / (d_i - λ),
//
// one in each interval (d_j, d_(j+1)) and the last one above all d.
type secular struct {
	rho   float64
	d, z  []float64
	roots []float64

	// Root j is d[origin[j]] + tau[j], which keeps the digits of its differences to the
	// neighbouring poles.
	origin []int
	tau    []float64

	// loewnerZ is the vector that replaces z so that the computed roots are exact
	// (Löwner's formula). It makes the vectors of close roots orthogonal (Gu and
	// Eisenstat, 1994).
	loewnerZ []float64
}

// vectorGrain is the number of vectors that one goroutine processes at a time.
const vectorGrain = 32

// secularColumns is the number of entries of loewnerZ that are computed at a time: some
// cache lines, so that ranges do not share any.
const secularColumns = 64

// solve computes the roots and loewnerZ.
func (s *secular) solve(ctx context.Context) error {
	k := len(s.d)
	s.roots, s.tau, s.loewnerZ = make([]float64, k), make([]float64, k), make([]float64, k)
	s.origin = make([]int, k)
	err := parallel.For(ctx, k, vectorGrain, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			s.root(j)
		}
	})
	if err != nil {
		return err
	}
	return parallel.For(ctx, k, secularColumns, s.loewnerColumns)
}

// loewnerColumns sets the entries lo … hi-1 of the vector for which the roots are
// exact,
//
//	z_i² = Π_j (λ_j - d_i) / Π_(j≠i) (d_j - d_i) / rho;
//
// the factor rho is left out, because vectors are normalised.
func (s *secular) loewnerColumns(lo, hi int) {
	exact, d := s.loewnerZ[lo:hi], s.d[lo:hi]
	for i := range exact {
		exact[i] = 1
	}
	for j, dj := range s.d {
		p := s.poles(s.origin[j], s.tau[j])
		p.D = d
		if own := j - lo; own >= 0 && own < len(exact) {
			// The factor of its own pole has no denominator.
			product := exact[own] * (p.Tau - (dj - p.Origin))
			p.MulRatios(dj, exact)
			exact[own] = product
			continue
		}
		p.MulRatios(dj, exact)
	}
	for i := range exact {
		exact[i] = math.Copysign(math.Sqrt(math.Abs(exact[i])), s.z[lo+i])
	}
}

// vector sets dst to eigenvector j of the matrix with loewnerZ for z.
func (s *secular) vector(j int, dst []float64) {
	p := s.poles(s.origin[j], s.tau[j])
	p.Z = s.loewnerZ
	p.TermsTo(dst)
	scale := 1 / math.Sqrt(simd.Dot(dst, dst))
	for i := range dst {
		dst[i] *= scale
	}
}

// maxSecularSteps exceeds the steps of bisection alone. Interpolation takes four steps
// on average, and some forty for crowded eigenvalues.
const maxSecularSteps = 200

// secularValue is f at one point, with its derivatives and a bound of its error.
type secularValue struct {
	f      float64
	dLeft  float64 // derivative of the terms left of the split
	dRight float64 // derivative of the terms right of the split
	noise  float64 // bound of the rounding error of f over the unit roundoff
}

// evaluate returns f at d[origin] + tau. The terms are summed from both ends towards
// the split; noise is computed from the partial sums as in LAPACK's dlaed4.
func (s *secular) evaluate(origin, split int, tau float64) secularValue {
	p := s.poles(origin, tau)
	left, right := p, p
	left.D, left.Z = p.D[:split], p.Z[:split]
	right.D, right.Z = p.D[split:], p.Z[split:]
	l, r := left.SumUp(), right.SumDown()
	v := secularValue{f: 1/s.rho + l.Terms + r.Terms, dLeft: l.Squares, dRight: r.Squares}
	v.noise = math.Abs(l.Partial) + math.Abs(r.Partial) + 8*(math.Abs(l.Terms)+math.Abs(r.Terms)) +
		2/s.rho + math.Abs(tau)*(v.dLeft+v.dRight)
	return v
}

// poles returns the terms of f at d[origin] + tau.
func (s *secular) poles(origin int, tau float64) simd.Poles {
	return simd.Poles{D: s.d, Z: s.z, Origin: s.d[origin], Tau: tau}
}

// bracket contains one root, at d[origin] + tau with lo < tau < hi, where f(lo) < 0 <
// f(hi). The origin is the pole nearest to the root, which keeps the digits of even a
// tiny difference to it.
type bracket struct {
	origin      int
	lo, hi, tau float64
	a, b        int // the two poles of the interpolation; b is the split
	last        bool
}

// root computes root j.
func (s *secular) root(j int) {
	k := len(s.d)
	if k == 1 {
		s.tau[0] = s.rho * s.z[0] * s.z[0]
		s.roots[0] = s.d[0] + s.tau[0]
		return
	}
	var r bracket
	if j == k-1 {
		r = s.startLast()
	} else {
		r = s.startBetween(j)
	}
	for step := 1; step < maxSecularSteps; step++ {
		v := s.evaluate(r.origin, r.b, r.tau)
		if math.Abs(v.f) <= dense.UnitRoundoff*v.noise {
			break
		}
		if v.f < 0 {
			r.lo = r.tau
		} else {
			r.hi = r.tau
		}
		next := r.tau + s.step(&r, v)
		// If interpolation leaves the bracket or converges slowly, bisect.
		if !(next > r.lo && next < r.hi) || step%8 == 0 {
			next = r.lo + (r.hi-r.lo)/2
		}
		if next == r.lo || next == r.hi {
			break
		}
		r.tau = next
	}
	s.origin[j], s.tau[j] = r.origin, r.tau
	s.roots[j] = s.d[r.origin] + r.tau
}

// step returns the difference between tau and the root of the interpolation
//
//	c + p/(d_a - λ) + q/(d_b - λ)
//
// that agrees with f at tau, and in which the terms left and right of the split keep
// their derivatives (the "middle way" of Li, LAPACK Working Note 89).
func (s *secular) step(r *bracket, v secularValue) float64 {
	da, db := s.gap(r.a, r.origin)-r.tau, s.gap(r.b, r.origin)-r.tau
	c := v.f - da*v.dLeft - db*v.dRight
	a := (da+db)*v.f - da*db*(v.dLeft+v.dRight)
	b := da * db * v.f
	if r.last {
		return largerRoot(c, a, b)
	}
	return smallerRoot(c, a, b)
}

// startBetween returns the first bracket of root j between the poles j and j+1. The
// sign of f in the middle determines the nearer pole.
func (s *secular) startBetween(j int) bracket {
	r := bracket{origin: j, a: j, b: j + 1}
	width := s.gap(j+1, j)
	middle := width / 2
	f := s.evaluate(j, r.b, middle).f
	p, q := s.z[j]*s.z[j], s.z[j+1]*s.z[j+1]
	c := f + p/middle - q/(width-middle) // all terms but those of the two poles
	if f >= 0 {
		r.hi = middle
		return r.guess(smallerRoot(c, c*width+p+q, p*width))
	}
	r.origin, r.lo = j+1, -middle
	return r.guess(smallerRoot(c, p+q-c*width, -q*width))
}

// startLast returns the first bracket of the last root, which is above all poles by at
// most rho |z|².
func (s *secular) startLast() bracket {
	k := len(s.d)
	r := bracket{origin: k - 1, a: k - 2, b: k - 1, last: true}
	r.hi = s.rho * simd.Dot(s.z, s.z)
	middle := r.hi / 2
	f := s.evaluate(r.origin, r.b, middle).f
	p, q := s.z[k-2]*s.z[k-2], s.z[k-1]*s.z[k-1]
	width := s.gap(k-1, k-2)
	c := f + p/(width+middle) + q/middle
	if f < 0 {
		r.lo = middle
	} else {
		r.hi = middle
	}
	return r.guess(largerRoot(c, p+q-c*width, -q*width))
}

// guess returns r with its point set to tau if that lies in the bracket, else to the
// middle.
func (r bracket) guess(tau float64) bracket {
	if !(tau > r.lo && tau < r.hi) {
		tau = r.lo + (r.hi-r.lo)/2
	}
	r.tau = tau
	return r
}

// gap returns the distance of pole i from pole o.
func (s *secular) gap(i, o int) float64 { return s.d[i] - s.d[o] }

// smallerRoot returns (a - √(a²-4bc)) / 2c, the root of c x² - a x + b between the
// poles of the interpolation, without cancellation.
func smallerRoot(c, a, b float64) float64 {
	w := math.Sqrt(math.Abs(a*a - 4*b*c))
	if a <= 0 {
		return (a - w) / (2 * c)
	}
	return 2 * b / (a + w)
}

// largerRoot returns (a + √(a²-4bc)) / 2c, the root above the poles of the
// interpolation, without cancellation.
func largerRoot(c, a, b float64) float64 {
	w := math.Sqrt(math.Abs(a*a - 4*b*c))
	if a >= 0 {
		return (a + w) / (2 * c)
	}
	return 2 * b / (a - w)
}
