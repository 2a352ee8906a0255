package sweep

import (
	"context"
	"math"
	"runtime"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/space"
)

// widths returns the scales of relative widths: the medians over the folds of the scales of
// their training parts. All folds share this grid, and no sample that every fold tests on
// affects it. The scales depend on inputs only. The outputs of a network are unknown before
// training except for their unit variance, so its scales are those of as many standard normal
// numbers.
func (s *Spec) widths(set *data.Set, folds []split.Fold, v view) (*part.Scales, error) {
	if v.layers != "" {
		shape, err := hierarchy.Parse(v.layers)
		if last := v.layers[strings.LastIndexAny(v.layers, "/")+1:]; err == nil && !strings.Contains(last, ":sfa") {
			return nil, part.Errorf("sigma", "the outputs of the network %s have no unit variance, so multiples of a width are undefined: write widths as numbers, or end the network with sfaN", v.layers)
		}
		k := float64(shape.Outputs())
		return &part.Scales{Heuristic: math.Sqrt(k / math.Ln2), Norm: math.Sqrt(k)}, err
	}
	settings, err := s.texts.Point()
	if err != nil {
		return nil, err
	}
	p := preparation.Preparation{Clip: preparation.Clip.Of(settings), Standardize: preparation.Standardize.On(settings), Front: v.front}
	var widths, norms []float64
	for _, f := range folds {
		of, err := scalesOf(set, f.Train, p)
		if err != nil {
			return nil, err
		}
		widths, norms = append(widths, of.Heuristic), append(norms, of.Norm)
	}
	return &part.Scales{Heuristic: median(widths), Norm: median(norms)}, nil
}

// scalesOf returns the scales of a prepared training part. The preparation is fitted to the
// whole part; without one, only the rows that the scales use are gathered, unless stretches of
// rows are normalised together.
func scalesOf(set *data.Set, train data.Part, p preparation.Preparation) (part.Scales, error) {
	ctx := context.Background()
	defer runtime.KeepAlive(set)
	if p == (preparation.Preparation{}) && set.Alone == nil {
		train = thinned(train, kernel.WidthRows)
	}
	of, err := preparation.Gather(ctx, set, train)
	if err == nil && p != (preparation.Preparation{}) {
		err = p.FitTo(ctx, &of)
	}
	if err != nil {
		return part.Scales{}, err
	}
	if set.Series {
		return seriesScales(of.X), nil
	}
	return part.Scales{Heuristic: kernel.HeuristicWidth(of.X), Norm: kernel.MeanNorm(of.X)}, nil
}

// thinned returns at most most samples of a part, evenly spaced.
func thinned(p data.Part, most int) data.Part {
	n := p.Samples()
	if n <= most {
		return p
	}
	var out data.Part
	for i := range most {
		out = append(out, p.Rows(i*n/most, i*n/most+1)...)
	}
	return out
}

// median returns the median of the numbers, which it sorts in place.
func median(of []float64) float64 {
	slices.Sort(of)
	n := len(of)
	return (of[(n-1)/2] + of[n/2]) / 2
}

// InputsOf returns the parameters of a point that determine the inputs of its function space on a
// set, and thus its [HeuristicWidth].
func InputsOf(p part.Point) part.Point {
	q := p.Shared(part.Preparing).With(hierarchy.Layers.Is(hierarchy.Layers.Of(p)))
	q.Frame = p.Frame
	q.Fold, q.Draw = 0, 0
	space.Fronts.Copy(&q, p)
	return q
}

// HeuristicWidth returns σ₀ for a point: the kernel width at which half of all kernel values
// exceed 0.5, over the inputs of the point's function space on the training parts of the set.
// It fails if these inputs cannot be computed.
func HeuristicWidth(set *data.Set, p part.Point) (float64, error) {
	o := splitOf(p)
	o.TrainShare = 0 // all shares use the same widths
	folds, err := split.Folds(set, o)
	if err != nil {
		return 0, err
	}
	s := Spec{}.With(preparation.Clip.Axis().Name, preparation.Clip.Of(p), preparation.Standardize.Axis().Name, preparation.Standardize.Of(p).String())
	w, err := s.widths(set, folds, viewOf(p))
	if err != nil {
		return 0, err
	}
	return w.Heuristic, nil
}
