package eigen

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
)

// secular is the eigenproblem of diag(d) + rho z zᵀ with d strictly ascending,
// rho > 0 and no z_i zero. Its eigenvalues are the roots of
//
//	f(λ) = 1/rho + Σ_i z_i² / (d_i - λ),
//
// one in each interval (d_j, d_(j+1)) and the last one above all d.
type secular struct {
	rho   float64
	d, z  []float64
	roots []float64

	// Root j is d[origin[j]] + tau[j], which keeps the digits of its differences
	// to the poles beside it.
	origin []int
	tau    []float64

	// loewnerZ is the vector in the place of z of which the roots found are the exact
	// ones (Löwner's formula): near roots, orthogonality comes from that (Gu and
	// Eisenstat, 1994).
	loewnerZ []float64
}

// secularColumns entries of exact are taken at a time: some cache lines, so that
// ranges do not share any.
const secularColumns = 64

// solve finds the roots and what the vectors are made of.
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

// loewnerColumns sets the entries lo … hi-1 of the vector that has the roots exactly,
//
//	z_i² = Π_j (λ_j - d_i) / Π_(j≠i) (d_j - d_i) / rho;
//
// the factor rho is left out, as vectors are normalised anyway.
func (s *secular) loewnerColumns(lo, hi int) {
	exact, d := s.loewnerZ[lo:hi], s.d[lo:hi]
	for i := range exact {
		exact[i] = 1
	}
	for j, dj := range s.d {
		p := s.poles(s.origin[j], s.tau[j])
		p.D = d
		if own := j - lo; own >= 0 && own < len(exact) {
			// Its factor has nothing to be divided by.
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

// vector sets dst to eigenvector j of the matrix with exact for z.
func (s *secular) vector(j int, dst []float64) {
	p := s.poles(s.origin[j], s.tau[j])
	p.Z = s.loewnerZ
	p.TermsTo(dst)
	scale := 1 / math.Sqrt(simd.Dot(dst, dst))
	for i := range dst {
		dst[i] *= scale
	}
}
