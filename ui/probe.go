package ui

import (
	"context"
	"time"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	tea "github.com/charmbracelet/bubbletea"
)

// probeKind is a way of looking into finished points again.
type probeKind int

const (
	inspecting probeKind = iota // the features and the graph of one fold
	rescoring                   // groups and readouts over all folds
	checking                    // the variances with the other kernel, plain or shifted
	probeKinds
)

// inquiry is a question about points that the results do not answer.
type inquiry struct {
	kind  probeKind
	point part.Point // that is computed again: of a fold, or a configuration
	of    part.Point // that this tells about: point, or its twin
	folds int        // finished ones
}

// hand is what the user chose of an inquiry. The rest moves by itself while
// points come in: the best one, and which folds are finished.
type hand struct {
	picked bool
	chosen part.Point // where picked
	fold   int
}

func (m *model) hand() hand {
	h := hand{picked: m.table.picked, fold: m.fold}
	if h.picked {
		h.chosen = m.table.chosen
	}
	return h
}

// probe is what is known of the answer to an inquiry.
type probe struct {
	inquiry
	hand       hand
	id         int
	cancel     context.CancelFunc
	pending    bool
	err        error
	inspection *sweep.Inspection
	rescored   *sweep.Rescored
	variances  []float64
}

// probed is the answer to an inquiry.
type probed struct {
	id         int
	err        error
	inspection *sweep.Inspection
	rescored   *sweep.Rescored
	variances  []float64
}

// settle is how long a selection must stand before a point is computed again.
const settle = 150 * time.Millisecond

// inquires says what the view shown needs computed; false for nothing.
func (m *model) inquires() (inquiry, bool) {
	row := m.table.row(&m.scene)
	if row == nil || !row.Measured() {
		return inquiry{}, false
	}
	r := m.result(row)
	switch {
	case m.page == pageFeatures, m.page == pageGraph:
		return inquiry{kind: inspecting, point: r.Point, of: r.Point}, true
	case m.page == pageMain && m.focus == paneVariance && m.zoomed:
		if len(r.Variance.Each) == 0 {
			return inquiry{kind: checking, point: r.Point, of: r.Point}, true
		}
		twin, ok := sweep.Twin(r.Point)
		return inquiry{kind: checking, point: twin, of: r.Point}, ok
	case m.page == pageMain && m.focus == paneAccuracy && m.zoomed && (readout.Classifies(row.Config) || readout.Predicts(row.Config)):
		return inquiry{kind: rescoring, point: row.Config, of: row.Config, folds: len(row.Results) - row.Failed}, true
	}
	return inquiry{}, false
}

// result is the fold of a row that is looked into, not one that failed; nil
// where none is finished.
func (m *model) result(row *choose.Row) *result.Result {
	n := len(row.Results)
	for i := range n {
		if r := row.Results[(m.fold+i)%n]; r.Error == "" {
			return r
		}
	}
	return nil
}

// serves says that a probe is about what the view shown asks, or asked before
// points came in.
func (m *model) serves(p *probe, want inquiry) bool {
	return p != nil && (p.inquiry == want || p.kind == want.kind && p.hand == m.hand())
}

// attend begins what the view shown needs, and cancels what is computed for one
// that was left. What only moved by itself waits for what is being computed:
// each new best point would put off the answer for ever.
func (m *model) attend() tea.Cmd {
	want, any := m.inquires()
	for _, p := range m.probes {
		if p != nil && p.pending && !(any && m.serves(p, want)) {
			p.cancel()
			m.probes[p.kind] = nil
		}
	}
	if !any {
		if m.page == pageData {
			return m.needData()
		}
		return nil
	}
	if p := m.probes[want.kind]; p != nil && (p.pending || p.inquiry == want) {
		return nil
	}
	if m.set == nil {
		return m.needData()
	}
	return m.probe(want)
}

// needData reads the data of a session that was opened, once.
func (m *model) needData() tea.Cmd {
	if m.set != nil || m.loading != nil || m.problem != nil || m.session == nil && m.mode != live {
		return nil
	}
	return m.openData()
}

// probe begins to answer an inquiry.
func (m *model) probe(q inquiry) tea.Cmd {
	ctx, cancel := context.WithCancel(m.work.ctx)
	p := &probe{inquiry: q, hand: m.hand(), id: m.id(), cancel: cancel, pending: true}
	m.probes[q.kind] = p
	set, hash, w, bench := m.set, m.hash, m.work, m.cfg.Bench
	var folds, readouts []part.Point
	if q.kind == rescoring {
		for _, r := range m.table.row(&m.scene).Results {
			if r.Error == "" {
				folds = append(folds, r.Point)
			}
		}
		for i := range m.scene.Rows {
			readouts = append(readouts, m.scene.Rows[i].Config)
		}
	}
	return func() tea.Msg {
		answer := probed{id: p.id}
		w.aside(func() {
			defer cancel()
			select {
			case <-time.After(settle):
			case <-ctx.Done():
				answer.err = ctx.Err()
				return
			}
			if bench != nil {
				done, err := bench.Aside(ctx)
				if err != nil {
					answer.err = err
					return
				}
				defer done()
			}
			answer.err = w.safely(func() (err error) {
				switch q.kind {
				case inspecting:
					answer.inspection, err = sweep.Inspect(ctx, set, hash, q.point)
				case rescoring:
					answer.rescored, err = sweep.Rescore(ctx, set, hash, folds, readouts)
				case checking:
					answer.variances, err = sweep.Variances(ctx, set, hash, q.point)
				}
				return err
			})
		})
		return answer
	}
}

// probed takes up an answer, unless something else was asked since.
func (m *model) probed(msg probed) {
	for _, p := range m.probes {
		if p != nil && p.id == msg.id {
			p.pending, p.err, p.inspection, p.rescored, p.variances = false, msg.err, msg.inspection, msg.rescored, msg.variances
			if p.err == nil {
				m.answers[p.kind] = p
			}
		}
	}
}

// inspection is what was found out about the fold looked into, nil while it is
// not known; then text says why.
func (m *model) inspection() (x *sweep.Inspection, text clean.Text) {
	p, text := m.answered(inspecting)
	if p == nil {
		return nil, text
	}
	return p.inspection, ""
}

// latest is the latest answer to what the view shown asks, or asked before
// points came in; nil where there is none.
func (m *model) latest() *probe {
	want, any := m.inquires()
	if !any {
		return nil
	}
	if p := m.probes[want.kind]; p != nil && p.inquiry == want && !p.pending {
		if p.err != nil {
			return nil
		}
		return p
	}
	if p := m.answers[want.kind]; m.serves(p, want) {
		if row, _ := m.subject(p); row != nil {
			return p
		}
	}
	return nil
}

// subject is the row and the fold of it that an answer tells about; nil where
// they are not there: a replay may have gone back.
func (m *model) subject(p *probe) (*choose.Row, *result.Result) {
	i, ok := m.scene.Index[p.of.Config()]
	if !ok {
		return nil, nil
	}
	row := &m.scene.Rows[i]
	for _, r := range row.Results {
		if r.Error == "" && (r.Point == p.of || p.kind == rescoring) {
			return row, r
		}
	}
	return nil, nil
}

// looked is the row and the fold of it that a view of what is inside of a point
// shows: those selected, but while what is inside of these is computed those of
// the answer that is still shown.
func (m *model) looked() (*choose.Row, *result.Result) {
	if p := m.latest(); m.renews(p) {
		return m.subject(p)
	}
	row := m.table.row(&m.scene)
	if row == nil {
		return nil, nil
	}
	return row, m.result(row)
}

// renews says that an answer is shown until another is there.
func (m *model) renews(p *probe) bool {
	want, _ := m.inquires()
	return p != nil && p.of != want.of
}

// answered is the probe that has answered what the view shown asks, nil while
// there is none; then text says why.
func (m *model) answered(kind probeKind) (*probe, clean.Text) {
	want, any := m.inquires()
	row := m.table.row(&m.scene)
	switch {
	case row != nil && len(row.Results) == 0:
		return nil, "this point is not computed yet"
	case row != nil && !row.Measured():
		return nil, "this point failed: " + clean.Of(row.Results[0].Error)
	case !any || want.kind != kind:
		return nil, "no point is finished yet"
	}
	if p := m.latest(); p != nil {
		return p, ""
	}
	switch p := m.probes[kind]; {
	case p != nil && p.inquiry == want && p.err != nil:
		return nil, clean.Of(p.err.Error())
	case m.set == nil && m.problem != nil:
		return nil, "this needs the data. " + clean.Of(m.problem.Error())
	case m.set == nil:
		return nil, "reading the data…"
	}
	return nil, "computing this point again…"
}

// pointHead heads a page of what is inside of a point.
func (m *model) pointHead(number, name clean.Text, w int) clean.Text {
	detail := clean.Text("")
	if row, r := m.looked(); row != nil {
		detail = foldWord(r) + " · " + m.words(row.Config)
		if m.renews(m.latest()) {
			detail = "another is coming… · " + detail
		}
	}
	return layout.Header(m.style, number, name, detail, w, true)
}
