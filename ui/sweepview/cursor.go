package sweepview

import (
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/clean"
)

// restoreCursor finds the row under the cursor after a change: the chosen row, else the best,
// else the first. A chosen row that is absent, as in a replay before it was planned, stays
// chosen.
func (t *Table) restoreCursor(sc *Sweep) {
	t.row = sc.Best
	if t.Picked {
		if i := sc.IndexOf(t.Chosen); i >= 0 {
			t.row = i
		}
	}
	if t.row < 0 && len(t.Order) > 0 {
		t.row = t.Order[0]
	}
	if t.row < 0 && len(sc.Rows)+len(sc.Waiting) > 0 {
		t.row = 0
	}
	t.At = slices.Index(t.Order, t.row)
	if !t.Picked && t.row >= 0 {
		t.Chosen = sc.Row(t.row).Config
	}
}

// Move moves the cursor by a number of visible rows. A cursor on a hidden row enters at the
// first or last row.
func (t *Table) Move(sc *Sweep, by int) {
	if len(t.Order) == 0 {
		return
	}
	at := t.At
	if at < 0 && by < 0 {
		at = len(t.Order)
	}
	t.Choose(sc, t.Order[min(max(at+by, 0), len(t.Order)-1)])
}

// Choose moves the cursor to a row of the sweep and reports whether the filter shows that row.
func (t *Table) Choose(sc *Sweep, row int) bool {
	t.Chosen, t.Picked, t.row = sc.Row(row).Config, true, row
	t.At = slices.Index(t.Order, row)
	return t.At >= 0
}

// Step moves the cursor to the next or previous value of an axis, wrapping around if round is
// true. It prefers the point with all other values equal, else the most similar point. It
// returns false where the axis has no further value.
func (t *Table) Step(sc *Sweep, along Axis, by int, round bool) bool {
	here := t.Row(sc)
	if here == nil {
		return false
	}
	labels := t.labels(sc, along)
	at, n := slices.Index(labels, along.Label(here.Config)), len(labels)
	for range n - 1 {
		if at += by; round {
			at = (at + n) % n
		}
		if at < 0 || at >= n {
			return false
		}
		if row := t.mostLike(sc, here, along, labels[at]); row >= 0 {
			t.Choose(sc, row)
			return true
		}
	}
	return false
}

// labels returns the values of an axis, followed by "" if some rows lack the parameter.
func (t *Table) labels(sc *Sweep, a Axis) []clean.Text {
	for i := range len(sc.Rows) + len(sc.Waiting) {
		if a.Label(sc.Row(i).Config) == "" {
			return append(slices.Clone(a.Labels), "")
		}
	}
	return a.Labels
}

// mostLike returns the row with the given label on axis along that agrees with row as on the
// most other axes, or -1. Ties go to the first row; rows with results precede those without.
func (t *Table) mostLike(sc *Sweep, as *choose.Row, along Axis, label clean.Text) int {
	most, found := -1, -1
	own := labelsOn(sc, as.Config)
	for i := range len(sc.Rows) + len(sc.Waiting) {
		p := sc.Row(i).Config
		if along.Label(p) != label {
			continue
		}
		same := 0
		for k, l := range labelsOn(sc, p) {
			if l == own[k] {
				same++
			}
		}
		if same > most {
			most, found = same, i
		}
		if same >= len(own)-1 {
			break // all other axes agree
		}
	}
	return found
}

// labelsOn returns the labels of a configuration on all drawn axes.
func labelsOn(sc *Sweep, p part.Point) []clean.Text {
	out := make([]clean.Text, len(sc.Drawn))
	for k, a := range sc.Drawn {
		out[k] = a.Label(p)
	}
	return out
}
