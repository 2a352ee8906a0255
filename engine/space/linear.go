package space

import (
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

var linear = part.Part[Kind]{Name: "linear", Doc: "linear functions of the inputs", Build: Kind{
	Centre: true, Inputs: true, Formula: "h = x",
	Dim: func(_ part.Point, d int) int { return d },
	New: func(_ part.Point, d int) (Space, error) { return Linear{D: d}, nil },
}}

// Linear is the identity h(x) = x of d inputs.
type Linear struct {
	explicit
	D int
}

// Dim returns d.
func (l Linear) Dim() int { return l.D }

// Eval copies x.
func (l Linear) Eval(dst, x *mat.Dense) {
	checkShapes(dst, x, l.D, l.D)
	dst.Copy(x)
}

// Leading returns d: there are no supports.
func (l Linear) Leading(int) int { return l.D }
