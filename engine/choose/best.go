package choose

import (
	"cmp"
	"math"

	"example.com/sfatui/engine/measure"
)

// Best is the index of the row that is best at the objective (accuracy, rmse
// or slowness) on the validation parts, or -1 where there is nothing to choose
// by. Test measures play no part. Rows that failed or violate unit variance
// come last; ties go to the better accuracy of samples, then to the slower
// features, then to the earlier row.
func Best(rows []Row, objective string) int {
	by := measure.Choosing(objective)
	if by == nil {
		return -1
	}
	return first(rows, by, (*Row).breaksTie)
}

// BestInOrder is the best of rows in any order, nil where there is nothing to
// choose by: the row that [Best] gives for [InOrder] of them. It brings only
// those in order that are as good as the best.
func BestInOrder(rows []Row, objective string) *Row {
	best := Best(rows, objective)
	if best < 0 {
		return nil
	}
	var ties []Row
	for _, r := range rows {
		if Best([]Row{r, rows[best]}, objective) == 0 { // of equals it is the first
			ties = append(ties, r)
		}
	}
	return &InOrder(ties)[0]
}

// BestAt is the index of the row that is best at a measure, -1 where none has
// it. Rows that failed or violate unit variance come last, ties go to the
// earlier row.
func BestAt(rows []Row, by *measure.Measure) int {
	return first(rows, by, func(r, o *Row) bool { return false })
}

// first is the index of the best row; ties says that a row goes before one that
// is as good.
func first(rows []Row, by *measure.Measure, ties func(r, o *Row) bool) int {
	best := -1
	for i := range rows {
		if s := rows[i].Of(by); s.N > 0 && !math.IsNaN(s.Mean) && (best < 0 || rows[i].betterThan(&rows[best], by, ties)) {
			best = i
		}
	}
	return best
}

func (r *Row) betterThan(o *Row, by *measure.Measure, ties func(r, o *Row) bool) bool {
	if r.Sound() != o.Sound() {
		return r.Sound()
	}
	a, b := r.Of(by).Mean, o.Of(by).Mean
	if a != b {
		return by.Better.Than(a, b)
	}
	return ties(r, o)
}

// breaksTie says that a row goes before another one with the same score.
func (r *Row) breaksTie(o *Row) bool {
	x, y := r.Of(measure.ValidationSamples).Mean, o.Of(measure.ValidationSamples).Mean
	if x != y && !math.IsNaN(x) && !math.IsNaN(y) {
		return x > y
	}
	return r.Of(measure.ValidationSlowness).Mean < o.Of(measure.ValidationSlowness).Mean
}

// CompareTied orders rows with the same score for a table: that which [Best]
// takes comes first, and a row that has nothing to break the tie by last.
func CompareTied(a, b *Row) int {
	return cmp.Or(cmp.Compare(b.Of(measure.ValidationSamples).Mean, a.Of(measure.ValidationSamples).Mean),
		cmp.Compare(a.Of(measure.ValidationSlowness).Mean, b.Of(measure.ValidationSlowness).Mean))
}
