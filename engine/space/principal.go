package space

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

var (
	pca       = principal("pca", false)
	whitening = principal("whiten", true)
)

// principal returns a front of principal components.
func principal(name string, whiten bool) part.Part[FrontKind] {
	return part.Part[FrontKind]{
		Name: name, Prefix: name + ":",
		Read: func(word string) (string, error) {
			_, err := parseKeep(word)
			return word, err
		},
		Build: FrontKind{
			Components: func(at part.Point, d int) int {
				if keep, err := parseKeep(Reduction.Of(at)); err == nil && keep.Components > 0 {
					return min(d, keep.Components)
				}
				return d
			},
			Fit: func(ctx context.Context, at part.Point, mean []float64, c *mat.SymDense) (Front, error) {
				keep, err := parseKeep(Reduction.Of(at))
				if err != nil {
					return nil, err
				}
				return NewPCA(ctx, mean, c, keep, whiten)
			},
		},
	}
}

// parseKeep parses the number of components or the share of the variance of a front.
func parseKeep(text string) (keep Keep, err error) {
	kind, number, _ := strings.Cut(text, ":")
	v, parseErr := strconv.ParseFloat(number, 64)
	switch {
	case parseErr != nil || !(v > 0) || v > math.MaxInt32:
		return keep, fmt.Errorf("%q: %s: is followed by a number of components, or a share of the variance below 1", text, kind)
	case v < 1:
		keep.Share = v
	case v == math.Trunc(v):
		keep.Components = int(v)
	default:
		return keep, fmt.Errorf("%q: the number of components must be a whole number", text)
	}
	return keep, nil
}

// Keep determines how many principal components a [Projection] keeps. All bounds that
// are set apply; the zero Keep keeps all components that have variance.
type Keep struct {
	// Components is the largest number of components; 0 sets no bound.
	Components int
	// Share is the share of the variance, above 0 and at most 1, that the kept
	// components must reach, as few as possible; 0 sets no bound.
	Share float64
}

// NewPCA returns a front from the mean (length d) and the covariance c (d×d) of the
// inputs, which must be those of the training part alone. It keeps fewer components
// than requested if the rank is smaller. Whitened components have variance one, others
// that of the inputs along them.
//
// Components are in descending order of variance; in each, the weight of largest
// magnitude (the first among equals) is positive. It fails if the inputs are constant
// or the covariance is not finite, and if ctx ends.
func NewPCA(ctx context.Context, mean []float64, c *mat.SymDense, keep Keep, whiten bool) (*Projection, error) {
	d := c.SymmetricDim()
	if len(mean) != d || keep.Components < 0 || !(keep.Share >= 0 && keep.Share <= 1) {
		panic(fmt.Sprintf("space: PCA of %d means and %d×%d covariance, keep %+v", len(mean), d, d, keep))
	}
	ascending, u, err := eigen.Sym(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("principal components of the inputs: %w", err)
	}
	values := aboveCut(ascending)
	if len(values) == 0 {
		return nil, errors.New("the inputs are constant on the training data: they have no principal components; check the columns chosen")
	}
	p := keep.count(values)
	f := &Projection{
		mean: slices.Clone(mean), w: mat.NewDense(d, p, nil),
		Rank: len(values), Share: floats.Sum(values[:p]) / floats.Sum(values),
	}
	for j := range p {
		component := mat.Col(nil, d-1-j, u)
		scale := 1.0
		if whiten {
			scale = 1 / math.Sqrt(values[j])
		}
		if largestEntry(component) < 0 {
			scale = -scale
		}
		floats.Scale(scale, component)
		f.w.SetCol(j, component)
	}
	return f, nil
}

// aboveCut returns the eigenvalues above the cut in descending order.
func aboveCut(ascending []float64) []float64 {
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

// count returns the number of components to keep of those with the given variances, in
// descending order.
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

// largestEntry returns the entry of largest magnitude, the first among equals.
func largestEntry(v []float64) float64 {
	var most float64
	for _, e := range v {
		if math.Abs(e) > math.Abs(most) {
			most = e
		}
	}
	return most
}
