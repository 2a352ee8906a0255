package sfa

import (
	"context"

	"example.com/sfatui/engine/linalg/eigen"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Clusters are features of which a machine, not the data, decides what they are: those
// whose eigenvalues agree to rounding may be turned into each other (Davis and Kahan
// 1970: the angle is at most the error over the gap).
type Clusters struct {
	// Bounds are the first and the last rank of each cluster that begins among the
	// features, counted from 1 and ascending.
	Bounds [][2]int
	// Cut says that the last cluster goes on behind the features, so that not even the
	// space that they span is determined.
	Cut bool
	// Determined is how many of the first features span a space that is determined.
	Determined int
}

// ClustersOf looks for clusters among the first p of r ascending eigenvalues of a whitened
// problem. Neighbours whose difference is at most the tolerance at the upper one belong
// together. The values may be the lowest of the r: a cluster that reaches the last of them
// ends there.
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

// Resolution is the difference of two eigenvalues of a whitened problem of rank r that
// rounding can make: condition is that of C as it was kept, largest the largest
// eigenvalue.
func Resolution(r int, condition, largest float64) float64 {
	return Tolerance(r) * condition * max(1, largest)
}

// LargestSlowness is what no Δ under a graph is above, but for the ends of segments.
const LargestSlowness = 4

// Determine completes the eigenvalues of features so that clusters among them can be told,
// and says how each is conditioned, see [Spectrum.Conditions]. Where the last of the
// values agree, the cluster may go on: then all eigenvalues are computed.
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
		all, err := w.given.penalised(ctx, lambda, rank)
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

// CutsCluster says that the last of the lowest eigenvalues agree, so that others may agree with
// them, and that there are few enough to compute all.
func (s Spectrum) CutsCluster(values, conditions []float64) bool {
	n := len(values)
	return n > 1 && s.Rank <= AllValues && values[n-1]-values[n-2] <= s.Resolution(conditions[n-1])(values[n-1])
}

// AllValues is the rank up to which all eigenvalues are computed for the end of a cluster.
const AllValues = 2000

// Conditions say how much the first i features of a, i = 1 …, feel of rounding in C: of a
// change by ε‖C‖ it is ε‖C‖‖a‖² at most, which is no more than the condition of C, and far
// less where features keep off the directions of little variance.
func (s Spectrum) Conditions(a *mat.Dense) []float64 {
	rows, p := a.Dims()
	out, most := make([]float64, p), 0.0
	for i := range rows { // along rows: a column is a number in each line of the cache
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

// Resolution is [Resolution] of features of a condition, by their eigenvalue: what rounding
// of Ċ and of μC can make. Of slow features of slow functions that is far less than of Δ near
// 2, where it is what the bound says.
func (s Spectrum) Resolution(condition float64) func(value float64) float64 {
	return func(value float64) float64 {
		if s.Moving == 0 {
			return Resolution(s.Rank, condition, LargestSlowness)
		}
		return Tolerance(s.Rank) * condition * min(LargestSlowness, s.Moving+max(0, value))
	}
}

// First are the first p features of a, or all, where they are stored.
func First(a *mat.Dense, p int) *mat.Dense {
	rows, have := a.Dims()
	if have <= p {
		return a
	}
	return a.Slice(0, rows, 0, p).(*mat.Dense)
}
