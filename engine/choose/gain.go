package choose

import (
	"math"

	"example.com/sfatui/engine/measure"
)

// Noticeable is the share by which a row must be better than another for the
// difference to mean something.
const Noticeable = 0.01

// Gain is by what share a row is better than another at an objective: negative
// where it is worse, NaN where they cannot be compared.
func Gain(a, b *Row, objective string) float64 {
	x, y := a.Score(objective).Mean, b.Score(objective).Mean
	if measure.Choosing(objective).Better == measure.Lower {
		x, y = -x, -y
	}
	scale := max(math.Abs(x), math.Abs(y))
	if scale == 0 {
		return 0
	}
	return (x - y) / scale
}

// Clearly says that a row is better than another by more than its folds leave
// in doubt: noticeably, and by more than a standard error of the differences,
// fold by fold.
func Clearly(a, b *Row, objective string) bool {
	if !(Gain(a, b, objective) >= Noticeable) {
		return false
	}
	by := measure.Choosing(objective)
	var differences []float64
	for i, x := range a.Results {
		if i >= len(b.Results) {
			break
		}
		if y := b.Results[i]; x.Error == "" && y.Error == "" && x.Point.Fold == y.Point.Fold {
			differences = append(differences, by.Value(x)-by.Value(y))
		}
	}
	d := Mean(differences)
	return d.N < 2 || math.Abs(d.Mean) > d.SE
}

// Perfect says that no row can be better at the objective.
func (r *Row) Perfect(objective string) bool {
	return measure.Choosing(objective).Unit == measure.Share && r.Score(objective).Mean >= 1
}
