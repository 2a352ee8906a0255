package onnx

import (
	"fmt"
	"math"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// kernelValues adds κ of x (n×d) and the supports z (m×d), an n×m matrix, or
// κ−1 if shift is set. For kernels of differences, origin is subtracted from
// both, which preserves digits of squared distances.
func (g *graph) kernelValues(k kernel.Kernel, x string, z *mat.Dense, origin []float64, shift bool) (string, error) {
	m, d := z.Dims()
	z = mat.DenseCopyOf(z)
	if k.TranslationInvariant() {
		if origin == nil {
			origin = kernel.ColumnMeans(z)
		}
		for i := range m {
			floats.Sub(z.RawRowView(i), origin)
		}
		x = g.op("Sub", x, g.row("origin", origin))
	}
	norms := make([]float64, m)
	for i := range norms {
		norms[i] = floats.Dot(z.RawRowView(i), z.RawRowView(i))
	}
	var products, squares string
	if k.TranslationInvariant() && d <= fewInputs {
		squares = g.squaredDifferences(x, z)
	} else {
		products = g.op("MatMul", x, g.matrix("supports", z.T()))
	}
	switch k := k.(type) {
	case kernel.Linear:
		return products, nil
	case kernel.Polynomial:
		base := g.op("Add", products, g.scalar(1))
		out := base
		for range k.Degree - 1 {
			out = g.op("Mul", out, base)
		}
		return out, nil
	case kernel.ArcSine:
		return g.arcSine(k, x, products, norms), nil
	}
	if squares == "" {
		squares = g.op("Sub", g.op("Add", g.squaredNorms(x), g.row("norms", norms)), g.op("Mul", g.scalar(2), products))
		squares = g.op("Max", squares, g.scalar(0))
	}
	switch k := k.(type) {
	case kernel.Gaussian:
		return g.exponential(g.op("Mul", squares, g.scalar(math.Max(-math.MaxFloat64, -1/(2*k.Sigma*k.Sigma)))), shift), nil
	case kernel.Laplacian:
		return g.exponential(g.op("Neg", g.lengths(squares, k.Sigma)), shift), nil
	case kernel.GammaExponential:
		return g.exponential(g.op("Neg", g.op("Pow", g.lengths(squares, k.Sigma), g.scalar(k.Gamma))), shift), nil
	case kernel.Matern32:
		return g.matern(squares, math.Sqrt(3)/k.Sigma, 0, shift), nil
	case kernel.Matern52:
		return g.matern(squares, math.Sqrt(5)/k.Sigma, 1.0/3, shift), nil
	case kernel.RationalQuadratic:
		r := g.lengths(squares, k.Sigma)
		u := g.op("Div", g.op("Mul", r, r), g.scalar(2*k.Alpha))
		return g.exponential(g.op("Mul", g.scalar(-k.Alpha), g.logOnePlus(u)), shift), nil
	}
	return "", &refusal{"the kernel " + message.Clean(k.Name())}
}

// fewInputs is the number of inputs up to which summing squared differences,
// which preserves all digits, is as fast as using products.
const fewInputs = 16

// squaredDifferences adds the squared distances of x and z, summed over the
// inputs.
func (g *graph) squaredDifferences(x string, z *mat.Dense) string {
	_, d := z.Dims()
	sum := ""
	for c := range d {
		apart := g.op("Sub", g.columns(x, []int{c}), g.row("support", mat.Col(nil, c, z)))
		square := g.op("Mul", apart, apart)
		if sum != "" {
			square = g.op("Add", sum, square)
		}
		sum = square
	}
	return sum
}

// squaredNorms adds the squared norms of the rows of x, n×1.
func (g *graph) squaredNorms(x string) string {
	return g.opWith("ReduceSum", []attribute{{"keepdims", 1}}, g.op("Mul", x, x), g.ints([]int{1}))
}

// lengths adds the distances in units of σ, from squared distances.
func (g *graph) lengths(squares string, sigma float64) string {
	return g.op("Div", g.op("Sqrt", squares), g.scalar(sigma))
}

// exponential adds e^x, or e^x − 1 = (e^x + 1)·tanh(x/2), which is free of
// cancellation.
func (g *graph) exponential(x string, less1 bool) string {
	e := g.op("Exp", x)
	if !less1 {
		return e
	}
	return g.op("Mul", g.op("Add", e, g.scalar(1)), g.op("Tanh", g.op("Mul", x, g.scalar(0.5))))
}

// logOnePlus adds log(1+u) for u ≥ 0: u·log w/(w−1) with w the rounded 1+u, and
// u if w is 1 (Goldberg 1991, theorem 4).
func (g *graph) logOnePlus(u string) string {
	one := g.scalar(1)
	w := g.op("Add", one, u)
	less := g.op("Sub", w, one)
	tiny := g.op("Less", less, g.scalar(0x1p-60))
	divisor := g.op("Where", tiny, one, less)
	return g.op("Where", tiny, u, g.op("Mul", g.op("Log", w), g.op("Div", u, divisor)))
}

// Thresholds of s in matern: beyond maternZero the kernel is zero; below
// maternSeries the kernel minus one is computed from a series of maternTerms terms.
const (
	maternZero   = 1000
	maternSeries = 1
	maternTerms  = 19
)

// matern adds (1 + s + quadratic·s²)·e^−s at s = scale·√squares, or that minus
// one.
func (g *graph) matern(squares string, scale, quadratic float64, less1 bool) string {
	one := g.scalar(1)
	s := g.op("Min", g.op("Mul", g.op("Sqrt", squares), g.scalar(min(scale, math.MaxFloat64))), g.scalar(maternZero))
	e := g.op("Exp", g.op("Neg", s))
	bracket := g.op("Add", one, g.op("Mul", s, g.op("Add", one, g.op("Mul", g.scalar(quadratic), s))))
	full := g.op("Mul", bracket, e)
	if !less1 {
		return full
	}
	// −e^−s·s²·((1/2 − quadratic) + s·(1/3! + s/4! + …))
	small := g.op("Min", s, g.scalar(maternSeries))
	v := one
	for k := maternTerms; k > 3; k-- {
		v = g.op("Add", one, g.op("Div", g.op("Mul", v, small), g.scalar(float64(k))))
	}
	v = g.op("Add", g.scalar(0.5-quadratic), g.op("Div", g.op("Mul", small, v), g.scalar(6)))
	series := g.op("Neg", g.op("Mul", g.op("Mul", e, g.op("Mul", small, small)), v))
	return g.op("Where", g.op("Less", s, g.scalar(maternSeries)), series, g.op("Sub", full, one))
}

// arcSine adds the arc-sine kernel of inner products, with the bounds of
// [kernel.ArcSine].
func (g *graph) arcSine(k kernel.ArcSine, x, products string, norms []float64) string {
	s := min(max(k.Sigma*k.Sigma, 0x1p-1000), 0x1p1000)
	roots := make([]float64, len(norms))
	for i, zz := range norms {
		roots[i] = math.Sqrt(1.5*s + zz)
	}
	root := g.op("Sqrt", g.op("Add", g.scalar(1.5*s), g.squaredNorms(x)))
	c := g.op("Div", g.op("Add", g.scalar(s), products), g.op("Mul", root, g.row("roots", roots)))
	c = g.op("Max", g.op("Min", c, g.scalar(1)), g.scalar(-1))
	return g.op("Mul", g.scalar(2/math.Pi), g.asin(c))
}

// Coefficients of the rational function for arcsines up to 1/2, see asin.
var (
	asinAbove = []float64{1.66666666666666657415e-01, -3.25565818622400915405e-01, 2.01212532134862925881e-01,
		-4.00555345006794114027e-02, 7.91534994289814532176e-04, 3.47933107596021167570e-05}
	asinBelow = []float64{1, -2.40339491173441421878e+00, 2.02094576023350569471e+00, -6.88283971605453293030e-01, 7.70381505559019352791e-02}
)

// asin adds the arcsine, whose operator runtimes implement in single precision
// only. As in fdlibm (Sun Microsystems 1993), it uses a rational function up to
// 1/2, and π/2 − 2·asin √((1−x)/2) above.
func (g *graph) asin(x string) string {
	half := g.scalar(0.5)
	size := g.op("Abs", x)
	large := g.op("Less", half, size)
	w := g.op("Where", large, g.op("Sqrt", g.op("Mul", half, g.op("Sub", g.scalar(1), size))), size)
	t := g.op("Mul", w, w)
	ratio := g.op("Div", g.op("Mul", t, g.polynomial(t, asinAbove)), g.polynomial(t, asinBelow))
	y := g.op("Add", w, g.op("Mul", w, ratio))
	y = g.op("Where", large, g.op("Sub", g.scalar(math.Pi/2), g.op("Mul", g.scalar(2), y)), y)
	return g.op("Where", g.op("Less", x, g.scalar(0)), g.op("Neg", y), y)
}

// polynomial adds Σ cₖtᵏ (Horner).
func (g *graph) polynomial(t string, c []float64) string {
	v := g.scalar(c[len(c)-1])
	for k := len(c) - 2; k >= 0; k-- {
		v = g.op("Add", g.op("Mul", v, t), g.scalar(c[k]))
	}
	return v
}

// refusal reports a part of a model that the operators cannot express.
type refusal struct{ feature string }

func (r *refusal) Error() string {
	return fmt.Sprintf("%s cannot be expressed in the operators of ONNX: save the model as .npz, which sfatui transform and numpy apply", r.feature)
}
