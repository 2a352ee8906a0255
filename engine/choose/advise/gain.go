package advise

import (
	"gonum.org/v1/gonum/stat/distuv"

	"example.com/sfatui/engine/choose"
)

// noticeable is the smallest relevant difference of scores: 1 % of a slowness or an
// error, or one percent of the samples.
const noticeable = 0.01

// scoreOf returns the score of a row, logarithmic unless the objective is a share.
func (f *findings) scoreOf(r *choose.Row) choose.Score {
	s, ok := f.scores[r]
	if ok {
		return s
	}
	s = f.By.Score(r)
	f.scores[r] = s
	return s
}

// score returns the score of a row in the units of the objective, or NaN if it has
// none.
func (f *findings) score(r *choose.Row) float64 { return f.By.Score(r).Shown() }

// gain returns by how much a scores better than b: approximately a relative difference
// of slowness or error. It returns NaN if one has no score.
func (f *findings) gain(a, b *choose.Row) float64 { return f.scoreOf(b).U - f.scoreOf(a).U }

// better reports whether a is better than b by more than 1 % and one error of the
// difference.
func (f *findings) better(a, b *choose.Row) bool {
	return f.gain(a, b) > max(noticeable, f.errorBetween(a, b))
}

// errorBetween returns the error of the difference of two rows, or 0 if they do not
// share two parts.
func (f *findings) errorBetween(a, b *choose.Row) float64 {
	x, y := f.scoreOf(a), f.scoreOf(b)
	if !x.Complete() || !y.Complete() || len(x.Parts) != len(y.Parts) || len(x.Parts) < 2 {
		return 0
	}
	return choose.DeficitOf(x.Parts, y.Parts, b.Ratio()).SE
}

// mostGain returns the upper 95 % limit of the gain of a over b.
func (f *findings) mostGain(a, b *choose.Row) float64 {
	gain, se := f.gain(a, b), f.errorBetween(a, b)
	if se == 0 {
		return gain
	}
	return gain + se*distuv.StudentsT{Sigma: 1, Nu: float64(len(f.scoreOf(a).Parts) - 1)}.Quantile(0.95)
}

// asGood reports whether a row is as good as the best within error.
func (f *findings) asGood(r *choose.Row) bool {
	x, y := f.scoreOf(r), f.scoreOf(f.best)
	return r == f.best || r.Sound() && x.Complete() && len(x.Parts) == len(y.Parts) && choose.AsGood(x.Parts, y.Parts, f.best.Ratio())
}

// perfect reports whether the best row has no error on any part.
func (f *findings) perfect() bool {
	return f.best.Sound() && f.By.Shares() && f.scoreOf(f.best).Complete() && f.scoreOf(f.best).U <= 0
}
