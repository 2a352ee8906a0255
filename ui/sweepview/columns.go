package sweepview

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
)

// Column is a column of the table of points.
type Column struct {
	ID      string
	measure *measure.Measure // nil for axes and counts
	head    clean.Text
	// rank orders the removal of columns where there is no room: the lowest rank goes first.
	rank int
	cell func(r *choose.Row) clean.Text
	// mayCut allows cells to be cut short.
	mayCut bool
	// value returns the sort key of a row: a number, then a word; NaN sorts last in either
	// direction.
	value func(r *choose.Row) (number float64, word clean.Text)
	// place returns the sort position of a row and overrides value; nil where rows sort by
	// value.
	place      func(r *choose.Row) float64
	role       func(r *choose.Row) chart.Role
	alignRight bool
	// stat returns the mean and the standard error that the cells show; nil without errors.
	stat func(r *choose.Row) choose.Stat
}

// withinGraph reports whether the column's measure depends on the training graph of a point.
// Values of different graphs do not compare, so rows are sorted within each graph.
func (c Column) withinGraph() bool { return c.measure != nil && c.measure.Graph }

func plainRole(*choose.Row) chart.Role { return chart.Text }

// detail is the amount of text in a table: neither headings nor errors, standard errors, or
// longer headings with standard errors.
type detail int

const (
	Terse detail = iota
	withErrors
	withHeadings
)

// ColumnsOf returns the columns of the table: varying axes, determined features, measures and
// finished folds.
func ColumnsOf(sc *Sweep, much detail) []Column {
	var cols []Column
	for i, a := range sc.Axes {
		c := Column{ID: a.Name, head: a.Symbol, rank: 80 - i, role: plainRole, alignRight: a.Number != nil, mayCut: a.Number == nil}
		c.cell = func(r *choose.Row) clean.Text { return a.Label(r.Config) }
		c.value = func(r *choose.Row) (float64, clean.Text) {
			if a.Number != nil {
				return a.Number(r.Config), ""
			}
			return 0, a.Label(r.Config)
		}
		cols = append(cols, c)
	}
	if slices.ContainsFunc(sc.Rows, func(r choose.Row) bool { return r.Arbitrary() }) {
		cols = append(cols, determinedColumn())
	}
	for _, q := range sc.Quantities() {
		switch {
		case q.Head == "":
		case q.Measure == measure.Deviation:
			cols = append(cols, varianceColumn())
		default:
			c := quantityColumn(q, much)
			if q.Measure.Chooses() {
				c.chosenBy(sc)
			}
			cols = append(cols, c)
		}
	}
	return append(cols, foldsColumn(sc))
}

// moreColumns returns the columns that the user can add, or a wide table has: the measures that
// have no column of their own, and the run time.
func moreColumns(sc *Sweep, much detail) []Column {
	var cols []Column
	for _, q := range sc.Quantities() {
		if q.Head != "" || q.Measure == nil && q.ID != "seconds" {
			continue
		}
		if q.Head = clean.Of(q.ID); much == withHeadings {
			q.Long = q.Name()
		}
		q.Rank = minorRank // where the user chose it
		cols = append(cols, quantityColumn(q, much))
	}
	return cols
}

// quantityColumn returns the column of q, with standard errors and a long heading where much
// allows.
func quantityColumn(q Quantity, much detail) Column {
	c := Column{ID: q.ID, measure: q.Measure, head: q.Head, rank: q.Rank, alignRight: true, role: plainRole,
		cell: func(r *choose.Row) clean.Text {
			if much != Terse && q.Stat != nil {
				if s := q.Stat(r); s.N > 1 && !math.IsNaN(s.SE) {
					return clean.WithError(s.Mean, s.SE, q.Write)
				}
			}
			return q.Write(q.Of(r))
		},
		value: func(r *choose.Row) (float64, clean.Text) { return q.Of(r), "" }}
	if much == withHeadings {
		c.head = q.Long
	}
	if much != Terse {
		c.stat = q.Stat
	}
	return c
}

// determinedColumn returns the column that counts the features that the data determine; the
// remaining features depend on rounding.
func determinedColumn() Column {
	return Column{ID: "determined", head: "det", rank: 65, alignRight: true,
		cell: func(r *choose.Row) clean.Text {
			if !r.Measured() {
				return "–"
			}
			return clean.Sprintf("%d/%d", r.Determined, r.Features)
		},
		value: func(r *choose.Row) (float64, clean.Text) { return float64(r.Determined), "" },
		role: func(r *choose.Row) chart.Role {
			if r.Arbitrary() {
				return chart.Bad
			}
			return chart.Text
		}}
}

// chosenBy sorts the column by the order of choice and appends the number of scored parts to
// incomplete scores.
func (c *Column) chosenBy(sc *Sweep) {
	plain, by := c.cell, sc.By
	c.cell = func(r *choose.Row) clean.Text {
		if s := by.Score(r); s.Got > 0 && s.Got < s.Want {
			return plain(r) + clean.Sprintf(" (%d/%d)", s.Got, s.Want)
		}
		return plain(r)
	}
	c.place = func(r *choose.Row) float64 {
		place, ok := sc.Place(r)
		if number, _ := c.value(r); !ok || math.IsNaN(number) {
			return math.NaN()
		}
		if measure.Prefers(sc.By.Objective) == measure.Higher { // the best row sorts as the largest value
			place = -place
		}
		return float64(place)
	}
}

// varianceColumn returns the column of the unit-variance check: ✓, or ✗ with the deviation.
func varianceColumn() Column {
	return Column{ID: measure.Deviation.ID, measure: measure.Deviation, head: "var", rank: 60,
		cell: func(r *choose.Row) clean.Text {
			switch {
			case !r.Measured():
				return "–"
			case Violated(r):
				return "✗" + clean.Of(strings.TrimPrefix(fmt.Sprintf("%.2g", r.Of(measure.Deviation).Mean), "0"))
			}
			return "✓"
		},
		value: func(r *choose.Row) (float64, clean.Text) { return Mean(r.Of(measure.Deviation)), "" },
		role: func(r *choose.Row) chart.Role {
			if r.Measured() && Violated(r) {
				return chart.Bad
			}
			return chart.Good
		}}
}

// foldsColumn returns the column that counts finished folds out of the planned ones, and failed
// folds.
func foldsColumn(sc *Sweep) Column {
	return Column{ID: "folds done", head: "n", rank: 30, alignRight: true,
		cell: func(r *choose.Row) clean.Text {
			text := clean.Sprintf("%d/%d", len(r.Results), sc.FoldsOf(r))
			if r.Failed > 0 {
				text = clean.Sprintf("✗%d ", r.Failed) + text
			}
			return text
		},
		value: func(r *choose.Row) (float64, clean.Text) { return float64(len(r.Results)), "" },
		role: func(r *choose.Row) chart.Role {
			if r.Failed > 0 {
				return chart.Bad
			}
			return chart.Text
		}}
}

// SortKey is the value that a row is sorted by: a number, then a word.
type SortKey struct {
	Number float64
	Word   clean.Text
}

// Key returns the sort key of a row.
func (c Column) Key(r *choose.Row) SortKey {
	number, word := c.value(r)
	if c.place != nil {
		number = c.place(r)
	}
	return SortKey{number, word}
}

// CompareKeys compares two sort keys for [slices.SortFunc]; NaN sorts last in either direction.
func CompareKeys(a, b SortKey, down bool) int {
	if math.IsNaN(a.Number) || math.IsNaN(b.Number) {
		return cmp.Compare(btoi(math.IsNaN(a.Number)), btoi(math.IsNaN(b.Number)))
	}
	order := cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Word, b.Word))
	if down {
		order = -order
	}
	return order
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
