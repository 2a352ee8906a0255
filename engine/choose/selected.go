package choose

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/engine/result"
)

// SelectedInput is an input, or a feature, that a readout which chooses gave a weight.
type SelectedInput struct {
	Input string
	// Folds are the results in which it has a weight.
	Folds int
	// Class is the one that Weight speaks for; "" where a number is predicted.
	Class string
	// Weight is the mean over the results in which it has one for the class.
	Weight float64
}

// SelectedInputs are what the readout of a row gave weights, by input and class: those of most
// folds first, and then those of larger weights.
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

// named bounds how many inputs a line names for a number of folds.
const named = 16

// SelectedLine names the selected inputs of a row by the number of folds that agree on them; ""
// for a readout that does not choose.
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
		text := strings.Join(names[:min(len(names), named)], ", ")
		if more := len(names) - named; more > 0 {
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

// BestSelective is the best row whose readout chooses, by what rows are chosen by; nil for none.
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
