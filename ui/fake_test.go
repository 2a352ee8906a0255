package ui

import (
	"context"
	"io"
	"slices"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/output"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/advice"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/page/palette"
	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/uitest"
)

// fakeConfig returns a configuration for tests: no colour, and a constant clock.
func fakeConfig() Config {
	return Config{In: nil, Out: io.Discard, Environ: []string{"TERM=dumb"}, Settings: settings.Settings{Glyphs: "unicode"}, Now: func() time.Time { return uitest.Epoch.Add(20 * time.Second) }}
}

// newFake returns a model of the given size.
func newFake(t testing.TB, md page.Mode, w, h int) *model {
	t.Helper()
	m := newModel(fakeConfig(), md)
	m.ctl.Work = control.NewGroup(t.Context())
	m.scene.W, m.scene.H = w, h
	return m
}

// withSession shows the fake session up to the last of the records.
func (m *model) withSession(records []record.Record) *model {
	m.scene.Session = &sessions.Session{Contents: &journal.Contents{Dir: "/home/me/sessions/fake.sfa"}, Header: sessions.Header{Name: "fake", Created: uitest.Epoch, Host: "node7",
		Engine: "0.10.0", KernelPath: "gonum-amd64", Data: sessions.Data{Name: "fake", N: 700, D: 3, Segments: 16, Classes: 2}}}
	points := uitest.Points()
	m.scene.Sweep.SetPlan(sweepview.OutlineOf(points), sweepview.CriterionOf(sweep.Spec{}, points))
	m.ctl.Reduce(records)
	return m
}

// newReady returns a model with data and a plan.
func newReady(t testing.TB, w, h int) *model {
	t.Helper()
	m := newFake(t, page.Live, w, h)
	m.scene.Spec.Split.Validation = 0.25
	m.ctl.Data.LoadID = m.ctl.NextID()
	m.Update(control.DataOpened{ID: m.ctl.Data.LoadID, Set: uitest.Set(), Hash: "fake", Err: nil})
	m.finishCheckFor(sweepview.Outline{})
	if m.scene.Plan == nil {
		t.Fatal("no plan: ", m.scene.Problem)
	}
	return m
}

// finishCheckFor completes the check that the editor waits for, given the existing plan.
func (m *model) finishCheckFor(planned sweepview.Outline) {
	check := func() draft.Check {
		return draft.CheckSpec(context.Background(), 0, m.scene.Set, m.scene.Hash, m.editor().Draft.Spec, sweep.RunOptions{Workers: 2}, planned)
	}
	var c draft.Check
	if len(planned.Points) > 0 {
		c = check()
	} else {
		of := checkOf{m.scene.Set.Hash(), m.scene.Hash, m.editor().Draft.Spec}
		if _, ok := checks[of]; !ok {
			checks[of] = check()
		}
		c = checks[of]
	}
	c.ID = m.editor().Draft.Check.ID
	m.Update(editor.Checked{Check: c})
}

// checks caches the checks of drafts that many tests need, with nothing planned.
var checks = map[checkOf]draft.Check{}

type checkOf struct {
	set, hash string
	spec      sweep.Spec
}

// keys presses keys one after another.
func (m *model) keys(names ...string) {
	for _, name := range names {
		k := input.Press{Name: name}
		if len([]rune(name)) == 1 {
			k.Text = name
		}
		m.press(k)
	}
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (m *model) overview() *overview.Page { return m.page(page.Overview).(*overview.Page) }

func (m *model) editor() *editor.Page { return m.page(page.Editor).(*editor.Page) }

func (m *model) palette() *palette.Page { return m.page(page.Palette).(*palette.Page) }

func (m *model) advice() *advice.Page { return m.page(page.Advice).(*advice.Page) }

// recreatePages creates the pages again for the current configuration.
func (m *model) recreatePages() { m.pages = m.newPages(); m.actions = m.orderedActions() }

func (m *model) actionNamed(id string) *page.Action {
	return &m.actions[slices.IndexFunc(m.actions, func(a page.Action) bool { return a.ID == id })]
}

// paneView returns the view of a chart of the overview.
func (m *model) paneView(pane int) sweepview.View {
	o := m.overview()
	switch pane {
	case overview.PaneSlowness:
		return o.Slowness.Aim(&m.scene.Sweep, m.scene.Lens, m.scene.Base())
	case overview.PaneVariance:
		return o.Variance.Aim(&m.scene.Sweep, m.scene.Lens, m.scene.Base())
	}
	return o.Accuracy.Aim(&m.scene.Sweep, m.scene.Lens, m.scene.Base())
}

// copyTo redirects copied text to a writer.
func (m *model) copyTo(w io.Writer) {
	m.wire = terminal.NewOutput(w, nil)
	m.output = output.New(m.ctl, m.wire, m.cfg.Host == nil, m.capturePage)
	m.actions = m.orderedActions()
}
