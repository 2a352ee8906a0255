package advise

import (
	"fmt"

	"example.com/sfatui/datasets/message"
)

const (
	// mostSplits is how many inner splits are enough.
	mostSplits = 8
	// dealtAnew is the least number of training segments at which a point of before
	// inner splits, or with one of them, is worth several.
	dealtAnew = 8
	// fewestPoints and fewestParts are what it takes to tell an agreement.
	fewestPoints, fewestParts = 5, 3
)

// moreSplits offers more inner splits where the validation parts disagree: then points
// more are points judged as badly.
func (f *findings) moreSplits() []Advice {
	now := f.best.Config.Inner
	if f.choice.Complete < fewestPoints || len(f.choice.Score.Parts) < fewestParts {
		return nil
	}
	if !f.choice.Disagreement.Disagree() || now >= mostSplits || now == 0 && !f.dealt() {
		return nil
	}
	splits := min(2*max(now, 1), mostSplits)
	a := Advice{
		Kind: Splits, Do: fmt.Sprintf("take %d inner splits", splits), Evidence: f.scored(f.best),
		Why: fmt.Sprintf("the %s disagree on which points are better (%.0f %% of pairs change their order), and more points would be judged no better",
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

// dealt says that validation parts are dealt from segments or groups: the last rows of
// a series, taken for forecasting, are the user's choice, and validation rows that the
// data names are all there are.
func (f *findings) dealt() bool {
	c := f.best.Config
	for _, res := range f.best.Results {
		if res.Error == "" && res.SegmentsTrain < dealtAnew {
			return false
		}
	}
	return max(c.Folds, c.Repeats) > 1
}
