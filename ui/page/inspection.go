package page

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
)

// FoldWord returns the fold of a result and the number of folds as text.
func FoldWord(r *result.Result) clean.Text {
	if r == nil {
		return "no fold"
	}
	text := clean.Sprintf("fold %d of %d", r.Point.Fold+1, max(r.Point.Folds, r.Point.Repeats, 1))
	if r.Point.Draw > 0 {
		text += clean.Sprintf(", draw %d", r.Point.Draw+1)
	}
	return text
}

// Chosen returns the user's part of an inquiry.
func (sc *Scene) Chosen() Hand {
	h := Hand{picked: sc.Table.Picked, fold: sc.Fold}
	if h.picked {
		h.chosen = sc.Table.Chosen
	}
	return h
}

// Result returns the selected fold of a row, or the next one that did not fail; nil if none is
// finished.
func (sc *Scene) Result(row *choose.Row) *result.Result {
	n := len(row.Results)
	for i := range n {
		if r := row.Results[(sc.Fold+i)%n]; r.Error == "" {
			return r
		}
	}
	return nil
}

// Serves reports whether a probe answers the inquiry of the current page, or answered it before
// further points finished.
func (sc *Scene) Serves(p *Probe, want Inquiry) bool {
	return p != nil && (p.Inquiry == want || p.Kind == want.Kind && p.Hand == sc.Chosen())
}

// Inspection returns the features and the graph of the selected fold; while they are unknown it
// returns nil and the reason.
func (sc *Scene) Inspection() (x *resolve.Inspection, text clean.Text) {
	p, text := sc.Answered(Inspecting)
	if p == nil {
		return nil, text
	}
	return p.Inspection, ""
}

// Latest returns the latest answer to the inquiry of the current page, or to an earlier version
// of it; nil if there is none.
func (sc *Scene) Latest() *Probe {
	want, any := sc.Asks()
	if !any {
		return nil
	}
	if p := sc.Probes[want.Kind]; p != nil && p.Inquiry == want && !p.Pending {
		if p.Err != nil {
			return nil
		}
		return p
	}
	if p := sc.Answers[want.Kind]; sc.Serves(p, want) {
		if row, _ := sc.subject(p); row != nil {
			return p
		}
	}
	return nil
}

// subject returns the row and the fold that an answer describes; nil if they are absent, as
// after a replay went back.
func (sc *Scene) subject(p *Probe) (*choose.Row, *result.Result) {
	i, ok := sc.Sweep.Index[p.Of.Config()]
	if !ok {
		return nil, nil
	}
	row := &sc.Sweep.Rows[i]
	for _, r := range row.Results {
		if r.Error == "" && (r.Point == p.Of || p.Kind == Rescoring) {
			return row, r
		}
	}
	return nil, nil
}

// Inspected returns the row and the fold that a page with details shows: the selected ones, or
// those of the previous answer until the new one is computed.
func (sc *Scene) Inspected() (*choose.Row, *result.Result) {
	if p := sc.Latest(); sc.isStale(p) {
		return sc.subject(p)
	}
	row := sc.Table.Row(&sc.Sweep)
	if row == nil {
		return nil, nil
	}
	return row, sc.Result(row)
}

// isStale reports whether an answer describes another point than the selected one.
func (sc *Scene) isStale(p *Probe) bool {
	want, _ := sc.Asks()
	return p != nil && p.Of != want.Of
}

// Answered returns the probe with the answer to the inquiry of the current page; nil and the
// reason if there is none.
func (sc *Scene) Answered(kind Kind) (*Probe, clean.Text) {
	want, any := sc.Asks()
	row := sc.Table.Row(&sc.Sweep)
	switch {
	case row != nil && len(row.Results) == 0:
		return nil, "this point is not computed yet"
	case row != nil && !row.Measured():
		return nil, "this point failed: " + clean.Of(row.Results[0].Error)
	case !any || want.Kind != kind:
		return nil, "no point is finished yet"
	}
	if p := sc.Latest(); p != nil {
		return p, ""
	}
	switch p := sc.Probes[kind]; {
	case p != nil && p.Inquiry == want && p.Err != nil:
		return nil, clean.Of(p.Err.Error())
	case sc.Set == nil && sc.Problem != nil:
		return nil, "this needs the data. " + clean.Of(sc.Problem.Error())
	case sc.Set == nil:
		return nil, "reading the data…"
	}
	return nil, "recomputing this point…"
}

// PointHead draws the heading of a tab that shows a fold.
func (sc *Scene) PointHead(w int) clean.Text {
	detail := clean.Text("")
	if row, r := sc.Inspected(); row != nil {
		detail = FoldWord(r) + " · " + sc.Words(row.Config)
		if sc.isStale(sc.Latest()) {
			detail = "loading the next one… · " + detail
		}
	}
	return sc.TabHead(detail, w)
}

// InspectSelected returns the inquiry for the features and the graph of the selected fold;
// false if the point has none.
func (sc *Scene) InspectSelected() (Inquiry, bool) {
	row := sc.Table.Row(&sc.Sweep)
	if row == nil || !row.Measured() {
		return Inquiry{}, false
	}
	r := sc.Result(row)
	return Inquiry{Kind: Inspecting, Point: r.Point, Of: r.Point}, true
}

// Inside is the common part of pages that are tabs of a point, can be opened by an action, and
// show one answer about the selected fold.
type Inside struct {
	ID    Name // name of the page, the tab and the action
	Place int  // position of the tab from 1
	Key   string
	Long  clean.Text
	Kind  Kind
	// Lacks returns the reason why the page has nothing to show for a row; "" if it has.
	Lacks func(*choose.Row) clean.Text
}

// Name returns the page's name.
func (t *Inside) Name() Name { return t.ID }

// Tab returns the page's tab.
func (t *Inside) Tab() Tab {
	return Tab{Place: t.Place, Key: t.Key, Title: clean.Of(string(t.ID)), Off: t.Off}
}

// Opens returns the action that opens the page.
func (t *Inside) Opens() Action {
	return Action{ID: string(t.ID), Group: views, Who: Anyone, Keys: []string{t.Key}, Short: clean.Of(string(t.ID)), Long: t.Long, Modes: AnyMode, Off: t.Off}
}

// Off returns the reason why the page has nothing to show for the row under the cursor; ""
// if it has.
func (t *Inside) Off(sc *Scene) clean.Text {
	row := sc.Table.Row(&sc.Sweep)
	if row == nil {
		return "no point is finished yet"
	}
	return t.Lacks(row)
}

// Inquiry returns the page's inquiry about the selected fold.
func (t *Inside) Inquiry(sc *Scene) (Inquiry, bool) {
	q, any := sc.InspectSelected()
	q.Kind = t.Kind
	return q, any && t.Off(sc) == ""
}

// Draw draws the heading, and below it the answer by body in w×h cells. Without an answer it
// draws the reason.
func (t *Inside) Draw(sc *Scene, size layout.Size, body func(answer *Probe, w, h int) []clean.Text) []clean.Text {
	w, h := size.W, size.H-1
	lines := []clean.Text{sc.PointHead(w)}
	var answer *Probe
	off := t.Off(sc)
	if off == "" {
		answer, off = sc.Answered(t.Kind)
	}
	if answer == nil {
		return append(lines, layout.Waiting(sc.Style, off, w, h)...)
	}
	return append(lines, body(answer, w, h)...)
}
