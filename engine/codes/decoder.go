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
	atoms   *mat.Dense // m×K: the measurements of each atom
	lengths []float64  // of its columns
	pursuit *Coder
	noise   float64 // η
	lasso   *Coder  // of the unscaled atoms; nil without noise
}

// NewDecoder returns a decoder of measurements phi (n×m) of samples of a base (K×n), which
// it keeps. It panics unless phi has as many rows as base has columns.
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

// Clone returns another decoder that shares the measurements and the base.
func (d *Decoder) Clone() *Decoder {
	c := *d
	c.pursuit = d.pursuit.Clone()
	if d.lasso != nil {
		c.lasso = d.lasso.Clone()
	}
	return &c
}

// WithNoise returns a decoder of the same measurements and base whose codes may leave ‖y −
// ΦᵀDᵀa‖₂ ≤ eta of measurements y. It panics unless eta is 0 or above.
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

// Atoms returns the measurements of each atom (m×K), which callers must not change.
func (d *Decoder) Atoms() *mat.Dense { return d.atoms }

// negligible is the share of the largest entry of a code at and below which an entry counts
// as zero.
const negligible = 1e-12

// L1 writes to code (length K) the code of least 1-norm whose measurements are y (length m),
// up to the noise of the decoder (Hammer 2014, Theorem 10). It fails if ctx ends, and with
// [machines.ErrInfeasible] if no code has these measurements.
func (d *Decoder) L1(ctx context.Context, code, y []float64) error {
	if d.lasso != nil {
		return d.denoise(ctx, code, y)
	}
	return d.exact(ctx, code, y)
}

// exact writes to code (length K) the code of least 1-norm whose measurements are y (length
// m).
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

// OMP writes to code (length K) the orthogonal matching pursuit of measurements y (length
// m), with at most s entries, and fewer if the residual is within the noise of the decoder.
// The measurements of atoms are scaled to unit length for the choice.
func (d *Decoder) OMP(code, y []float64, s int) {
	d.pursuit.OMP(code, y, s, max(d.noise*d.noise, 1e-26*floats.Dot(y, y)))
	for j, length := range d.lengths {
		code[j] /= length
	}
}

// Sample writes to x (length n) the sample of a code (length K).
func (d *Decoder) Sample(x, code []float64) {
	clear(x)
	for j, a := range code {
		if a != 0 {
			floats.AddScaled(x, a, d.base.RawRowView(j))
		}
	}
}
