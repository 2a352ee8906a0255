package space

import (
	"math"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// Exp08 is the expansion 0.8Exp of d inputs (Escalante-B. and Wiskott 2013, section
// 6.1): x₁ … x_d, then |x₁|^0.8 … |x_d|^0.8.
//
// The kink of |x|^0.8 is at the origin of the given inputs, so that the functions
// depend on it: it is the training mean after a [Front] or after standardising.
type Exp08 struct {
	explicit
	D int
}

var exp08 = part.Part[Kind]{Name: "0.8exp", Doc: "x and |x|^0.8", Build: Kind{
	Formula: "h = x, then |x|^0.8",
	Dim:     func(_ part.Point, d int) int { return 2 * d },
	New:     func(_ part.Point, d int) (Space, error) { return Exp08{D: d}, nil },
}}

// Dim returns 2d.
func (e Exp08) Dim() int { return 2 * e.D }

func (e Exp08) Eval(dst, x *mat.Dense) {
	checkShapes(dst, x, 2*e.D, e.D)
	b, _ := x.Dims()
	for t := range b {
		out := dst.RawRowView(t)
		for i, v := range x.RawRowView(t) {
			out[i] = v
			out[e.D+i] = math.Pow(math.Abs(v), 0.8)
		}
	}
}

// Leading returns 2d: there are no supports.
func (e Exp08) Leading(int) int { return 2 * e.D }
