package sweepview

import (
	"cmp"
	"slices"
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/ui/clean"
)

// Quantity is something known of a row: a column of the table, what a filter
// asks about, what a point can be the best at.
type Quantity struct {
	ID         string
	aliases    []string   // other names in a filter
	Head, Long clean.Text // of its column; head is "" where it has none
	Rank       int        // of its column
	Better     measure.Direction
	Write      func(float64) clean.Text
	Of         func(*choose.Row) float64
	Stat       func(*choose.Row) choose.Stat // nil where there is no error to tell
	Measure    *measure.Measure              // nil for what is counted
}

func (sc *Sweep) quantityOf(m *measure.Measure) Quantity {
	q := Quantity{
		ID: m.ID, aliases: m.Show.Aliases, Long: clean.Of(m.Show.Heading), Rank: m.Show.Rank, Better: m.Better, Write: WriterOf(m), Measure: m,
		Of: func(r *choose.Row) float64 { return Mean(sc.Of(r, m)) },
	}
	if len(measure.In(measure.Columns, []*measure.Measure{m})) > 0 {
		q.Head = clean.Of(m.Show.Column)
	}
	if !m.Largest {
		q.Stat = func(r *choose.Row) choose.Stat { return sc.Of(r, m) }
	}
	return q
}

// WriterOf writes values of a measure.
func WriterOf(m *measure.Measure) func(float64) clean.Text {
	if m != nil && m.Unit == measure.Share {
		return clean.Share
	}
	return clean.Number
}

// ChosenBy returns what an objective chooses by, such as "RMSE", and the same with an arrow
// for the better direction, "RMSE ↓".
func ChosenBy(objective string) (name, arrowed clean.Text) {
	m := measure.Choosing(objective)
	if m == nil {
		return clean.Of(objective), clean.Of(objective)
	}
	name = clean.Of(m.Show.Chosen)
	return name, name + " " + Arrow(m.Better)
}

// Measures are those that the sweep has, of those that a place shows: what it is
// judged by comes first.
func (sc *Sweep) Measures(place measure.Places) []*measure.Measure {
	in := slices.DeleteFunc(measure.In(place, measure.Under(sc.Objective)), func(m *measure.Measure) bool { return !sc.has(m) })
	slices.SortStableFunc(in, func(a, b *measure.Measure) int { return order(b.Chooses()) - order(a.Chooses()) })
	return in
}

func (sc *Sweep) has(m *measure.Measure) bool {
	when := cmp.Or(m.Show.When, measure.Measured)
	return (when&measure.Measured == 0 || sc.measured[m]) && (when&measure.Validated == 0 || sc.Validated()) &&
		(when&measure.Classified == 0 || sc.labels) && (when&measure.Regressed == 0 || sc.target)
}

// Quantities are all that is known of the sweep, those of columns first.
func (sc *Sweep) Quantities() []Quantity {
	var out []Quantity
	for _, m := range sc.Measures(measure.Filters) {
		out = append(out, sc.quantityOf(m))
	}
	slices.SortStableFunc(out, func(a, b Quantity) int { return order(a.Head == "") - order(b.Head == "") })
	return append(out, counters()...)
}

// counters are what is counted of a row.
func counters() []Quantity {
	whole := func(v float64) clean.Text { return clean.Count(int(v)) }
	return []Quantity{
		{ID: "folds", Write: whole, Of: func(r *choose.Row) float64 { return float64(len(r.Results)) }},
		{ID: "failed", Write: whole, Of: func(r *choose.Row) float64 { return float64(r.Failed) }},
		{ID: "features", Write: whole, Of: func(r *choose.Row) float64 { return float64(r.Features) }},
		{ID: "determined", Write: whole, Of: func(r *choose.Row) float64 { return float64(r.Determined) }},
		{ID: "seconds", Write: clean.Number, Of: (*choose.Row).Seconds},
	}
}

// Name is the quantity in words.
func (q Quantity) Name() clean.Text { return cmp.Or(q.Long, clean.Of(q.ID)) }

func (q Quantity) named(name string) bool { return q.ID == name || slices.Contains(q.aliases, name) }

// Arrow says which values are good.
func Arrow(better measure.Direction) clean.Text {
	switch better {
	case measure.Lower:
		return "↓"
	case measure.Higher:
		return "↑"
	}
	return ""
}

// BestAt is the row that is best at a quantity, -1 where there is none.
func (sc *Sweep) BestAt(q Quantity) int {
	if q.Measure.Chooses() {
		return sc.Best
	}
	return choose.BestAt(sc.Rows, q.Measure)
}

// order puts what is true after what is not.
func order(b bool) int {
	if b {
		return 1
	}
	return 0
}

// accuracy are the names of whatever counts what is classified rightly.
var accuracy = []string{"acc", "accuracy"}

// QuantityNamed finds a measure by one of its names. The names of accuracy mean what the sweep
// is chosen by, where that is one: the column that the table is sorted by. Behind "test:" and
// "val:" they mean those on that part.
func (sc *Sweep) QuantityNamed(name string) (Quantity, bool) {
	part, name, ok := strings.Cut(name, ":")
	if !ok {
		part, name = "", part
	}
	if part != "" && part != "test" && part != "val" {
		return Quantity{}, false
	}
	if chosen, ok := sc.chosenAccuracy(); ok && part != "test" && slices.Contains(accuracy, name) {
		return chosen, true
	}
	for _, q := range sc.Quantities() {
		if onValidation := q.Measure.Chooses(); q.named(name) && (part == "" || onValidation == (part == "val")) {
			return q, true
		}
	}
	return Quantity{}, false
}

// chosenAccuracy is the accuracy that the sweep is chosen by, false where it is chosen by
// something else.
func (sc *Sweep) chosenAccuracy() (Quantity, bool) {
	if !sc.Validated() || sc.Objective != measure.ByAccuracy {
		return Quantity{}, false
	}
	for _, m := range sc.Measures(measure.Filters) {
		if m.Chooses() {
			return sc.quantityOf(m), true
		}
	}
	return Quantity{}, false
}

// FilterNames are the names that a filter on this sweep may use.
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
