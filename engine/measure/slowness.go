package measure

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Slowness is the mean of (φ_j(t+1) − φ_j(t))² over the pairs inside spans,
// for each of the p columns of phi (Böhmer et al. 2012, Eq. 6). The features
// are taken as they are, not scaled. Without a pair it is NaN.
//
// It panics unless the lengths are those of consecutive spans that cover the
// rows of phi.
func Slowness(phi *mat.Dense, lengths []int) []float64 {
	n, p := phi.Dims()
	checkLengths(lengths, n)
	s := make([]float64, p)
	pairs, start := 0, 0
	for _, length := range lengths {
		for i := start + 1; i < start+length; i++ {
			before := phi.RawRowView(i - 1)
			for j, v := range phi.RawRowView(i) {
				d := v - before[j]
				s[j] += d * d
			}
			pairs++
		}
		start += length
	}
	for j := range s {
		// 0/0 is the NaN that stands for no pair.
		s[j] /= float64(pairs)
	}
	return s
}

// UnitSlowness is the slowness of each feature after scaling it to unit
// variance on the same data: on a test part, the test slowness (Böhmer et al.
// 2012, section 5.2). It is NaN for a constant feature and without a pair.
func UnitSlowness(phi *mat.Dense, lengths []int) []float64 {
	s := Slowness(phi, lengths)
	floats.Div(s, newCentring(phi).variances(phi))
	return s
}

// Eta is η = T/2π·√Δ, the number of oscillations that a pure sine as slow as Δ
// would make in a segment of T samples, T being the mean over the segments
// (Ma et al. 2011 and Wiskott and Sejnowski 2002).
func Eta(delta, t float64) float64 {
	return t / (2 * math.Pi) * math.Sqrt(delta)
}

// Curvature is the mean of (φ_j(t+1) − 2φ_j(t) + φ_j(t−1))² over the triples
// inside spans, for each of the p columns of phi, taken as they are: the ⟨ÿ²⟩
// of [Xi]. Without a triple it is NaN.
//
// It panics unless the lengths are those of consecutive spans that cover the
// rows of phi.
func Curvature(phi *mat.Dense, lengths []int) []float64 {
	n, p := phi.Dims()
	checkLengths(lengths, n)
	s := make([]float64, p)
	triples, start := 0, 0
	for _, length := range lengths {
		for i := start + 2; i < start+length; i++ {
			before, here := phi.RawRowView(i-2), phi.RawRowView(i-1)
			for j, v := range phi.RawRowView(i) {
				// The difference of two differences is 0 on a line of any offset.
				d := (v - here[j]) - (here[j] - before[j])
				s[j] += d * d
			}
			triples++
		}
		start += length
	}
	for j := range s {
		s[j] /= float64(triples)
	}
	return s
}

// UnitCurvature is the curvature of each feature after scaling it to unit
// variance on the same data. It is NaN for a constant feature and without a
// triple.
func UnitCurvature(phi *mat.Dense, lengths []int) []float64 {
	s := Curvature(phi, lengths)
	floats.Div(s, newCentring(phi).variances(phi))
	return s
}

// Xi is ξ = η + λ·T/2π·√⟨ÿ²⟩ (Ma et al. 2011, Eq. 6): what η does not see, a
// jitter with the steps of a slow sine, weighs with lambda. Delta and t are
// those of [Eta], curvature is ⟨ÿ²⟩ of the same feature, scaled as delta is.
func Xi(delta, curvature, t, lambda float64) float64 {
	return Eta(delta, t) + lambda*Eta(curvature, t)
}

// checkLengths panics unless the lengths add up to n.
func checkLengths(lengths []int, n int) {
	sum := 0
	for _, length := range lengths {
		if length < 0 {
			panic("measure: span of negative length")
		}
		sum += length
	}
	if sum != n {
		panic(fmt.Sprintf("measure: spans of %d samples for %d rows", sum, n))
	}
}
