package sweepview

import (
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/clean"
)

// find finds the row under the cursor again: the chosen one where there is one, else
// the best, else the first. What was chosen and is not there now, as in a replay before
// it was planned, stays chosen.
func (t *Table) find(sc *Sweep) {
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

// Move moves the cursor among the rows shown; one that the filter hides enters at the
// end that it comes from.
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

// Choose puts the cursor on a row of the scene. It is false where the filter hides it.
func (t *Table) Choose(sc *Sweep, row int) bool {
	t.Chosen, t.Picked, t.row = sc.Row(row).Config, true, row
	t.At = slices.Index(t.Order, row)
	return t.At >= 0
}

// Step moves the cursor along an axis to its next value or the one before, round and
// round on demand. All else stays as it is where there is such a point; else the cursor
// goes to the point that is most like it. It is false where there is no other value.
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

// labels are the values of an axis, and last the absence of one where rows have none.
func (t *Table) labels(sc *Sweep, a Axis) []clean.Text {
	for i := range len(sc.Rows) + len(sc.Waiting) {
		if a.Label(sc.Row(i).Config) == "" {
			return append(slices.Clone(a.Labels), "")
		}
	}
	return a.Labels
}

// mostLike is the row with a label on an axis that has most other values in common with
// a given one; -1 where there is none. Of equals the first is taken, with a result
// before without.
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
			break // all but the axis
		}
	}
	return found
}

// labelsOn are the values of a configuration on all axes.
func labelsOn(sc *Sweep, p part.Point) []clean.Text {
	out := make([]clean.Text, len(sc.Drawn))
	for k, a := range sc.Drawn {
		out[k] = a.Label(p)
	}
	return out
}
