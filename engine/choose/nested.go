package choose

import (
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
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

// folds returns the folds that the row has results of, in order of appearance.
func (r *Row) folds() []int {
	var out []int
	for _, res := range r.Results {
		if !slices.Contains(out, res.Point.Fold) {
			out = append(out, res.Point.Fold)
		}
	}
	return out
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

// inFold returns the row reduced to the results of one fold.
func (r *Row) inFold(fold int) Row {
	out := Row{Config: r.Config}
	out.Config.Folds, out.Config.Repeats = min(r.Config.Folds, 1), min(r.Config.Repeats, 1)
	for _, res := range r.Results {
		if res.Point.Fold == fold {
			alone := *res
			alone.Point.Fold = 0
			out.Results = append(out.Results, &alone)
		}
	}
	out.summarize(nil)
	return out
}

// Unseen reports whether the choice used no test row, as with a single fold.
func (n *Nested) Unseen() bool { return n.Folds == 1 }

// Line returns the estimate for new data by the measure that judges the objective, or
// "" if there is none. words translates a label into the terms of the data.
func (n *Nested) Line(objective string, words func(string) string) string {
	m := n.Judging(objective)
	if m == nil {
		return ""
	}
	names, wrong, all := n.untrained()
	if countsRight(m) && wrong > 0 && wrong == all {
		return fmt.Sprintf("estimate for new data: none; test contains only samples of %s, which training lacks: the accuracy is always 0", names)
	}
	text := fmt.Sprintf("estimate for new data: %s %s", words(m.Label), n.Row.Of(m))
	if countsRight(m) && wrong > 0 {
		text += fmt.Sprintf(", where %d of %d samples are always wrong, because training has no samples of %s", wrong, all, names)
	}
	if s, ok := n.Row.SegmentInterval(); ok && m == measure.SegmentsRight {
		text += ", " + s.String()
	}
	if n.Unseen() {
		return text + "; test plays no part in the choice"
	}
	return fmt.Sprintf("%s, with ★ chosen separately in each of %s (the same in %d); the %s of ★ itself is biased by the choice", text, message.Counted(n.Folds, "fold"), n.Same, n.Star.Of(m))
}

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

// countsRight reports whether a measure of test is a share that is classified rightly.
func countsRight(m *measure.Measure) bool {
	return m == measure.SegmentsRight || m == measure.SamplesRight || m == measure.BalancedRight
}

// TestLines returns the sentences on the test parts: the nested estimate, its
// comparison with chance, and the hindsight. None of it is used to choose. words
// translates a label into the terms of the data.
func (b By) TestLines(rows []Row, best int, words func(string) string) []string {
	out := b.EstimateLines(rows, best, words)
	n, ok := b.Nested(rows, best)
	if m := n.Judging(b.Objective); ok && m != nil && countsRight(m) && n.onlyUntrained() {
		return out
	}
	if h, ok := b.Hindsight(rows, best); ok {
		out = append(out, "in hindsight: "+h.String())
	}
	return out
}

// EstimateLines returns the sentences on the nested estimate and its comparison with
// chance.
func (b By) EstimateLines(rows []Row, best int, words func(string) string) []string {
	n, ok := b.Nested(rows, best)
	if !ok {
		return nil
	}
	var out []string
	if line := n.Line(b.Objective, words); line != "" {
		out = append(out, line)
	}
	for _, c := range n.Chances(b.Objective) {
		out = append(out, c.String())
	}
	return out
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

// A NestedReport is a [Nested] as printed in the last JSON line of a sweep.
type NestedReport struct {
	Folds    int             `json:"folds"`
	Measures []NestedMeasure `json:"measures"`
	// Chance are the comparisons with baselines that need no features.
	Chance []ChanceReport `json:"chance"`
	// Segments is the interval of the share of correct segments; nil if none are
	// classified.
	Segments *SegmentInterval `json:"segments,omitempty"`
	// Recall is the recall of each class over all folds.
	Recall []Recall `json:"recall,omitempty"`
}

// A NestedMeasure is a measure of the test parts: the nested estimate, and that of ★,
// which is biased by the choice if there are several folds. SE is sd/√F over F folds.
type NestedMeasure struct {
	Measure string     `json:"measure"`
	Value   part.Float `json:"value"`
	SE      part.Float `json:"se"`
	Star    part.Float `json:"star"`
	StarSE  part.Float `json:"star_se"`
}

// Report returns the estimate for JSON, with all test measures that choices are judged
// by.
func (n *Nested) Report(objective string) NestedReport {
	out := NestedReport{Folds: n.Folds, Measures: []NestedMeasure{}, Chance: []ChanceReport{}}
	counts, _ := n.Row.Confusion()
	out.Recall = Recalls(counts)
	if s, ok := n.Row.SegmentInterval(); ok {
		out.Segments = &s
	}
	for _, c := range n.Chances(objective) {
		out.Chance = append(out.Chance, ChanceReport{c.Measure.Show.Contrast, part.Float(c.Baseline), c.Method, part.Float(c.P), part.Float(c.Low), part.Float(c.High), c.Better})
	}
	for _, m := range measure.All() {
		s, own := n.Row.Of(m), n.Star.Of(m)
		if m.Part == measure.Test && m.Objective != "" && s.N > 0 && !math.IsNaN(s.Mean) {
			out.Measures = append(out.Measures, NestedMeasure{m.Show.Contrast, part.Float(s.Mean), part.Float(s.SE), part.Float(own.Mean), part.Float(own.SE)})
		}
	}
	return out
}
