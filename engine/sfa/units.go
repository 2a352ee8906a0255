package sfa

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// unitsRatio is the ratio of standard deviations of explicit functions above which they
// are scaled. Below it rounding costs at most six digits of the smallest.
const unitsRatio = 1 << 10

// rescaled returns the moments and the regulariser of explicit functions, each divided
// by approximately its standard deviation, and the factor of each function. The problem
// is the same up to rounding: Aᵀh and its norm are unchanged. It returns p without
// factors if standard deviations differ little, if the functions are not explicit, or
// if a cut is set, which refers to the original C.
func (p Problem) rescaled() (Problem, []float64) {
	if !p.Explicit || p.Centred || p.Cut > 0 {
		return p, nil
	}
	dim := p.C.SymmetricDim()
	unit, least, most := make([]float64, dim), math.Inf(1), 0.0
	for i := range unit {
		unit[i] = 1
		if sd := math.Sqrt(p.C.At(i, i)); sd > 0 && !math.IsInf(sd, 1) {
			_, exponent := math.Frexp(sd)
			unit[i] = math.Ldexp(1, 1-exponent) // a power of two costs no digit
			least, most = min(least, sd), max(most, sd)
		}
	}
	if !(most >= unitsRatio*least) {
		return p, nil
	}
	if p.Gram == nil {
		p.Gram = mat.NewSymDense(dim, nil)
		for i := range unit {
			p.Gram.SetSym(i, i, 1)
		}
	}
	for _, a := range []**mat.SymDense{&p.C, &p.Cdot, &p.Gram} {
		if *a != nil {
			*a = scaledBothSides(*a, unit)
		}
	}
	return p, unit
}

// rotatePenalised computes [Whitened.Rotate] for a λ > 0 and functions with very
// different units. λ may weigh 10¹⁶ times as much for one function as for another; in
// coordinates in which C is the identity all directions would mix them, and rounding
// would destroy the slow ones. It therefore solves Ba = μCa with B = Ċ + λK̄ as Ba =
// t(B+C)a, t = μ/(1+μ), in units in which B + C has a diagonal of about ones.
func (p Problem) rotatePenalised(ctx context.Context, lambda float64, features int) (*Features, error) {
	dim := p.C.SymmetricDim()
	b, both := mat.NewSymDense(dim, nil), mat.NewSymDense(dim, nil)
	for i := range dim {
		for j := i; j < dim; j++ {
			v := p.Cdot.At(i, j)
			switch {
			case p.Gram != nil:
				v += lambda * p.Gram.At(i, j)
			case i == j:
				v += lambda
			}
			b.SetSym(i, j, v)
			both.SetSym(i, j, v+p.C.At(i, j))
		}
	}
	w, err := Whiten(ctx, Problem{C: both, Cdot: b, Explicit: true})
	if err != nil {
		return nil, err
	}
	f, err := w.Rotate(ctx, 0, features)
	if err != nil {
		return nil, err
	}
	variance := make([]float64, len(f.Value)) // under C, for features of unit variance under B + C
	for j := range f.Value {
		a := f.A.ColView(j)
		variance[j] = mat.Inner(a, p.C, a)
		f.Value[j] = mat.Inner(a, b, a) / variance[j]
	}
	f.A = divideByRoots(f.A, variance)
	return f, nil
}

// scaledBothSides returns DaD for a diagonal D.
func scaledBothSides(a *mat.SymDense, d []float64) *mat.SymDense {
	out := mat.NewSymDense(len(d), nil)
	for i := range d {
		for j := i; j < len(d); j++ {
			out.SetSym(i, j, a.At(i, j)*d[i]*d[j])
		}
	}
	return out
}

// scaleRows multiplies each row of a by its unit and returns a; without units a is
// unchanged.
func scaleRows(a *mat.Dense, unit []float64) *mat.Dense {
	for i, u := range unit {
		floats.Scale(u, a.RawRowView(i))
	}
	return a
}
