package choose

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/engine/result"
)

// A SelectedInput is an input or feature with a non-zero weight in a sparse readout.
type SelectedInput struct {
	Input string
	// Folds is the number of results in which it has a weight.
	Folds int
	// Class is the class that a positive weight supports; "" for regression.
	Class string
	// Weight is the mean over the results in which it has a weight for the class.
	Weight float64
}

// SelectedInputs returns the inputs with a weight in the readout of a row, by input and
// class: those of most folds first, then those of larger weights.
func (r *Row) SelectedInputs() []SelectedInput {
	type of struct{ input, class string }
	folds, count, sum := map[string]int{}, map[of]int{}, map[of]float64{}
	var order []of
	for _, res := range r.Results {
		last := map[string]bool{}
		for _, c := range res.ReadoutInputs {
			k := of{c.Input, c.Class}
			if count[k] == 0 {
				order = append(order, k)
			}
			count[k]++
			sum[k] += float64(c.Weight)
			if !last[c.Input] {
				last[c.Input] = true
				folds[c.Input]++
			}
		}
	}
	largest := map[string]float64{}
	for _, k := range order {
		largest[k.input] = max(largest[k.input], math.Abs(sum[k]/float64(count[k])))
	}
	slices.SortStableFunc(order, func(a, b of) int {
		return cmp.Or(cmp.Compare(folds[b.input], folds[a.input]), cmp.Compare(largest[b.input], largest[a.input]), cmp.Compare(a.input, b.input))
	})
	out := make([]SelectedInput, len(order))
	for i, k := range order {
		out[i] = SelectedInput{k.input, folds[k.input], k.class, sum[k] / float64(count[k])}
	}
	return out
}

// maxNamedInputs is the number of inputs that a line names for each number of folds.
const maxNamedInputs = 16

// SelectedLine returns the selected inputs of a row, grouped by the number of folds
// that select them; "" for a readout that is not sparse.
func (r *Row) SelectedLine() string {
	var groups []string
	var names []string
	all := r.SelectedInputs()
	finished := len(r.Results) - r.Failed
	for i, d := range all {
		if !slices.Contains(names, d.Input) {
			names = append(names, d.Input)
		}
		if i+1 < len(all) && all[i+1].Folds == d.Folds {
			continue
		}
		text := strings.Join(names[:min(len(names), maxNamedInputs)], ", ")
		if more := len(names) - maxNamedInputs; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		switch {
		case finished > 1 && d.Folds == finished:
			text += fmt.Sprintf(" in all %d folds", finished)
		case finished > 1:
			text += fmt.Sprintf(" in %d", d.Folds)
		}
		groups, names = append(groups, text), nil
	}
	return strings.Join(groups, "; ")
}

// BestSelective returns the best row whose readout selects inputs, or nil for none.
func (b By) BestSelective(rows []Row) *Row {
	var best *Row
	for i := range rows {
		r := &rows[i]
		if slices.ContainsFunc(r.Results, func(res *result.Result) bool { return res.ReadoutInputs != nil }) && (best == nil || b.Compare(r, best) < 0) {
			best = r
		}
	}
	return best
}
