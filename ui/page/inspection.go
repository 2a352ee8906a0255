package page

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
)

// FoldWord says which fold a result is of, of how many.
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

func (sc *Scene) Chosen() Hand {
	h := Hand{picked: sc.Table.Picked, fold: sc.Fold}
	if h.picked {
		h.chosen = sc.Table.Chosen
	}
	return h
}

// Result is the fold of a row that is looked into, not one that failed; nil
// where none is finished.
func (sc *Scene) Result(row *choose.Row) *result.Result {
	n := len(row.Results)
	for i := range n {
		if r := row.Results[(sc.Fold+i)%n]; r.Error == "" {
			return r
		}
	}
	return nil
}

// Serves says that a probe is about what the view shown asks, or asked before
// points came in.
func (sc *Scene) Serves(p *Probe, want Inquiry) bool {
	return p != nil && (p.Inquiry == want || p.Kind == want.Kind && p.Hand == sc.Chosen())
}

// Inspection is what was found out about the fold looked into, nil while it is
// not known; then text says why.
func (sc *Scene) Inspection() (x *resolve.Inspection, text clean.Text) {
	p, text := sc.Answered(Inspecting)
	if p == nil {
		return nil, text
	}
	return p.Inspection, ""
}

// Latest is the latest answer to what the view shown asks, or asked before
// points came in; nil where there is none.
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

// subject is the row and the fold of it that an answer tells about; nil where
// they are not there: a replay may have gone back.
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

// Looked is the row and the fold of it that a view of what is inside of a point
// shows: those selected, but while what is inside of these is computed those of
// the answer that is still shown.
func (sc *Scene) Looked() (*choose.Row, *result.Result) {
	if p := sc.Latest(); sc.renews(p) {
		return sc.subject(p)
	}
	row := sc.Table.Row(&sc.Sweep)
	if row == nil {
		return nil, nil
	}
	return row, sc.Result(row)
}

// renews says that an answer is shown until another is there.
func (sc *Scene) renews(p *Probe) bool {
	want, _ := sc.Asks()
	return p != nil && p.Of != want.Of
}

// Answered is the probe that has answered what the view shown asks, nil while
// there is none; then text says why.
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
	return nil, "computing this point again…"
}

// PointHead heads a tab of the point place that shows what is inside of a fold.
func (sc *Scene) PointHead(w int) clean.Text {
	detail := clean.Text("")
	if row, r := sc.Looked(); row != nil {
		detail = FoldWord(r) + " · " + sc.Words(row.Config)
		if sc.renews(sc.Latest()) {
			detail = "another is coming… · " + detail
		}
	}
	return sc.TabHead(detail, w)
}

// InspectSelected asks for the features and the graph of the fold that is looked
// into of the selected row.
func (sc *Scene) InspectSelected() (Inquiry, bool) {
	row := sc.Table.Row(&sc.Sweep)
	if row == nil || !row.Measured() {
		return Inquiry{}, false
	}
	r := sc.Result(row)
	return Inquiry{Kind: Inspecting, Point: r.Point, Of: r.Point}, true
}

// Inside is what pages have in common that are tabs of the point place, opened by an action
// too, and show one answer about the fold that is looked into of the selected row.
type Inside struct {
	ID    Name // of the page, and what the tab and the action are called
	Digit string
	Keys  []string
	Long  clean.Text
	Kind  Kind
	// Lacks says why a row has no such answer, "" where it has.
	Lacks func(*choose.Row) clean.Text
}

func (t *Inside) Name() Name { return t.ID }

func (t *Inside) Tab() Tab { return Tab{Digit: t.Digit, Title: clean.Of(string(t.ID)), Off: t.Off} }

func (t *Inside) Opens() Action {
	return Action{ID: string(t.ID), Group: views, Who: Anyone, Keys: t.Keys, Short: clean.Of(string(t.ID)), Long: t.Long, Modes: AnyMode, Off: t.Off}
}

// Off says why the row under the cursor has none.
func (t *Inside) Off(sc *Scene) clean.Text {
	row := sc.Table.Row(&sc.Sweep)
	if row == nil {
		return "no point is finished yet"
	}
	return t.Lacks(row)
}

func (t *Inside) Inquiry(sc *Scene) (Inquiry, bool) {
	q, any := sc.InspectSelected()
	q.Kind = t.Kind
	return q, any && t.Off(sc) == ""
}

// Draw is the page: its head, and below it what body draws of the answer in w×h cells.
// Until there is one, or where there is none, that is said.
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
