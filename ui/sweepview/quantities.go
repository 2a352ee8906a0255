package sweepview

import (
	"cmp"
	"slices"
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/ui/clean"
)

// Quantity is a number known of a row: a column of the table, a filter's operand, or a
// criterion for the best row.
type Quantity struct {
	ID         string
	aliases    []string   // other names in a filter
	Head, Long clean.Text // of its column; Head is "" without a column
	Rank       int        // of its column
	Better     measure.Direction
	Write      func(float64) clean.Text
	Of         func(*choose.Row) float64
	Stat       func(*choose.Row) choose.Stat // nil for quantities without a standard error
	Measure    *measure.Measure              // nil for counts
}

// quantityOf returns the quantity of a measure.
func (sc *Sweep) quantityOf(m *measure.Measure) Quantity {
	q := Quantity{
		ID: m.ID, aliases: m.Show.Aliases, Long: clean.Of(m.Show.Heading), Rank: m.Show.Rank, Better: m.Better, Write: WriterOf(m), Measure: m,
		Of: func(r *choose.Row) float64 { return Mean(sc.By.Of(r, m)) },
	}
	if len(measure.In(measure.Columns, []*measure.Measure{m})) > 0 {
		q.Head = clean.Of(m.Show.Column)
	}
	if !m.Largest {
		q.Stat = func(r *choose.Row) choose.Stat { return sc.By.Of(r, m) }
	}
	return q
}

// WriterOf returns the formatter for values of a measure.
func WriterOf(m *measure.Measure) func(float64) clean.Text {
	if m != nil && m.Unit == measure.Share {
		return clean.Share
	}
	return clean.Number
}

// ChosenBy returns the name of an objective's measure, such as "RMSE", and the name with an
// arrow in the better direction, "RMSE ↓".
func ChosenBy(objective string) (name, arrowed clean.Text) {
	m := measure.Choosing(objective)
	if m == nil {
		return clean.Of(objective), clean.Of(objective)
	}
	name = clean.Of(m.Show.Chosen)
	return name, name + " " + Arrow(m.Better)
}

// Measures returns the sweep's measures that a place shows, the one that points are chosen by
// first.
func (sc *Sweep) Measures(place measure.Places) []*measure.Measure {
	in := slices.DeleteFunc(measure.In(place, measure.Under(sc.By.Objective)), func(m *measure.Measure) bool { return !sc.hasMeasure(m) })
	slices.SortStableFunc(in, func(a, b *measure.Measure) int { return btoi(b.Chooses()) - btoi(a.Chooses()) })
	return in
}

// hasMeasure reports whether the sweep meets the conditions under which m is shown.
func (sc *Sweep) hasMeasure(m *measure.Measure) bool {
	when := cmp.Or(m.Show.When, measure.Measured)
	return (when&measure.Measured == 0 || sc.measured[m]) && (when&measure.Validated == 0 || sc.Validated()) &&
		(when&measure.Classified == 0 || sc.hasLabels) && (when&measure.Regressed == 0 || sc.hasTarget)
}

// Quantities returns all quantities of the sweep, those with a column first.
func (sc *Sweep) Quantities() []Quantity {
	var out []Quantity
	for _, m := range sc.Measures(measure.Filters) {
		out = append(out, sc.quantityOf(m))
	}
	slices.SortStableFunc(out, func(a, b Quantity) int { return btoi(a.Head == "") - btoi(b.Head == "") })
	return append(out, countedQuantities()...)
}

// countedQuantities returns the quantities that are counts or times of a row.
func countedQuantities() []Quantity {
	whole := func(v float64) clean.Text { return clean.Count(int(v)) }
	return []Quantity{
		{ID: "folds", Write: whole, Of: func(r *choose.Row) float64 { return float64(len(r.Results)) }},
		{ID: "failed", Write: whole, Of: func(r *choose.Row) float64 { return float64(r.Failed) }},
		{ID: "features", Write: whole, Of: func(r *choose.Row) float64 { return float64(r.Features) }},
		{ID: "determined", Write: whole, Of: func(r *choose.Row) float64 { return float64(r.Determined) }},
		{ID: "seconds", Write: clean.Number, Of: (*choose.Row).Seconds},
	}
}

// Name returns the long heading, or the ID where there is none.
func (q Quantity) Name() clean.Text { return cmp.Or(q.Long, clean.Of(q.ID)) }

// hasName reports whether name is the ID or an alias.
func (q Quantity) hasName(name string) bool { return q.ID == name || slices.Contains(q.aliases, name) }

// Arrow returns ↓ or ↑ for the better direction, "" for neither.
func Arrow(better measure.Direction) clean.Text {
	switch better {
	case measure.Lower:
		return "↓"
	case measure.Higher:
		return "↑"
	}
	return ""
}

// BestAt returns the index of the row with the best value of a quantity, -1 where there is
// none.
func (sc *Sweep) BestAt(q Quantity) int {
	if q.Measure.Chooses() {
		return sc.Best
	}
	return choose.BestAt(sc.Rows, q.Measure)
}

// accuracyNames are the filter names of any classification accuracy.
var accuracyNames = []string{"acc", "accuracy"}

// QuantityNamed returns the quantity with a name or alias. An accuracy name means the accuracy
// that the sweep is chosen by, which the table is sorted by, if there is one. The prefixes
// "test:" and "val:" select the part.
func (sc *Sweep) QuantityNamed(name string) (Quantity, bool) {
	part, name, ok := strings.Cut(name, ":")
	if !ok {
		part, name = "", part
	}
	if part != "" && part != "test" && part != "val" {
		return Quantity{}, false
	}
	if chosen, ok := sc.chosenAccuracy(); ok && part != "test" && slices.Contains(accuracyNames, name) {
		return chosen, true
	}
	for _, q := range sc.Quantities() {
		if onValidation := q.Measure.Chooses(); q.hasName(name) && (part == "" || onValidation == (part == "val")) {
			return q, true
		}
	}
	return Quantity{}, false
}

// chosenAccuracy returns the accuracy that the sweep is chosen by; false if it is chosen by
// another measure.
func (sc *Sweep) chosenAccuracy() (Quantity, bool) {
	if !sc.Validated() || sc.By.Objective != measure.ByAccuracy {
		return Quantity{}, false
	}
	for _, m := range sc.Measures(measure.Filters) {
		if m.Chooses() {
			return sc.quantityOf(m), true
		}
	}
	return Quantity{}, false
}

// FilterNames returns the comma-separated names that a filter on this sweep may use.
func (sc *Sweep) FilterNames() string {
	var names []string
	for _, a := range sc.Axes {
		names = append(names, a.Name)
	}
	for _, q := range sc.Quantities() {
		names = append(names, q.ID)
	}
	return strings.Join(names, ", ")
}
