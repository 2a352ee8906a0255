package sfa

import (
	"context"

	"example.com/sfatui/engine/linalg/eigen"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Clusters are features that rounding, instead of the data, determines: those whose
// eigenvalues agree to rounding may be rotated into each other (Davis and Kahan 1970:
// the angle is at most the error over the gap).
type Clusters struct {
	// Bounds are the first and the last rank of each cluster that begins among the
	// features, counted from 1 and ascending.
	Bounds [][2]int
	// Cut reports whether the last cluster extends beyond the features, so that even
	// the space that they span is undetermined.
	Cut bool
	// Determined is the number of leading features that span a determined space.
	Determined int
}

// ClustersOf returns the clusters among the first p of r ascending eigenvalues of a
// whitened problem. Neighbours whose difference is at most the tolerance at the upper
// one belong together. values may hold only the lowest of the r: a cluster that reaches
// the last of them ends there.
func ClustersOf(values []float64, tolerance func(value float64) float64, p int) Clusters {
	p = min(p, len(values))
	c := Clusters{Determined: p}
	for first := 0; first < p; {
		last := first
		for last+1 < len(values) && values[last+1]-values[last] <= tolerance(values[last+1]) {
			last++
		}
		if last > first {
			c.Bounds = append(c.Bounds, [2]int{first + 1, last + 1})
		}
		if last >= p {
			c.Cut, c.Determined = true, first
		}
		first = last + 1
	}
	return c
}

// Resolution returns the difference of two eigenvalues of a whitened problem of rank r
// that rounding can cause. condition is that of C after the cut, largest the largest
// eigenvalue.
func Resolution(r int, condition, largest float64) float64 {
	return Tolerance(r) * condition * max(1, largest)
}

// LargestSlowness is the upper bound of every Δ under a graph, up to effects of the
// ends of segments.
const LargestSlowness = 4

// Determine computes further eigenvalues of features as needed to find clusters among
// them, and returns the condition of each feature, see [Spectrum.Conditions]. If the
// last of the values agree, the cluster may continue: then it computes all eigenvalues.
func (w *Whitened) Determine(ctx context.Context, lambda float64, f *Features) (conditions []float64, err error) {
	a := f.A
	if w.unit != nil {
		a = mat.DenseCopyOf(a)
		for i, u := range w.unit {
			floats.Scale(1/u, a.RawRowView(i))
		}
	}
	conditions = w.Spectrum.Conditions(a)
	n, rank := len(f.Value), w.Spectrum.Rank
	if !w.Spectrum.CutsCluster(f.Value, conditions) || n == rank {
		return conditions, nil
	}
	if lambda > 0 && w.unit != nil {
		all, err := w.original.rotatePenalised(ctx, lambda, rank)
		if err != nil {
			return nil, err
		}
		f.Value = append(f.Value, all.Value[n:]...)
		return conditions, nil
	}
	sum, err := w.slowness(ctx)
	if err == nil && lambda > 0 {
		var norms *mat.SymDense
		if norms, err = w.norms(ctx); err == nil {
			slowness := sum
			sum = mat.NewSymDense(rank, nil)
			sum.ScaleSym(lambda, norms)
			sum.AddSym(slowness, sum)
		}
	}
	if err != nil {
		return nil, err
	}
	all, err := eigen.Values(ctx, sum)
	if err != nil {
		return nil, err
	}
	f.Value = append(f.Value, all[n:]...)
	return conditions, nil
}

// CutsCluster reports whether the last of the lowest eigenvalues agree, so that others
// may agree with them, and there are few enough to compute all.
func (s Spectrum) CutsCluster(values, conditions []float64) bool {
	n := len(values)
	return n > 1 && s.Rank <= AllValues && values[n-1]-values[n-2] <= s.Resolution(conditions[n-1])(values[n-1])
}

// AllValues is the rank up to which all eigenvalues are computed for the end of a
// cluster.
const AllValues = 2000

// Conditions returns the sensitivity of the first i features of a, i = 1 …, to rounding
// in C. A change by ε‖C‖ changes them by at most ε‖C‖‖a‖². That is at most the
// condition of C, and far less if the features avoid the directions of little variance.
func (s Spectrum) Conditions(a *mat.Dense) []float64 {
	rows, p := a.Dims()
	out, most := make([]float64, p), 0.0
	for i := range rows { // along rows: each entry of a column is in another cache line
		for j, v := range a.RawRowView(i) {
			out[j] += v * v
		}
	}
	for j, square := range out {
		most = max(most, square)
		out[j] = min(s.Condition(), s.Largest*most)
	}
	return out
}

// Resolution returns the function [Resolution] of features of a given condition, by
// their eigenvalue: the difference that rounding of Ċ and of μC can cause. For slow
// features of slow functions that is far smaller than for Δ near 2, where it reaches
// the bound.
func (s Spectrum) Resolution(condition float64) func(value float64) float64 {
	return func(value float64) float64 {
		if s.Moving == 0 {
			return Resolution(s.Rank, condition, LargestSlowness)
		}
		return Tolerance(s.Rank) * condition * min(LargestSlowness, s.Moving+max(0, value))
	}
}

// First returns the first p features of a, or all, in the same storage.
func First(a *mat.Dense, p int) *mat.Dense {
	rows, have := a.Dims()
	if have <= p {
		return a
	}
	return a.Slice(0, rows, 0, p).(*mat.Dense)
}
