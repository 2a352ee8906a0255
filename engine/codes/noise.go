package codes

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// penalised holds the minimiser of ‖y − Aa‖² + λ‖a‖₁ and its residual y − Aa.
type penalised struct {
	lambda  float64
	code    []float64 // length K
	residue []float64 // length m
}

// norm returns ‖y − Aa‖₂.
func (p *penalised) norm() float64 { return floats.Norm(p.residue, 2) }

// likeSigned reports whether two codes have the same signs everywhere.
func (p *penalised) likeSigned(q *penalised) bool {
	return slices.EqualFunc(p.code, q.code, func(a, b float64) bool { return (a > 0) == (b > 0) && (a < 0) == (b < 0) })
}

// leastPenalty is the share of the largest λ below which the search for a solution ends.
const leastPenalty = 1e-10

// denoise writes to code (length K) the code of least 1-norm with ‖y − Aa‖₂ ≤ η. That code
// minimises ‖y − Aa‖² + λ‖a‖₁ for the λ at which the norm is η: the norm grows with λ, and
// the codes of one sign pattern are linear in λ.
func (d *Decoder) denoise(ctx context.Context, code, y []float64) error {
	clear(code)
	if floats.Norm(y, 2) <= d.noise {
		return nil
	}
	var along mat.VecDense
	along.MulVec(d.atoms.T(), mat.NewVecDense(len(y), y))
	largest := 2 * floats.Norm(along.RawVector().Data, math.Inf(1))
	high := &penalised{largest, slices.Clone(code), slices.Clone(y)}
	low, err := d.penalise(ctx, high, y, largest/2)
	for ; err == nil && low.norm() > d.noise; low, err = d.penalise(ctx, low, y, low.lambda/2) {
		if high = low; low.lambda < leastPenalty*largest {
			return d.exact(ctx, code, y) // so little noise is none
		}
	}
	for err == nil && !low.likeSigned(high) && high.lambda-low.lambda > 1e-14*high.lambda {
		var middle *penalised
		if middle, err = d.penalise(ctx, low, y, (low.lambda+high.lambda)/2); err != nil {
			break
		}
		if middle.norm() > d.noise {
			high = middle
		} else {
			low = middle
		}
	}
	if err != nil {
		return err
	}
	copy(code, low.code)
	if low.likeSigned(high) {
		t := crossing(low.residue, high.residue, d.noise)
		for j := range code {
			code[j] += t * (high.code[j] - low.code[j])
		}
	}
	return nil
}

// penalise returns the minimiser for λ; the search starts from that of another λ.
func (d *Decoder) penalise(ctx context.Context, from *penalised, y []float64, lambda float64) (*penalised, error) {
	to := &penalised{lambda, slices.Clone(from.code), slices.Clone(y)}
	d.lasso.Until(ctx).L1(to.code, y, lambda)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := mat.NewVecDense(len(y), to.residue)
	var of mat.VecDense
	of.MulVec(d.atoms, mat.NewVecDense(len(to.code), to.code))
	r.SubVec(r, &of)
	return to, nil
}

// crossing returns the t from 0 to 1 at which ‖a + t(b − a)‖ is eta, given ‖a‖ ≤ eta ≤ ‖b‖.
func crossing(a, b []float64, eta float64) float64 {
	along := slices.Clone(b)
	floats.Sub(along, a)
	p, q, c := floats.Dot(along, along), floats.Dot(along, a), floats.Dot(a, a)-eta*eta // c ≤ 0
	if p == 0 {
		return 0
	}
	root := math.Sqrt(max(0, q*q-p*c))
	if q > 0 {
		return min(1, -c/(q+root))
	}
	return min(1, (root-q)/p)
}
