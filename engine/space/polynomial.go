package space

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// maxPolynomialDim bounds the dimension of an expansion: at this bound a matrix of
// second moments takes 2 GiB, and a solve needs several of them.
const maxPolynomialDim = 1 << 14

// Polynomial is the space of all monomials of degree 1 to k of d inputs; the constant
// is left out, because centring would remove it.
//
// The order is graded lexicographic: by degree, and within a degree by the inputs in
// ascending order, such as x₁, x₂, x₁², x₁x₂, x₂².
//
// Together with the constant, the monomials span the same functions about any origin,
// so that slowness without regularisation does not depend on it. The norm of the
// coefficients does, and with it the results for λ > 0 and of PCA, and so does the
// condition of the solve. The origin is that of the given inputs: the training mean
// after a [Front] or after standardising.
type Polynomial struct {
	explicit
	d, dim int
	// first[e][i] is the index in h of the first monomial of degree e+1 whose lowest
	// input is i. A monomial of degree e+2 is its lowest input i times one of degree
	// e+1 whose lowest input is i or more. Those are contiguous at the end of their
	// degree, in the required order.
	first [][]int
}

var polynomial = part.Part[Kind]{Name: "poly", Doc: "polynomials of the inputs", Parameters: []part.Parameter{kernel.Degree}, Build: Kind{
	Centre: true, Formula: "h = the products of the columns monomials of x, followed by a column of ones",
	Dim: func(p part.Point, d int) int {
		return int(min(PolynomialDim(d, kernel.Degree.Of(p)), math.MaxInt32))
	},
	New: func(p part.Point, d int) (Space, error) {
		if k := kernel.Degree.Of(p); k < 1 {
			return nil, fmt.Errorf("polynomials of degree %d", k)
		}
		return NewPolynomial(d, kernel.Degree.Of(p))
	},
	Refuses: func(p part.Point, d int) error {
		if _, err := NewPolynomial(d, kernel.Degree.Of(p)); err != nil {
			return part.Errorf("degree", "%v (--front pca:…)", err)
		}
		return nil
	},
}}

// NewPolynomial returns the space of degree k over d inputs, of dimension C(d+k, k) −
// 1. It fails if that is too large.
func NewPolynomial(d, k int) (*Polynomial, error) {
	if d < 1 || k < 1 {
		panic(fmt.Sprintf("space: polynomials of degree %d of %d inputs", k, d))
	}
	if dim := PolynomialDim(d, k); dim > maxPolynomialDim {
		return nil, fmt.Errorf("polynomials of degree %d of %d inputs have %s dimensions, more than %d: lower the degree, or put PCA in front (degree %d takes at most %s)",
			k, d, formatDimension(dim), maxPolynomialDim, k, message.Counted(mostInputs(k), "input"))
	}
	p := &Polynomial{d: d, dim: d}
	level := dense.Iota(d)
	for range k - 1 {
		p.first = append(p.first, level)
		end, next := p.dim, make([]int, d)
		for i, from := range level {
			next[i] = p.dim
			p.dim += end - from
		}
		level = next
	}
	return p, nil
}

// PolynomialDim returns C(d+k, k) − 1, the dimension of polynomials of degree k of d
// inputs. It is exact for small values, and +Inf if it overflows.
func PolynomialDim(d, k int) float64 {
	many, few := float64(max(d, k)), min(d, k)
	c := 1.0
	for i := 1; i <= few && !math.IsInf(c, 1); i++ {
		c = c * (many + float64(i)) / float64(i)
	}
	return c - 1
}

// formatDimension returns the text of a dimension, exact up to nine digits.
func formatDimension(dim float64) string {
	if math.IsInf(dim, 1) {
		return "over 10³⁰⁸"
	}
	return strconv.FormatFloat(dim, 'g', 9, 64)
}

// mostInputs returns the largest number of inputs for degree k, or 0 for none.
func mostInputs(k int) int {
	d := 0
	for PolynomialDim(d+1, k) <= maxPolynomialDim {
		d++
	}
	return d
}

// Dim returns C(d+k, k) − 1.
func (p *Polynomial) Dim() int { return p.dim }

// Eval implements Space with one multiplication for each monomial above degree 1.
func (p *Polynomial) Eval(dst, x *mat.Dense) {
	checkShapes(dst, x, p.dim, p.d)
	b, _ := x.Dims()
	for t := range b {
		in, out := x.RawRowView(t), dst.RawRowView(t)
		at := copy(out, in)
		for _, level := range p.first {
			end := at
			for i, from := range level {
				n := end - from
				floats.ScaleTo(out[at:at+n], in[i], out[from:end])
				at += n
			}
		}
	}
}

// Leading returns Dim: there are no supports.
func (p *Polynomial) Leading(int) int { return p.dim }

// Degree returns k.
func (p *Polynomial) Degree() int { return len(p.first) + 1 }

// Monomials returns the k factors of each function in order, as indices of inputs; d
// stands for a factor of 1.
func (p *Polynomial) Monomials() [][]int {
	var out [][]int
	k := p.Degree()
	level := [][]int{nil} // the monomials of one degree
	for range k {
		var next [][]int
		for i := range p.d {
			for _, factors := range level {
				if len(factors) == 0 || factors[0] >= i {
					next = append(next, slices.Concat([]int{i}, factors))
				}
			}
		}
		level = next
		for _, factors := range level {
			out = append(out, slices.Concat(factors, slices.Repeat([]int{p.d}, k-len(factors))))
		}
	}
	return out
}
