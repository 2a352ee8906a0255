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

// widths measures the scales that multiples of a width refer to: the median over the
// folds of those of the training part, so that all folds share a grid and no sample that
// all folds test on has a part in it. They look at inputs alone. Of a network nothing is
// known before it is trained but that its outputs have unit variance: its scales are
// those of as many normal numbers.
func (s *Spec) widths(set *data.Set, folds []split.Fold, v view) (*part.Scales, error) {
	if v.layers != "" {
		shape, err := hierarchy.Parse(v.layers)
		if last := v.layers[strings.LastIndexAny(v.layers, "/")+1:]; err == nil && !strings.Contains(last, ":sfa") {
			return nil, part.Errorf("sigma", "the outputs of the network %s have no unit variance, which multiples of a width go by: write widths as numbers, or end the network with sfaN", v.layers)
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

// scalesOf are the scales of a training part, prepared. The preparation is fitted to all
// of it; where there is none, only the samples that are looked at are gathered.
func scalesOf(set *data.Set, train data.Part, p preparation.Preparation) (part.Scales, error) {
	ctx := context.Background() // which never ends
	defer runtime.KeepAlive(set)
	if p == (preparation.Preparation{}) {
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

// thinned are at most most samples of a part, evenly spaced.
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

// median is that of some numbers, which it sorts.
func median(of []float64) float64 {
	slices.Sort(of)
	n := len(of)
	return (of[(n-1)/2] + of[n/2]) / 2
}

// Seen is what of a point decides what its function space sees of a set, and so
// its [HeuristicWidth].
func Seen(p part.Point) part.Point {
	q := p.Shared(part.Preparing).With(hierarchy.Layers.Is(hierarchy.Layers.Of(p)))
	q.Frame = p.Frame
	q.Fold, q.Draw = 0, 0
	space.Fronts.Copy(&q, p)
	return q
}

// HeuristicWidth is σ₀ for a point: the kernel width at which half of all
// kernel outputs are above 0.5, of what the point's function space sees of the
// training parts of the set. It fails where the inputs that the space sees cannot be had.
func HeuristicWidth(set *data.Set, p part.Point) (float64, error) {
	o := splitOf(p)
	o.TrainShare = 0 // all shares go by the same widths
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
