package linalg

import (
	"context"
	"math"
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

	// v is k×k, row by row. While solving, row j holds d_i - λ_j to full relative
	// precision; at the end, eigenvector j.
	v []float64
}

// secularColumns columns of v are taken at a time: a cache line or more of each
// row, so that ranges do not share lines.
const secularColumns = 64

// solve finds roots and eigenvectors. The vectors are those of the matrix with z
// replaced by the vector of which the roots found are the exact ones (Löwner's
// formula): near roots, orthogonality comes from that (Gu and Eisenstat, 1994).
func (s *secular) solve(ctx context.Context) error {
	k := len(s.d)
	s.roots, s.v = make([]float64, k), make([]float64, k*k)
	err := ParallelRows(ctx, k, stripRows, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			s.root(j)
		}
	})
	if err != nil {
		return err
	}
	exact := make([]float64, k)
	err = ParallelRows(ctx, k, secularColumns, func(lo, hi int) { s.loewner(exact, lo, hi) })
	if err != nil {
		return err
	}
	return ParallelRows(ctx, k, stripRows, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			row := s.v[j*k : (j+1)*k]
			for i, z := range exact {
				row[i] = z / row[i]
			}
			norm := math.Sqrt(dot(row, row))
			for i := range row {
				row[i] /= norm
			}
		}
	})
}

// loewner sets the entries lo … hi-1 of the vector that has the roots exactly,
//
//	z_i² = Π_j (λ_j - d_i) / Π_(j≠i) (d_j - d_i) / rho;
//
// the factor rho is left out, as vectors are normalised anyway.
func (s *secular) loewner(exact []float64, lo, hi int) {
	k := len(s.d)
	for i := lo; i < hi; i++ {
		exact[i] = 1
	}
	for j := range k {
		row, dj := s.v[j*k:(j+1)*k], s.d[j]
		for i := lo; i < hi; i++ {
			if i == j {
				exact[i] *= -row[i]
			} else {
				exact[i] *= row[i] / (s.d[i] - dj)
			}
		}
	}
	for i := lo; i < hi; i++ {
		exact[i] = math.Copysign(math.Sqrt(math.Abs(exact[i])), s.z[i])
	}
}

// vector copies the entries of eigenvector j that columns names to dst.
func (s *secular) vector(j int, columns []int, dst []float64) {
	row := s.v[j*len(s.d) : (j+1)*len(s.d)]
	for g, i := range columns {
		dst[g] = row[i]
	}
}
