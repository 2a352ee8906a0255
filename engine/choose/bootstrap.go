package choose

import (
	"math/rand/v2"
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/stat"
)

const (
	bootstraps = 2000
	// manyFolds is the number of folds from which on folds alone are drawn: a fold holds whole
	// groups, whose segments are alike. Of fewer folds, the segments of each are drawn too.
	manyFolds = 8
)

// SegmentInterval bounds the share of segments that are right on new data.
type SegmentInterval struct {
	Low  part.Float `json:"low"`
	High part.Float `json:"high"`
	// Over is what is drawn anew: "folds", "folds and segments", "segments", or "wilson" for [Wilson]'s interval where
	// all segments are right, or all wrong, which a bootstrap takes for exact.
	Over string `json:"over"`
	N    int    `json:"n"`
}

// counted is the number of segments of a fold, and of those that are right.
type counted struct{ right, n int }

// foldCounts counts the segments of the test part of each fold; nil where none are counted.
func (r *Row) foldCounts() (out []counted) {
	for _, fold := range r.folds() {
		one := r.inFold(fold)
		right, n := one.segmentsRight()
		if n == 0 {
			return nil
		}
		out = append(out, counted{right, n})
	}
	return out
}

// SegmentInterval is the 95 % percentile interval of the mean over folds of the share of segments
// that are right (Efron and Tibshirani 1993): of one fold over its segments, of several over
// folds, and of few over the segments of each too, which is too wide rather than too narrow where
// segments are independent. It is false where no segments are counted.
func (r *Row) SegmentInterval() (s SegmentInterval, ok bool) {
	folds := r.foldCounts()
	all := counted{}
	for _, f := range folds {
		all.right, all.n = all.right+f.right, all.n+f.n
	}
	if all.n == 0 {
		return s, false
	}
	if all.right == 0 || all.right == all.n {
		low, high := Wilson(all.right, all.n)
		return SegmentInterval{part.Float(low), part.Float(high), "wilson", all.n}, true
	}
	s = SegmentInterval{Over: "segments", N: all.n}
	switch {
	case len(folds) >= manyFolds:
		s.Over, s.N = "folds", len(folds)
	case len(folds) > 1:
		s.Over, s.N = "folds and segments", len(folds)
	}
	rng := rand.New(rand.NewPCG(uint64(all.n), uint64(all.right)))
	means := make([]float64, bootstraps)
	for i := range means {
		for _, f := range folds {
			if s.Over != "segments" {
				f = folds[rng.IntN(len(folds))]
			}
			if s.Over != "folds" {
				f = f.drawn(rng)
			}
			means[i] += float64(f.right) / float64(f.n) / float64(len(folds))
		}
	}
	slices.Sort(means)
	s.Low, s.High = part.Float(stat.Quantile(0.025, stat.Empirical, means, nil)), part.Float(stat.Quantile(0.975, stat.Empirical, means, nil))
	return s, true
}

// drawn draws as many segments of a fold with repetition.
func (c counted) drawn(rng *rand.Rand) counted {
	right := 0
	for range c.n {
		if rng.IntN(c.n) < c.right {
			right++
		}
	}
	return counted{right, c.n}
}

// String writes the interval with what it is over.
func (s SegmentInterval) String() string {
	how := map[string]string{"wilson": "Wilson, of %d segments", "segments": "bootstrap of %d segments", "folds": "bootstrap of %d folds", "folds and segments": "bootstrap of %d folds and their segments"}[s.Over]
	return message.Numbers("%.3g to %.3g (95 %%, "+how+")", float64(s.Low), float64(s.High), s.N)
}
