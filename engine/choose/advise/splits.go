package advise

import (
	"fmt"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
)

const (
	// mostSplits is the number of inner splits that always suffices.
	mostSplits = 8
	// fewestSegmentsToSplit is the smallest number of training segments for which a
	// point with at most one inner split is worth splitting again.
	fewestSegmentsToSplit = 8
	// fewestPoints and fewestParts are the numbers needed to judge agreement.
	fewestPoints, fewestParts = 5, 3
)

// moreSplits returns the advice to use more inner splits if the validation parts
// disagree, because additional points would be judged as unreliably.
func (f *findings) moreSplits() []Advice {
	now := f.best.Config.Inner
	if f.choice.Complete < fewestPoints || len(f.choice.Score.Parts) < fewestParts {
		return nil
	}
	if !f.choice.Disagreement.Disagree() || now >= mostSplits || now == 0 && !canSplitAgain(f.best) {
		return nil
	}
	splits := min(2*max(now, 1), mostSplits)
	a := Advice{
		Kind: Splits, Do: fmt.Sprintf("use %d inner splits", splits), Evidence: f.scoreEvidence(f.best),
		Why: fmt.Sprintf("the %s disagree on which points are better (%.0f %% of pairs change their order); judged by these, more points would not make the choice more reliable",
			message.Counted(len(f.scoreOf(f.best).Parts), "validation part"), 100*f.choice.Disagreement.Changed),
	}
	for _, r := range f.rows {
		for _, res := range r.Results {
			p := res.Point
			p.Inner = splits
			a.Points = append(a.Points, p)
		}
	}
	return []Advice{a}
}

// canSplitAgain reports whether a row's validation parts are drawn from segments or groups. The
// last rows of a series, as used for forecasting, are the user's choice, and validation
// rows named in the data cannot be increased.
func canSplitAgain(r *choose.Row) bool {
	c := r.Config
	for _, res := range r.Results {
		if res.Error == "" && res.SegmentsTrain < fewestSegmentsToSplit {
			return false
		}
	}
	return max(c.Folds, c.Repeats) > 1
}
