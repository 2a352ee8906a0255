package point

import (
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/uitest"
)

// The scores that ★ is chosen by are counted as planned, whatever has finished so far: two of
// three folds with three inner splits each are six of nine scores.
func TestOverParts(t *testing.T) {
	for want, c := range map[clean.Text]struct{ planned, folds, inner, draws int }{
		"1 fold × 1 inner split = 1 score":                                       {1, 1, 1, 1},
		"3 folds × 3 inner splits = 9 scores":                                    {3, 3, 3, 1},
		"3 folds × 3 inner splits = 9 scores; 3 missing":                         {3, 2, 3, 1},
		"3 folds × 2 inner splits = 6 scores, each a mean of 2 draws":            {3, 3, 2, 2},
		"3 folds × 2 inner splits = 6 scores, each a mean of 2 draws; 4 missing": {3, 1, 2, 2},
		"1 fold × 4 inner splits = 4 scores, each a mean of 5 draws":             {1, 1, 4, 5},
		"3 folds × 10 inner splits = 30 scores":                                  {3, 3, 10, 1},
		"3 folds × 10 inner splits = 30 scores; 20 missing":                      {3, 1, 10, 1},
		"3 folds × 1 inner split = 3 scores; 1 missing":                          {3, 2, 1, 1},
		"3 folds × 2 inner splits = 6 scores, each a mean of 3 draws; 2 missing": {3, 2, 2, 3},
	} {
		p := uitest.Points()[0]
		p.Folds = c.planned
		var results []*result.Result
		for fold := range c.folds {
			for draw := range c.draws {
				p.Fold, p.Draw = fold, draw
				r := uitest.Result(p)
				one := r.Validation.Parts[0]
				r.Validation.Parts = nil
				for one.Inner = range c.inner {
					r.Validation.Parts = append(r.Validation.Parts, one)
				}
				results = append(results, r)
			}
		}
		sc := uitest.Scene(uitest.Points()[:1], nil, 100, 40)
		sc.Sweep.Rows, sc.Sweep.Best = choose.Summarize(results), 0
		sc.Sweep.Criterion.By = choose.By{Objective: measure.ByAccuracy}
		if got := overParts(sc); got != want || len(sc.Sweep.Rows) != 1 {
			t.Errorf("%d rows, %q, want %q", len(sc.Sweep.Rows), got, want)
		}
	}
}
