package run

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// A feature follows a series if their absolute correlation exceeds followsFrom. The correlation
// is taken over at most followRows rows, spread over a training part of at least
// leastFollowing rows. Correlations from a single pass differ by less than followsMargin.
const (
	followsFrom    = 0.99
	followRows     = 2000
	leastFollowing = 20
	followsMargin  = 0.001
)

// inputScales holds, for each input over the compared rows, the mean and the root of the sum of
// squared deviations from it.
type inputScales struct{ mean, deviation []float64 }

// scalesOf computes the scales of the columns of x over the compared ones of the given rows, in
// two passes.
func scalesOf(x *mat.Dense, rows []int) *inputScales {
	_, d := x.Dims()
	n := min(len(rows), followRows)
	s := &inputScales{make([]float64, d), make([]float64, d)}
	first := x.RawRowView(rows[0])
	for i := range n {
		for j, v := range x.RawRowView(rows[followRow(i, n, len(rows))]) {
			s.mean[j] += (v - first[j]) / float64(n) // exact for a constant
		}
	}
	floats.Add(s.mean, first)
	for i := range n {
		for j, v := range x.RawRowView(rows[followRow(i, n, len(rows))]) {
			s.deviation[j] += (v - s.mean[j]) * (v - s.mean[j])
		}
	}
	for j, v := range s.deviation {
		s.deviation[j] = math.Sqrt(v)
	}
	return s
}

// near returns the inputs that phi may follow, by one pass over the rows: inputs whose
// correlation exceeds followsFrom − followsMargin, and inputs whose mean is so large that a
// single pass is inexact.
func (s *inputScales) near(phi []float64, x *mat.Dense, rows []int) (near []int) {
	mean, squares := stat.Mean(phi, nil), 0.0
	products := make([]float64, len(s.mean))
	for i, v := range phi {
		squares += (v - mean) * (v - mean)
		floats.AddScaled(products, v-mean, x.RawRowView(rows[followRow(i, len(phi), len(rows))]))
	}
	for j, p := range products {
		if s.deviation[j] == 0 {
			continue
		}
		far := math.Abs(s.mean[j]) > 1e8*s.deviation[j]
		if least := (followsFrom - followsMargin) * s.deviation[j] * math.Sqrt(squares); far || !(math.Abs(p) < least) {
			near = append(near, j)
		}
	}
	return near
}

// followRow returns the position in the training part of the i-th of n compared rows.
func followRow(i, n, rows int) int { return i * rows / n }
