package resolve

import (
	"context"
	"errors"
	"math"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
)

// PredictabilityCurves holds the [measure.Predictability] of a point's features over the
// number of neighbours, the past and the number of features (Weghenkel et al. 2017, figures
// 5–7 a, c and f). Values are NaN where there are too few samples.
type PredictabilityCurves struct {
	Samples, Of int  // number of samples used and available
	Training    bool // the samples are those of the training part: there is no test part

	Q, Past  []int       // numbers of neighbours and of past samples, ascending
	OverQ    [][]float64 // of all features, for each past and q
	Features []int       // numbers of leading features, ascending
	OverP    []float64   // for each number of features, with AtQ neighbours and AtPast samples

	// AtQ and AtPast are the point's own, 10 and 1 if it does not measure predictability.
	AtQ, AtPast int
	Measured    bool // the point measures predictability on these samples
}

// MostPredicted is the largest number of samples that [Predictability] uses, the first ones:
// time grows with their square. The paper's test parts have 5000.
const MostPredicted = 5000

// The numbers of neighbours, of past samples and of features that curves are drawn over.
var (
	curveNeighbours = []int{1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 70, 100}
	curvePasts      = []int{1, 2, 3, 5, 10}
	curveFeatures   = []int{1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32}
)

// usualNeighbours is q of the paper.
const usualNeighbours = 10

// Predictability solves one point again and returns the predictability of its features on the
// test part, or on the training part without one. It fails as [run.Solve] does, and if the
// samples do not follow each other in time.
func Predictability(ctx context.Context, set *data.Set, hash string, point part.Point) (*PredictabilityCurves, error) {
	if !set.InTime() {
		return nil, errors.New("samples do not follow each other in time: none has a successor to predict")
	}
	s, err := run.Solve(ctx, set, hash, point)
	if err != nil {
		return nil, err
	}
	phi, spans := s.Scaled(method.P.Of(point))
	n, p := phi.Dims()
	c := &PredictabilityCurves{Of: n, Training: s.Test == nil, AtQ: usualNeighbours, AtPast: measure.PastOf(point)}
	if q := measure.Neighbours.Of(point); q > 0 {
		c.AtQ, c.Measured = q, n <= MostPredicted && s.Test != nil
	}
	phi, spans = firstSamples(phi, spans, MostPredicted)
	c.Samples, _ = phi.Dims()
	c.Q, c.Past = withValue(curveNeighbours, c.AtQ), withValue(curvePasts, c.AtPast)
	c.Features = withValue(slices.DeleteFunc(slices.Clone(curveFeatures), func(k int) bool { return k > p }), p)
	for _, past := range c.Past {
		values, err := measure.PredictabilityOver(ctx, phi, spans, past, c.Q)
		if err != nil {
			return nil, err
		}
		c.OverQ = append(c.OverQ, values)
	}
	for _, k := range c.Features {
		v, err := measure.Predictability(ctx, leading(phi, k), spans, c.AtPast, c.AtQ)
		if err != nil {
			return nil, err
		}
		c.OverP = append(c.OverP, v)
	}
	return c, nil
}

// OfNoise returns the predictability of p features of white noise with q neighbours: q+1
// values about their own mean have q/(q+1) of the variance.
func OfNoise(p, q int) float64 { return float64(p) * float64(q) / float64(q+1) }

// At returns the value with AtQ neighbours and AtPast samples.
func (c *PredictabilityCurves) At() float64 {
	i, j := slices.Index(c.Past, c.AtPast), slices.Index(c.Q, c.AtQ)
	if i < 0 || j < 0 {
		return math.NaN()
	}
	return c.OverQ[i][j]
}

// withValue returns ascending values with one more if it is not among them.
func withValue(values []int, v int) []int {
	i, found := slices.BinarySearch(values, v)
	if found {
		return slices.Clone(values)
	}
	return slices.Insert(slices.Clone(values), i, v)
}

// firstSamples returns at most the first most rows, with the number of rows of each span.
func firstSamples(phi *mat.Dense, spans []int, most int) (*mat.Dense, []int) {
	n, p := phi.Dims()
	if n <= most {
		return phi, spans
	}
	var out []int
	left := most
	for _, length := range spans {
		if left == 0 {
			break
		}
		out = append(out, min(length, left))
		left -= out[len(out)-1]
	}
	return phi.Slice(0, most, 0, p).(*mat.Dense), out
}

// leading returns a copy of the first k columns.
func leading(phi *mat.Dense, k int) *mat.Dense {
	n, _ := phi.Dims()
	return mat.DenseCopyOf(phi.Slice(0, n, 0, k))
}
