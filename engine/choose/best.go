package choose

import "math"

// Best is the index of the row that is best at the objective (accuracy, rmse
// or slowness) on the validation parts, or -1 where there is nothing to choose
// by. Test measures play no part. Rows that failed or violate unit variance
// come last; ties go to the better accuracy of samples, then to the slower
// features, then to the earlier row.
func Best(rows []Row, objective string) int {
	best := -1
	for i := range rows {
		if rows[i].Validation[objective].N == 0 {
			continue
		}
		if best < 0 || rows[i].betterThan(&rows[best], objective) {
			best = i
		}
	}
	return best
}

func (r *Row) betterThan(o *Row, objective string) bool {
	sound := func(r *Row) bool { return r.VarianceOK && r.Failed == 0 }
	if sound(r) != sound(o) {
		return sound(r)
	}
	a, b := r.Validation[objective].Mean, o.Validation[objective].Mean
	if objective != "accuracy" {
		a, b = -a, -b
	}
	if a != b {
		return a > b
	}
	if x, y := r.ValidationSample.Mean, o.ValidationSample.Mean; x != y && !math.IsNaN(x) && !math.IsNaN(y) {
		return x > y
	}
	return r.Validation["slowness"].Mean < o.Validation["slowness"].Mean
}
