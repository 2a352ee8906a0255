package codes

import (
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Coherence returns √n times the largest |⟨φ, d⟩| of a measurement φ, a column of phi (n×m),
// and an atom d, a row of base (K×n), both scaled to unit length. For an orthonormal base it
// is 1 if every measurement has the same inner product with all atoms, and √n if one
// measures a single atom.
func Coherence(phi, base *mat.Dense) float64 {
	n, m := phi.Dims()
	k, _ := base.Dims()
	var along mat.Dense
	along.Mul(base, phi)
	norm := make([]float64, m)
	for j := range m {
		norm[j] = mat.Norm(phi.ColView(j), 2)
	}
	largest := 0.0
	for i := range k {
		length := floats.Norm(base.RawRowView(i), 2)
		for j, v := range along.RawRowView(i) {
			if v != 0 {
				largest = max(largest, math.Abs(v)/norm[j]/length)
			}
		}
	}
	return math.Sqrt(float64(n)) * largest
}

// mostSupports is the largest number of supports for which Isometry is computed.
const mostSupports = 50_000

// Isometry returns δ_s, the largest |‖Av‖²/‖v‖² − 1| of any v with at most s entries that
// are not zero, where A are the columns of a (m×K), each scaled to unit length. It compares
// all supports, so it is exact; ok is false if there are too many.
func Isometry(a *mat.Dense, s int) (delta float64, ok bool) {
	_, k := a.Dims()
	s = min(s, k)
	if supports := binomial(k, s); supports > mostSupports || s < 1 {
		return 0, false
	}
	var gram mat.SymDense
	gram.SymOuterK(1, unit(a).T())
	for i := range k {
		gram.SetSym(i, i, 0) // 1 − 1 for unit columns, 0 for columns of zeros
	}
	chosen := dense.Iota(s)
	sub := mat.NewSymDense(s, nil)
	for more := true; more; more = next(chosen, k) {
		delta = max(delta, radius(sub, &gram, chosen))
	}
	return delta, true
}

// radius returns the largest magnitude of an eigenvalue of the chosen rows and columns of
// gram; it overwrites sub.
func radius(sub, gram *mat.SymDense, chosen []int) float64 {
	switch len(chosen) {
	case 1:
		return 0
	case 2:
		return math.Abs(gram.At(chosen[0], chosen[1]))
	case 3: // λ³ − qλ − 2r = 0
		a, b, c := gram.At(chosen[0], chosen[1]), gram.At(chosen[0], chosen[2]), gram.At(chosen[1], chosen[2])
		q, r := a*a+b*b+c*c, math.Abs(a*b*c)
		if q == 0 {
			return 0
		}
		return 2 * math.Sqrt(q/3) * math.Cos(math.Acos(min(1, r*math.Pow(3/q, 1.5)))/3)
	}
	for i, p := range chosen {
		for j := i; j < len(chosen); j++ {
			sub.SetSym(i, j, gram.At(p, chosen[j]))
		}
	}
	var e mat.EigenSym
	if !e.Factorize(sub, false) {
		return math.NaN()
	}
	values := e.Values(nil)
	return max(math.Abs(values[0]), math.Abs(values[len(values)-1]))
}

// next replaces chosen by the next k-subset in lexicographic order. It returns false after
// the last.
func next(chosen []int, k int) bool {
	s := len(chosen)
	for i := s - 1; i >= 0; i-- {
		if chosen[i] < k-s+i {
			chosen[i]++
			for j := i + 1; j < s; j++ {
				chosen[j] = chosen[j-1] + 1
			}
			return true
		}
	}
	return false
}

// binomial returns n over k, as a float because it may be large.
func binomial(n, k int) float64 {
	b := 1.0
	for i := range k {
		b = b * float64(n-i) / float64(i+1)
	}
	return b
}

// unit returns a copy of a (m×K) with each column scaled to unit length; columns of zeros
// stay.
func unit(a *mat.Dense) *mat.Dense {
	out := mat.DenseCopyOf(a)
	for j, length := range lengths(a) {
		for i := range out.RawMatrix().Rows {
			out.Set(i, j, out.At(i, j)/length)
		}
	}
	return out
}

// lengths returns the length of each column of a, 1 for a column of zeros.
func lengths(a *mat.Dense) []float64 {
	_, k := a.Dims()
	out := make([]float64, k)
	for j := range out {
		if out[j] = mat.Norm(a.ColView(j), 2); out[j] == 0 {
			out[j] = 1
		}
	}
	return out
}
