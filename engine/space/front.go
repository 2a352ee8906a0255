package space

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/linalg/eigen"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Keep says how many principal components a [Front] keeps. Every bound that is
// set holds; the zero Keep keeps all that have variance.
type Keep struct {
	// Components is the largest number of them; 0 sets no bound.
	Components int
	// Share is the share of the variance, above 0 and at most 1, that the
	// fewest components are kept for; 0 sets no bound.
	Share float64
}

// Front is principal component analysis in front of a function space: it moves
// the origin to the mean of the inputs and keeps their leading components, by
// wish whitened. Samples are projected before any space sees them.
type Front struct {
	mean []float64
	w    *mat.Dense // d×p: columns of U, or of UΛ^-½ when whitened

	// Rank is the number of components that have variance: eigenvalues of the
	// covariance above max(d, 64)·2⁻⁵² of the largest, the cut of a solve.
	Rank int
	// Share is the share of the variance that the kept components hold.
	Share float64
}

// NewPCA makes a front from the mean (length d) and the covariance c (d×d) of
// the inputs, which must be those of the training part alone. Fewer components
// than asked for are kept where the rank is less. Whitened, each has variance
// one, else that of the inputs along it.
//
// Components are in order of falling variance; in each, the weight of largest
// magnitude (the first among equals) is positive. It fails when the inputs are
// constant or the covariance is not finite, and when ctx ends.
func NewPCA(ctx context.Context, mean []float64, c *mat.SymDense, keep Keep, whiten bool) (*Front, error) {
	d := c.SymmetricDim()
	if len(mean) != d || keep.Components < 0 || !(keep.Share >= 0 && keep.Share <= 1) {
		panic(fmt.Sprintf("space: PCA of %d means and %d×%d covariance, keep %+v", len(mean), d, d, keep))
	}
	ascending, u, err := eigen.Sym(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("principal components of the inputs: %w", err)
	}
	values := positive(ascending)
	if len(values) == 0 {
		return nil, errors.New("the inputs are constant on the training data: they have no principal components; check the columns chosen")
	}
	p := keep.count(values)
	f := &Front{
		mean: slices.Clone(mean), w: mat.NewDense(d, p, nil),
		Rank: len(values), Share: floats.Sum(values[:p]) / floats.Sum(values),
	}
	for j := range p {
		component := mat.Col(nil, d-1-j, u)
		scale := 1.0
		if whiten {
			scale = 1 / math.Sqrt(values[j])
		}
		if leading(component) < 0 {
			scale = -scale
		}
		floats.Scale(scale, component)
		f.w.SetCol(j, component)
	}
	return f, nil
}

// positive gives the eigenvalues above the cut in descending order.
func positive(ascending []float64) []float64 {
	d := len(ascending)
	least := tolerance(d) * max(0, ascending[d-1])
	var values []float64
	for _, v := range slices.Backward(ascending) {
		if v <= least {
			break
		}
		values = append(values, v)
	}
	return values
}

// count is the number of components to keep of those with the given variances,
// in descending order.
func (k Keep) count(values []float64) int {
	p := len(values)
	if k.Share > 0 {
		want, sum := k.Share*floats.Sum(values), 0.0
		for i, v := range values {
			if sum += v; sum >= want {
				p = i + 1
				break
			}
		}
	}
	if k.Components > 0 {
		p = min(p, k.Components)
	}
	return p
}

// leading is the entry of largest magnitude, the first among equals.
func leading(v []float64) float64 {
	var most float64
	for _, e := range v {
		if math.Abs(e) > math.Abs(most) {
			most = e
		}
	}
	return most
}

// Components is the number p of components kept.
func (f *Front) Components() int {
	_, p := f.w.Dims()
	return p
}

// Project writes the components of each row of x (b×d) into dst (b×p).
func (f *Front) Project(dst, x *mat.Dense) {
	d, p := f.w.Dims()
	checkShapes(dst, x, p, d)
	b, _ := x.Dims()
	centred := mat.NewDense(b, d, nil)
	for t := range b {
		floats.SubTo(centred.RawRowView(t), x.RawRowView(t), f.mean)
	}
	dst.Mul(centred, f.w)
}
