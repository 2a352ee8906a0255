package choose

import (
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
)

// A Nested is the nested estimate of a choice on new data. ★ is chosen by the
// validation parts of all folds, which contain the test rows of every other fold. Here
// each fold makes its own choice by its own validation parts, and that choice is
// measured on its test part (Cawley and Talbot 2010).
type Nested struct {
	// Row has the parameters of ★, and for each fold the results of the point that is
	// chosen there. Its measures are the nested estimates.
	Row Row
	// Star is the row of ★. With several folds its measures are biased by the choice.
	Star Row
	// Keys are the keys of the chosen points, fold by fold.
	Keys []string
	// Same is the number of folds that choose ★; Folds is the number of all.
	Same, Folds int
}

// Nested repeats the choice of row best inside each fold, among rows of the same split,
// and of the same graph if scores of graphs are incomparable. ok is false if a fold has
// nothing to choose by.
func (b By) Nested(rows []Row, best int) (n Nested, ok bool) {
	b = b.Over(rows)
	if best < 0 {
		return n, false
	}
	star := &rows[best]
	var among []*Row
	for i := range rows {
		r := &rows[i]
		if r.split() == star.split() && (!b.graphsIncomparable() || graph.Under(r.Config) == graph.Under(star.Config)) {
			among = append(among, r)
		}
	}
	n = Nested{Row: Row{Config: star.Config}, Star: *star}
	for _, fold := range star.folds() {
		chosen := b.inFold(among, fold)
		if chosen == nil {
			return n, false
		}
		n.Folds++
		if chosen.Config == star.Config {
			n.Same++
		}
		first := len(n.Row.Results)
		for _, res := range chosen.Results {
			if res.Point.Fold == fold {
				n.Row.Results = append(n.Row.Results, res)
			}
		}
		n.Keys = append(n.Keys, n.Row.Results[first].Key)
	}
	n.Row.summarize(measure.All())
	return n, n.Folds > 0
}

// inFold returns the row that a fold chooses by its own validation parts, or nil for
// none.
func (b By) inFold(rows []*Row, fold int) *Row {
	alone := make([]Row, len(rows))
	for i, r := range rows {
		alone[i] = r.inFold(fold)
	}
	all, index := b.scores(alone)
	best, _, _ := b.best(all, index)
	if best < 0 {
		return nil
	}
	return rows[best]
}

// Unseen reports whether the choice used no test row, as with a single fold.
func (n *Nested) Unseen() bool { return n.Folds == 1 }

// untrained returns the classes of test parts that have no sample in the training part, in words,
// how many test samples they have, and how many labelled ones there are in all.
func (n *Nested) untrained() (names string, wrong, all int) {
	var classes []string
	for _, res := range n.Row.Results {
		for _, u := range res.Accuracy.OfUntrained() {
			wrong += u.Samples
			if !slices.Contains(classes, u.Class) {
				classes = append(classes, u.Class)
			}
		}
		if res.Confusion == nil {
			continue
		}
		for _, row := range res.Confusion.Sample {
			for _, count := range row {
				all += count
			}
		}
	}
	word := "class "
	if len(classes) > 1 {
		word = "classes "
	}
	return word + message.List(classes), wrong, all
}

// onlyUntrained reports whether all samples of the test parts are of classes without a training
// sample.
func (n *Nested) onlyUntrained() bool {
	_, wrong, all := n.untrained()
	return wrong > 0 && wrong == all
}

// countsRight reports whether a measure of test is a share that is classified correctly.
func countsRight(m *measure.Measure) bool {
	return m == measure.SegmentsRight || m == measure.SamplesRight || m == measure.BalancedRight
}

// Judging returns the first measured measure that judges an objective, or nil for none.
func (n *Nested) Judging(objective string) *measure.Measure {
	for _, m := range measure.Judging(objective) {
		if n.Row.Of(m).N > 0 {
			return m
		}
	}
	return nil
}
