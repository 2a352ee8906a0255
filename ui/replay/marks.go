package replay

import (
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
)

// MarkKind is the reason for a mark. Of several marks at one position of the scrub bar, the
// greatest kind is shown.
type MarkKind uint8

const (
	MarkBest      MarkKind = 1 + iota // another configuration is the best
	MarkViolation                     // a point violates unit variance
	MarkNote                          // a note of the user
	MarkError                         // a point or the sweep failed, or a conflict
)

// Signs are the signs of marks, in the roles that they have on other pages.
var Signs = map[MarkKind]struct {
	Sign clean.Text
	role chart.Role
}{
	MarkBest: {"★", chart.Good}, MarkViolation: {"✗", chart.Warn}, MarkNote: {"✎", chart.Accent}, MarkError: {"▲", chart.Bad},
}

// mark marks a record of a replay.
type mark struct {
	Record int // index of the record
	Kind   MarkKind
	text   clean.Text
}

// marker finds the marks as records arrive. The time for a record does not grow with their
// number, except when a best row becomes worse.
type marker struct {
	Marks    []mark
	by       choose.By
	Rows     []choose.Row
	rowIndex map[part.Point]int
	// Stars are the best rows: one, or one for each training graph if scores cannot be
	// compared.
	Stars []int
}

// NewMarker returns a marker without marks.
func NewMarker(by choose.By) marker {
	return marker{by: by, rowIndex: map[part.Point]int{}}
}

// markRecord marks a record by the change that it made to the state.
func (k *marker) markRecord(i int, before record.State, r record.Record, after record.State) {
	add := func(kind MarkKind, text clean.Text) { k.Marks = append(k.Marks, mark{i, kind, text}) }
	switch {
	case len(after.Conflicts) > len(before.Conflicts):
		add(MarkError, "conflict: a point was recomputed with different results")
	case after.Status == record.Failed && before.Status != record.Failed:
		add(MarkError, "the sweep failed: "+clean.Of(after.Reason))
	case r.Kind == record.KindNote && len(after.Notes) >= len(before.Notes) && !slices.Equal(after.Notes, before.Notes):
		n := after.Notes[len(after.Notes)-1]
		add(MarkNote, clean.Of(n.Text)+" · "+clean.Exponents(n.Point.Label()))
	}
	if len(after.Results) == len(before.Results) {
		return
	}
	res := after.Results[len(after.Results)-1]
	if res.Error != "" {
		add(MarkError, clean.Sprintf("%s fold %d: %s", clean.Exponents(res.Point.Label()), res.Point.Fold+1, res.Error))
		return
	}
	if !res.Variance.OK {
		add(MarkViolation, "unit variance is violated: "+clean.Exponents(res.Point.Label()))
	}
	if i, ok := k.Take(res); ok {
		best := &k.Rows[i]
		add(MarkBest, clean.Sprintf("best so far, %s %s %s: %s", k.by.On(), k.by.Name(), k.by.Score(best), clean.Exponents(best.Config.Label())))
	}
}

// Take adds a result, and returns the row that has become a best row by it.
func (k *marker) Take(res *result.Result) (row int, ok bool) {
	config := res.Point.Config()
	i, known := k.rowIndex[config]
	if !known {
		i = len(k.Rows)
		k.rowIndex[config] = i
		k.Rows = append(k.Rows, choose.Row{})
	}
	k.Rows[i] = choose.Summarize(append(k.Rows[i].Results, res))[0]
	if slices.Contains(k.Stars, i) { // the row may have become worse than another
		was := k.Stars
		k.Stars = k.by.Stars(k.Rows)
		for _, star := range k.Stars {
			if !slices.Contains(was, star) {
				return star, true
			}
		}
		return 0, false
	}
	for at, star := range k.Stars {
		switch stars := k.by.Stars([]choose.Row{k.Rows[star], k.Rows[i]}); {
		case len(stars) > 1: // the rows belong to different graphs
			continue
		case slices.Equal(stars, []int{1}):
			k.Stars[at] = i
			return i, true
		}
		return 0, false
	}
	if k.by.Stars(k.Rows[i:i+1]) == nil {
		return 0, false
	}
	k.Stars = append(k.Stars, i)
	return i, true
}
