package onnx

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/encode"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep/resolve"
)

// features adds the model's features of x.
func (g *graph) features(t *resolve.Trained, x string) (string, error) {
	if _, ok := t.Space.(*space.Stable); ok {
		return g.stable(t, x)
	}
	if _, ok := t.Space.(*space.Corrected); ok {
		return g.corrected(t, x)
	}
	var h string
	var err error
	if _, ok := t.Space.(*space.Printed); ok {
		h, err = g.kernelValues(kernel.At(t.Point), x, t.Supports, nil, false)
	} else {
		h, err = g.functions(t.Space, x)
	}
	if err != nil {
		return "", err
	}
	return g.op("MatMul", h, g.matrix("weights", t.A)), nil
}

// functions adds the functions of a space without a kernel.
func (g *graph) functions(s space.Space, x string) (string, error) {
	switch s := s.(type) {
	case space.Linear:
		return x, nil
	case space.Exp08:
		return g.opWith("Concat", []attribute{{"axis", 1}}, x, g.op("Pow", g.op("Abs", x), g.scalar(0.8))), nil
	case *space.Polynomial:
		return g.monomials(s, x), nil
	}
	return "", &refusal{fmt.Sprintf("the function space %T", s)}
}

// monomials adds the products of inputs. A column of ones serves products with
// fewer factors.
func (g *graph) monomials(p *space.Polynomial, x string) string {
	all := p.Monomials()
	linear := 0 // number of leading monomials that are the inputs themselves
	for _, m := range all {
		if p.Degree() == 1 || m[1] == all[0][p.Degree()-1] {
			linear++
		}
	}
	if p.Degree() == 1 {
		return x
	}
	one := g.op("Add", g.op("Mul", g.columns(x, []int{0}), g.scalar(0)), g.scalar(1))
	wide := g.opWith("Concat", []attribute{{"axis", 1}}, x, one)
	rest := all[linear:]
	var product string
	for k := range p.Degree() {
		factors := make([]int, len(rest))
		for i, m := range rest {
			factors[i] = m[k]
		}
		column := g.columns(wide, factors)
		if k == 0 {
			product = column
		} else {
			product = g.op("Mul", product, column)
		}
	}
	return g.opWith("Concat", []attribute{{"axis", 1}}, x, product)
}

// stable adds the features of a stable basis, (L⁻¹(κ_j − κ_0))ᵀA; L⁻ᵀA weights
// the differences.
func (g *graph) stable(t *resolve.Trained, x string) (string, error) {
	k := kernel.At(t.Point)
	values, err := g.kernelValues(k, x, t.Supports, t.Origin(), kernel.Shift.Of(t.Point) == part.FlagOn && k.CanShift())
	if err != nil {
		return "", err
	}
	weights := t.Coefficients()
	r, p := weights.Dims()
	weights = weights.Slice(1, r, 0, p).(*mat.Dense)
	behind := make([]int, r-1)
	for i := range behind {
		behind[i] = 1 + i
	}
	between := g.op("Sub", g.columns(values, behind), g.columns(values, []int{0}))
	g.rounding = rounding(weights, t.Basis())
	return g.op("MatMul", between, g.matrix("weights", weights)), nil
}

// rounding returns a bound of the rounding error of features that are weighted
// differences of kernel values: a difference is at most the norm of its row of
// L.
func rounding(weights, l *mat.Dense) float64 {
	r, p := weights.Dims()
	sums := make([]float64, p)
	for i := range r {
		norm := mat.Norm(l.RowView(i), 2)
		for j, v := range weights.RawRowView(i) {
			sums[j] += math.Abs(v) * norm
		}
	}
	return floats.Max(sums) * 0x1p-52
}

// corrected adds the features of a space of corrected eigenvalues. The weights
// of the kernel values sum to zero, so subtracting the mean of the values
// preserves digits.
func (g *graph) corrected(t *resolve.Trained, x string) (string, error) {
	k := kernel.At(t.Point)
	values, err := g.kernelValues(k, x, t.Supports, nil, kernel.Shift.Of(t.Point) == part.FlagOn && k.CanShift())
	if err != nil {
		return "", err
	}
	m, _ := t.Supports.Dims()
	sum := g.opWith("ReduceSum", []attribute{{"keepdims", 1}}, values, g.ints([]int{1}))
	centred := g.op("Sub", values, g.op("Div", sum, g.scalar(float64(m))))
	dim, _ := t.A.Dims()
	basis := t.Basis().Slice(0, m, 0, dim)
	return g.op("MatMul", g.op("MatMul", centred, g.matrix("basis", basis)), g.matrix("weights", t.A)), nil
}

// front adds the output of a front: components, the nearest of centres, or soft
// codes. Other codes need iteration and are refused.
func (g *graph) front(at part.Point, f space.Front, x string) (string, error) {
	mean, w := f.Parts()
	if p, ok := f.(*space.Projection); ok {
		return g.projection(p, x), nil
	}
	switch kind := space.Fronts.Of(at); {
	case kind.Name == "vq":
		return g.nearest(g.op("Sub", x, g.row("front_mean", mean)), w), nil
	case space.Fronts.Has(at, encode.Code):
		if threshold, soft := encode.Soft(at); soft {
			along := g.op("MatMul", g.op("Sub", x, g.row("front_mean", mean)), g.matrix("atoms", w.T()))
			zero, t := g.scalar(0), g.scalar(threshold)
			return g.opWith("Concat", []attribute{{"axis", 1}}, g.op("Max", g.op("Sub", along, t), zero), g.op("Max", g.op("Sub", g.op("Neg", along), t), zero)), nil
		}
	}
	return "", &refusal{"the front " + message.Clean(space.Reduction.Of(at)) + ", whose codes are found by iteration,"}
}

// nearest adds a one-hot code: 1 at the nearest of the centres (K×d), else 0.
func (g *graph) nearest(x string, centres *mat.Dense) string {
	k, d := centres.Dims()
	squares := ""
	if d <= fewInputs {
		squares = g.squaredDifferences(x, centres)
	} else { // without ‖x‖², which is the same for all centres
		norms := make([]float64, k)
		for i := range norms {
			norms[i] = floats.Dot(centres.RawRowView(i), centres.RawRowView(i))
		}
		squares = g.op("Sub", g.row("norms", norms), g.op("Mul", g.scalar(2), g.op("MatMul", x, g.matrix("centres", centres.T()))))
	}
	one := mat.NewDense(k, k, nil)
	for i := range k {
		one.Set(i, i, 1)
	}
	place := g.opWith("ArgMin", []attribute{{"axis", 1}, {"keepdims", 0}}, squares)
	return g.opWith("Gather", []attribute{{"axis", 0}}, g.matrix("code", one), place)
}
