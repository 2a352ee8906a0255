package advise

import (
	"math"

	"example.com/sfatui/engine/choose"
)

// noticeable is the least difference of scores that means something: 1 % of a slowness
// or an error, or a hundredth of the samples.
const noticeable = 0.01

// scoreOf is the score of a row, as a logarithm where the objective is no share.
func (f *findings) scoreOf(r *choose.Row) choose.Score {
	s, ok := f.scores[r]
	if ok {
		return s
	}
	s = f.By.Score(r)
	if !f.By.Logs() && !f.By.Shares() { // as before engine 0.6.0
		s.U = math.Log(s.U)
		logs := make([]float64, len(s.Parts))
		for k, u := range s.Parts {
			logs[k] = math.Log(u)
		}
		s.Parts = logs
	}
	f.scores[r] = s
	return s
}

// score is what a row is chosen by, as shown; NaN where it has none.
func (f *findings) score(r *choose.Row) float64 { return f.By.Score(r).Shown() }

// gain is by how much the score of a row is better than that of another: about a share
// of a slowness or an error; NaN where one has none.
func (f *findings) gain(a, b *choose.Row) float64 { return f.scoreOf(b).U - f.scoreOf(a).U }

// better says that a row is better than another by more than 1 % and one error of the
// difference.
func (f *findings) better(a, b *choose.Row) bool {
	return f.gain(a, b) > max(noticeable, f.errorBetween(a, b))
}

// errorBetween is the error of the difference of two rows; 0 where they have no two
// parts to tell it from.
func (f *findings) errorBetween(a, b *choose.Row) float64 {
	x, y := f.scoreOf(a), f.scoreOf(b)
	if !x.Complete() || !y.Complete() || len(x.Parts) != len(y.Parts) || len(x.Parts) < 2 {
		return 0
	}
	return choose.DeficitOf(x.Parts, y.Parts, b.Ratio()).SE
}

// asGood says that a row is as good as the best within error.
func (f *findings) asGood(r *choose.Row) bool {
	x, y := f.scoreOf(r), f.scoreOf(f.best)
	return r == f.best || r.Sound() && x.Complete() && len(x.Parts) == len(y.Parts) && choose.AsGood(x.Parts, y.Parts, f.best.Ratio())
}

// perfect says that the best cannot become better: it is right on every part.
func (f *findings) perfect() bool {
	return f.best.Sound() && f.By.Shares() && f.scoreOf(f.best).Complete() && f.scoreOf(f.best).U <= 0
}
