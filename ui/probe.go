package ui

import (
	"context"
	"time"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	tea "github.com/charmbracelet/bubbletea"
)

// probed is the answer to an inquiry.
type probed struct {
	id         int
	err        error
	inspection *run.Inspection
	rescored   *run.Rescored
	variances  []float64
}

// settle is how long a selection must stand before a point is computed again.
const settle = 150 * time.Millisecond

// inquires says what the view shown needs computed; false for nothing.
func (m *model) inquires() (page.Inquiry, bool) {
	if p, ok := m.pages[m.Shown].(page.Inquirer); ok {
		return p.Inquiry(m.Scene)
	}
	row := m.Table.Row(&m.Sweep)
	if row == nil || !row.Measured() {
		return page.Inquiry{}, false
	}
	r := m.Result(row)
	switch {
	case m.Shown == page.Overview && m.focus == overview.PaneVariance && m.zoomed:
		if len(r.Variance.Each) == 0 {
			return page.Inquiry{Kind: page.Checking, Point: r.Point, Of: r.Point}, true
		}
		twin, ok := run.Twin(r.Point)
		return page.Inquiry{Kind: page.Checking, Point: twin, Of: r.Point}, ok
	case m.Shown == page.Overview && m.focus == overview.PaneAccuracy && m.zoomed && (readout.Classifies(row.Config) || readout.Predicts(row.Config)):
		return page.Inquiry{Kind: page.Rescoring, Point: row.Config, Of: row.Config, Folds: len(row.Results) - row.Failed}, true
	}
	return page.Inquiry{}, false
}

// attend begins what the view shown needs, and cancels what is computed for one
// that was left. What only moved by itself waits for what is being computed:
// each new best point would put off the answer for ever.
func (m *model) attend() tea.Cmd {
	want, any := m.inquires()
	for _, p := range m.Probes {
		if p != nil && p.Pending && !(any && m.Serves(p, want)) {
			p.Cancel()
			m.Probes[p.Kind] = nil
		}
	}
	if !any {
		if _, ok := m.pages[m.Shown].(page.DataPage); ok {
			return m.needData()
		}
		return nil
	}
	if p := m.Probes[want.Kind]; p != nil && (p.Pending || p.Inquiry == want) {
		return nil
	}
	if m.Set == nil {
		return m.needData()
	}
	return m.probe(want)
}

// needData reads the data of a session that was opened, once.
func (m *model) needData() tea.Cmd {
	if m.Set != nil || m.loading != nil || m.Problem != nil || m.Session == nil && m.Mode != page.Live {
		return nil
	}
	return m.openData()
}

// probe begins to answer an inquiry.
func (m *model) probe(q page.Inquiry) tea.Cmd {
	ctx, cancel := context.WithCancel(m.work.Context)
	p := &page.Probe{Inquiry: q, Hand: m.Chosen(), ID: m.id(), Cancel: cancel, Pending: true}
	m.Probes[q.Kind] = p
	set, hash, w, bench := m.Set, m.Hash, m.work, m.cfg.Host
	var folds, readouts []part.Point
	if q.Kind == page.Rescoring {
		for _, r := range m.Table.Row(&m.Sweep).Results {
			if r.Error == "" {
				folds = append(folds, r.Point)
			}
		}
		for i := range m.Sweep.Rows {
			readouts = append(readouts, m.Sweep.Rows[i].Config)
		}
	}
	return func() tea.Msg {
		answer := probed{id: p.ID}
		w.Aside(func() {
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
			answer.err = w.Safely(func() (err error) {
				switch q.Kind {
				case page.Inspecting:
					answer.inspection, err = run.Inspect(ctx, set, hash, q.Point)
				case page.Rescoring:
					answer.rescored, err = run.Rescore(ctx, set, hash, folds, readouts)
				case page.Checking:
					answer.variances, err = run.Variances(ctx, set, hash, q.Point)
				}
				return err
			})
		})
		return answer
	}
}

// probed takes up an answer, unless something else was asked since.
func (m *model) probed(msg probed) {
	for _, p := range m.Probes {
		if p != nil && p.ID == msg.id {
			p.Pending, p.Err, p.Inspection, p.Rescored, p.Variances = false, msg.err, msg.inspection, msg.rescored, msg.variances
			if p.Err == nil {
				m.Answers[p.Kind] = p
			}
		}
	}
}
