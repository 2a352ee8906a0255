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
	// manyFolds is the number of folds from which the bootstrap resamples folds only.
	// With fewer folds it also resamples the segments of each. A fold holds whole
	// groups, so its segments are correlated.
	manyFolds = 8
)

// A SegmentInterval is a 95 % confidence interval of the share of correctly classified
// segments on new data.
type SegmentInterval struct {
	Low  part.Float `json:"low"`
	High part.Float `json:"high"`
	// Over names the resampled units: "folds", "folds and segments" or "segments". It
	// is "wilson" for [Wilson]'s interval, which is used where all segments are right
	// or all are wrong: a bootstrap would have zero width there.
	Over string `json:"over"`
	N    int    `json:"n"`
}

// A segmentCount holds the number of segments of a fold and the number classified
// correctly.
type segmentCount struct{ right, n int }

// foldCounts returns the counts of test segments of each fold, or nil if a fold has no
// classified segments.
func (r *Row) foldCounts() (out []segmentCount) {
	for _, fold := range r.folds() {
		one := r.inFold(fold)
		right, n := one.segmentsRight()
		if n == 0 {
			return nil
		}
		out = append(out, segmentCount{right, n})
	}
	return out
}

// SegmentInterval returns the 95 % percentile bootstrap interval of the share of
// correct segments, averaged over folds (Efron and Tibshirani 1993). It resamples
// segments for one fold and folds for several; for fewer than manyFolds it resamples
// both, which is conservative for independent segments. ok is false if no segments are
// classified.
func (r *Row) SegmentInterval() (s SegmentInterval, ok bool) {
	folds := r.foldCounts()
	all := segmentCount{}
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
				f = f.resample(rng)
			}
			means[i] += float64(f.right) / float64(f.n) / float64(len(folds))
		}
	}
	slices.Sort(means)
	s.Low, s.High = part.Float(stat.Quantile(0.025, stat.Empirical, means, nil)), part.Float(stat.Quantile(0.975, stat.Empirical, means, nil))
	return s, true
}

// resample returns a bootstrap sample: c.n segments drawn with replacement.
func (c segmentCount) resample(rng *rand.Rand) segmentCount {
	right := 0
	for range c.n {
		if rng.IntN(c.n) < c.right {
			right++
		}
	}
	return segmentCount{right, c.n}
}

// String returns the interval with the units that it is computed over.
func (s SegmentInterval) String() string {
	how := map[string]string{"wilson": "Wilson, of %d segments", "segments": "bootstrap of %d segments", "folds": "bootstrap of %d folds", "folds and segments": "bootstrap of %d folds and their segments"}[s.Over]
	return message.Numbers("%.3g to %.3g (95 %%, "+how+")", float64(s.Low), float64(s.High), s.N)
}
