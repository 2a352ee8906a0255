package codes

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/machines"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Decoder recovers samples from their measurements. It is not safe for concurrent use: make
// one for each goroutine by [Decoder.Clone].
type Decoder struct {
	base    *mat.Dense // K×n
	atoms   *mat.Dense // m×K: what is measured of each atom
	lengths []float64  // of its columns
	pursuit *Coder
	noise   float64 // η
	lasso   *Coder  // of the atoms as they are; nil without noise
}

// NewDecoder makes a decoder of measurements phi (n×m) of samples of a base (K×n), which it
// keeps. It panics unless both are of n numbers.
func NewDecoder(phi, base *mat.Dense) *Decoder {
	n, m := phi.Dims()
	k, of := base.Dims()
	if n != of {
		panic(fmt.Sprintf("codes: measurements of %d numbers for atoms of %d", n, of))
	}
	d := &Decoder{base: base, atoms: mat.NewDense(m, k, nil)}
	d.atoms.Mul(phi.T(), base.T())
	d.lengths = lengths(d.atoms)
	d.pursuit = NewCoder(mat.DenseCopyOf(unit(d.atoms).T()))
	return d
}

// Clone is a further decoder of the same measurements and base, which it shares.
func (d *Decoder) Clone() *Decoder {
	c := *d
	c.pursuit = d.pursuit.Clone()
	if d.lasso != nil {
		c.lasso = d.lasso.Clone()
	}
	return &c
}

// WithNoise returns a decoder of the same measurements and base whose codes may leave
// ‖y − ΦᵀDa‖₂ ≤ eta of measurements y. It panics unless eta is 0 or above.
func (d *Decoder) WithNoise(eta float64) *Decoder {
	if !(eta >= 0) {
		panic(fmt.Sprintf("codes: noise of norm %g", eta))
	}
	c := d.Clone()
	c.noise, c.lasso = eta, nil
	if eta > 0 {
		c.lasso = NewCoder(mat.DenseCopyOf(d.atoms.T()))
	}
	return c
}

// Atoms is what is measured of each atom (m×K). It may not be written to.
func (d *Decoder) Atoms() *mat.Dense { return d.atoms }

// negligible is the share of the largest entry of a code at and below which one is zero.
const negligible = 1e-12

// L1 writes to code (length K) the one of least 1-norm that is measured as y (length m), up
// to the noise of the decoder (Hammer 2014, Theorem 10). It fails when ctx ends, and with
// [machines.ErrInfeasible] where no code is measured so.
func (d *Decoder) L1(ctx context.Context, code, y []float64) error {
	if d.lasso != nil {
		return d.denoise(ctx, code, y)
	}
	return d.exact(ctx, code, y)
}

// exact writes to code the one of least 1-norm that is measured as y.
func (d *Decoder) exact(ctx context.Context, code, y []float64) error {
	s, err := (&machines.LinearProgram{X: d.atoms, Right: y, Equal: true}).Solve(ctx)
	if err != nil {
		return fmt.Errorf("codes: %w", err)
	}
	least := negligible * floats.Norm(s.W, math.Inf(1))
	for j, w := range s.W {
		code[j] = 0
		if math.Abs(w) > least {
			code[j] = w
		}
	}
	return nil
}

// OMP writes to code (length K) the orthogonal matching pursuit of what is measured, y
// (length m), with at most s entries; fewer where they leave nothing but the noise of the
// decoder. What is measured of atoms is made unit for the choice.
func (d *Decoder) OMP(code, y []float64, s int) {
	d.pursuit.OMP(code, y, s, max(d.noise*d.noise, 1e-26*floats.Dot(y, y)))
	for j, length := range d.lengths {
		code[j] /= length
	}
}

// Sample writes to x (length n) what a code stands for.
func (d *Decoder) Sample(x, code []float64) {
	clear(x)
	for j, a := range code {
		if a != 0 {
			floats.AddScaled(x, a, d.base.RawRowView(j))
		}
	}
}
