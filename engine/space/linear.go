package space

import (
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

var linear = part.Part[Kind]{Name: "linear", Build: Kind{
	Centre: true, Inputs: true, Formula: "h = x",
	Dim: func(_ part.Point, d int) int { return d },
	New: func(_ part.Point, d int) (Space, error) { return Linear{D: d}, nil },
}}

// Linear is the identity h(x) = x of d inputs.
type Linear struct{ D int }

// Dim is d.
func (l Linear) Dim() int { return l.D }

// Eval copies x.
func (l Linear) Eval(dst, x *mat.Dense) {
	checkShapes(dst, x, l.D, l.D)
	dst.Copy(x)
}

// Leading is d: there are no supports.
func (l Linear) Leading(int) int { return l.D }

// Gram is nil: the inputs are orthonormal.
func (l Linear) Gram(int) *mat.SymDense { return nil }

// Centred is false: a linear function needs no constraint.
func (l Linear) Centred() bool { return false }

// Coefficients is a itself.
func (l Linear) Coefficients(a *mat.Dense) *mat.Dense { return a }
