package choose

import (
	"fmt"
	"math"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
)

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

// A ChanceReport is a [Chance] as printed in the last JSON line of a sweep.
type ChanceReport struct {
	Measure  string     `json:"measure"`
	Baseline part.Float `json:"baseline"`
	Method   string     `json:"method"`
	P        part.Float `json:"p"`
	Low      part.Float `json:"low"`
	High     part.Float `json:"high"`
	Better   bool       `json:"better"`
}
