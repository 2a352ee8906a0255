package sfa

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// unitsRatio is by how much the standard deviations of explicit functions may differ
// before they are scaled: below it rounding costs six digits of the smallest at most.
const unitsRatio = 1 << 10

// inUnits are the moments and the regulariser of explicit functions, each divided by
// about its standard deviation, and what each is multiplied by. The problem stays the
// same but for rounding: Aᵀh is, and so is its norm. Where standard deviations differ
// little, or the problem is not of explicit functions, it stays as it is, and there are
// no units. A cut that is asked for is about C as it is: then nothing is scaled either.
func (p Problem) inUnits() (Problem, []float64) {
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

// penalised is [Whitened.Rotate] for a λ > 0 where the units of functions differ much. To
// a function of small values λ may be 10¹⁶ times what it is to another; in coordinates in
// which C is the identity all directions would share that, and rounding would take the
// slow ones. So Ba = μCa with B = Ċ + λK̄ is solved as Ba = t(B+C)a, t = μ/(1+μ), in units
// in which B + C has about a diagonal of ones.
func (p Problem) penalised(ctx context.Context, lambda float64, features int) (*Features, error) {
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
	variance := make([]float64, len(f.Value)) // under C, of the unit under B + C
	for j := range f.Value {
		a := f.A.ColView(j)
		variance[j] = mat.Inner(a, p.C, a)
		f.Value[j] = mat.Inner(a, b, a) / variance[j]
	}
	f.A = scaled(f.A, variance)
	return f, nil
}

// scaledBothSides is DaD for a diagonal D.
func scaledBothSides(a *mat.SymDense, d []float64) *mat.SymDense {
	out := mat.NewSymDense(len(d), nil)
	for i := range d {
		for j := i; j < len(d); j++ {
			out.SetSym(i, j, a.At(i, j)*d[i]*d[j])
		}
	}
	return out
}

// scaleRows multiplies each row of a by its unit; without units a stays.
func scaleRows(a *mat.Dense, unit []float64) *mat.Dense {
	for i, u := range unit {
		floats.Scale(u, a.RawRowView(i))
	}
	return a
}
