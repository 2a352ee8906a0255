package ui

import (
	"cmp"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
)

// quantity is something known of a row: a column of the table, what a filter
// asks about, what a point can be the best at.
type quantity struct {
	id         string
	aliases    []string   // other names in a filter
	head, long clean.Text // of its column; head is "" where it has none
	rank       int        // of its column
	better     measure.Direction
	write      func(float64) clean.Text
	of         func(*choose.Row) float64
	stat       func(*choose.Row) choose.Stat // nil where there is no error to tell
	measure    *measure.Measure              // nil for what is counted
}

// measured is a measure as a quantity.
func measured(m *measure.Measure) quantity {
	q := quantity{
		id: m.ID, aliases: m.Show.Aliases, long: clean.Of(m.Show.Heading), rank: m.Show.Rank, better: m.Better, write: writerOf(m), measure: m,
		of: func(r *choose.Row) float64 { return orNaN(r.Of(m)) },
	}
	if len(measure.In(measure.Columns, []*measure.Measure{m})) > 0 {
		q.head = clean.Of(m.Show.Column)
	}
	if !m.Largest {
		q.stat = func(r *choose.Row) choose.Stat { return r.Of(m) }
	}
	return q
}

// writerOf writes values of a measure.
func writerOf(m *measure.Measure) func(float64) clean.Text {
	if m != nil && m.Unit == measure.Share {
		return humanize.Share
	}
	return humanize.Number
}

// measures are those that the sweep has, of those that a place shows: what it is
// judged by comes first.
func (sc *scene) measures(place measure.Places) []*measure.Measure {
	in := slices.DeleteFunc(measure.In(place, measure.Under(sc.objective)), func(m *measure.Measure) bool { return !sc.has(m) })
	slices.SortStableFunc(in, func(a, b *measure.Measure) int { return btoi(b.Chooses()) - btoi(a.Chooses()) })
	return in
}

// has says that the sweep has a measure.
func (sc *scene) has(m *measure.Measure) bool {
	when := cmp.Or(m.Show.When, measure.Measured)
	return (when&measure.Measured == 0 || sc.measured[m]) && (when&measure.Validated == 0 || sc.validated()) &&
		(when&measure.Classified == 0 || sc.labels) && (when&measure.Regressed == 0 || sc.target)
}

// quantities are all that is known of the sweep, those of columns first.
func (sc *scene) quantities() []quantity {
	var out []quantity
	for _, m := range sc.measures(measure.Filters) {
		out = append(out, measured(m))
	}
	slices.SortStableFunc(out, func(a, b quantity) int { return btoi(a.head == "") - btoi(b.head == "") })
	return append(out, counters()...)
}

// counters are what is counted of a row.
func counters() []quantity {
	whole := func(v float64) clean.Text { return humanize.Count(int(v)) }
	return []quantity{
		{id: "folds", write: whole, of: func(r *choose.Row) float64 { return float64(len(r.Results)) }},
		{id: "failed", write: whole, of: func(r *choose.Row) float64 { return float64(r.Failed) }},
		{id: "features", write: whole, of: func(r *choose.Row) float64 { return float64(r.Features) }},
		{id: "seconds", write: humanize.Number, of: (*choose.Row).Seconds},
	}
}

// name is the quantity in words.
func (q quantity) name() clean.Text { return cmp.Or(q.long, clean.Of(q.id)) }

// named says that the quantity goes by a name.
func (q quantity) named(name string) bool { return q.id == name || slices.Contains(q.aliases, name) }

// bestAt is the row that is best at a quantity, -1 where there is none.
func (sc *scene) bestAt(q quantity) int {
	if q.measure.Chooses() {
		return sc.best
	}
	return choose.BestAt(sc.rows, q.measure)
}
