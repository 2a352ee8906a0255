package codes

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Atoms returns the atoms D (K×n), each of squared norm c at most, that minimise ‖X − AD‖²
// for a training set X (N×n) and given codes A (N×K), with the multipliers λ (length K) and
// the minimum. It maximises the Lagrange dual
//
//	tr XᵀX − tr((AᵀX)ᵀ(AᵀA + Λ)⁻¹AᵀX) − c·tr Λ   over Λ = diag(λ) ≥ 0
//
// by Newton steps on the λ above 0 (Lee et al. 2007, section 4, with samples as rows); D is
// (AᵀA + Λ)⁻¹AᵀX. It fails if AᵀA + Λ is singular, as when an atom is in no code.
func Atoms(ctx context.Context, x, codes *mat.Dense, c float64) (atoms *mat.Dense, multipliers []float64, objective float64, err error) {
	_, k := codes.Dims()
	_, n := x.Dims()
	d := dual{c: c, energy: square(x), cross: mat.NewDense(k, n, nil), gram: mat.NewSymDense(k, nil)}
	d.cross.Mul(codes.T(), x)
	d.gram.SymOuterK(1, codes.T())
	for j := range k {
		if d.gram.At(j, j) == 0 {
			return nil, nil, 0, fmt.Errorf("atom %d is in no code", j+1)
		}
	}
	lambda := make([]float64, k)
	for j := range lambda { // where all atoms would have about norm c
		lambda[j] = 1e-3 * d.gram.At(j, j)
	}
	at, err := d.at(lambda)
	if err != nil {
		return nil, nil, 0, err
	}
	for range 500 {
		if err := ctx.Err(); err != nil {
			return nil, nil, 0, err
		}
		next, ok := d.ascend(lambda, at)
		if !ok {
			break
		}
		at, lambda = next, next.lambda
	}
	return at.atoms, lambda, at.value, nil
}

// dual holds the problem of the multipliers.
type dual struct {
	c, energy float64
	cross     *mat.Dense    // AᵀX, K×n
	gram      *mat.SymDense // AᵀA
}

// place holds the dual at some multipliers.
type place struct {
	lambda   []float64
	value    float64
	gradient []float64
	atoms    *mat.Dense
	inverse  *mat.SymDense // (AᵀA + Λ)⁻¹
}

// at evaluates the dual at multipliers lambda (length K).
func (d *dual) at(lambda []float64) (*place, error) {
	k := len(lambda)
	_, n := d.cross.Dims()
	shifted := mat.NewSymDense(k, nil)
	shifted.CopySym(d.gram)
	for j, l := range lambda {
		shifted.SetSym(j, j, shifted.At(j, j)+l)
	}
	var f mat.Cholesky
	if !f.Factorize(shifted) {
		return nil, fmt.Errorf("the codes of %d atoms depend on each other linearly", k)
	}
	p := &place{lambda: lambda, atoms: mat.NewDense(k, n, nil), inverse: mat.NewSymDense(k, nil), gradient: make([]float64, k)}
	if err := f.SolveTo(p.atoms, d.cross); err != nil {
		return nil, fmt.Errorf("the codes of %d atoms depend on each other linearly: %w", k, err)
	}
	if err := f.InverseTo(p.inverse); err != nil {
		return nil, fmt.Errorf("the codes of %d atoms depend on each other linearly: %w", k, err)
	}
	p.value = d.energy - d.c*floats.Sum(lambda)
	for j := range k {
		row := p.atoms.RawRowView(j)
		p.value -= floats.Dot(row, d.cross.RawRowView(j))
		p.gradient[j] = floats.Dot(row, row) - d.c
	}
	return p, nil
}

// ascend takes a Newton step on the multipliers that are above 0 or have a positive slope,
// halved until the dual rises. It returns false if the dual rises no more.
func (d *dual) ascend(lambda []float64, p *place) (*place, bool) {
	var moving []int
	steepest := 0.0
	for j, g := range p.gradient {
		if lambda[j] > 0 || g > 0 {
			moving, steepest = append(moving, j), max(steepest, math.Abs(g))
		}
	}
	if steepest <= 1e-13*d.c {
		return nil, false
	}
	step := newton(p, moving)
	for scale := 1.0; scale > 1e-12; scale /= 2 {
		next := make([]float64, len(lambda))
		copy(next, lambda)
		for i, j := range moving {
			next[j] = max(0, lambda[j]+scale*step[i])
		}
		if q, err := d.at(next); err == nil && (q.value > p.value || q.value == p.value && scale == 1 && steepest > gap(q)) {
			return q, true
		}
	}
	return nil, false
}

// gap returns the largest slope of a multiplier that may move.
func gap(p *place) float64 {
	worst := 0.0
	for j, g := range p.gradient {
		if p.lambda[j] > 0 || g > 0 {
			worst = max(worst, math.Abs(g))
		}
	}
	return worst
}

// newton returns the step H⁻¹g of some multipliers, where the Hessian of the dual is
// −2·(DDᵀ)∘(AᵀA + Λ)⁻¹. If H is singular it returns the gradient.
func newton(p *place, moving []int) []float64 {
	m := len(moving)
	h := mat.NewSymDense(m, nil)
	g := mat.NewVecDense(m, nil)
	for i, j := range moving {
		g.SetVec(i, p.gradient[j])
		for k := i; k < m; k++ {
			l := moving[k]
			h.SetSym(i, k, 2*floats.Dot(p.atoms.RawRowView(j), p.atoms.RawRowView(l))*p.inverse.At(j, l))
		}
	}
	var f mat.Cholesky
	if f.Factorize(h) {
		var s mat.VecDense
		if f.SolveVecTo(&s, g) == nil {
			return s.RawVector().Data
		}
	}
	return g.RawVector().Data
}

// square returns the sum of the squares of the entries of x.
func square(x *mat.Dense) float64 {
	sum := 0.0
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		sum += floats.Dot(row, row)
	}
	return sum
}
