package ui

import (
	"context"
	"io"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/keys"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/snapshot"
	"example.com/sfatui/ui/uitest"
	"example.com/sfatui/ui/work"
)

// fakeConfig is a terminal of tests: no colour, and a clock that stands still.
func fakeConfig() Config {
	return Config{In: nil, Out: io.Discard, Environ: []string{"TERM=dumb"}, Settings: settings.Settings{Glyphs: "unicode"}, Now: func() time.Time { return uitest.Epoch.Add(20 * time.Second) }}
}

// newFake is a model of the given size.
func newFake(t testing.TB, md page.Mode, w, h int) *model {
	t.Helper()
	m := newModel(fakeConfig(), md)
	m.work = work.NewGroup(t.Context())
	m.W, m.H = w, h
	return m
}

// withSession shows the fake session as far as its records go.
func (m *model) withSession(records []record.Record) *model {
	m.Session = &sessions.Session{Dir: "/home/me/sessions/fake.sfa", Header: sessions.Header{Name: "fake", Created: uitest.Epoch, Host: "node7",
		Engine: "0.1.0", KernelPath: "gonum-amd64", Data: sessions.Data{Name: "fake", N: 700, D: 3, Segments: 16, Classes: 2}}}
	points := uitest.Points()
	m.Sweep.SetPlan(snapshot.OutlineOf(points), snapshot.CriterionOf(sweep.Spec{}, points))
	m.reduce(records)
	return m
}

// ready has data and a plan.
func ready(t testing.TB, w, h int) *model {
	t.Helper()
	m := newFake(t, page.Live, w, h)
	m.Spec.Split.Validation = 0.25
	m.loadID = m.id()
	m.Update(dataOpened{m.loadID, uitest.Set(), "fake", nil})
	m.Update(checked{editor.CheckSpec(context.Background(), m.editor.Check.ID, m.Set, m.Hash, m.editor.Draft, sweep.RunOptions{Workers: 2}, snapshot.Outline{})})
	if m.Plan == nil {
		t.Fatal("no plan: ", m.Problem)
	}
	return m
}

// keys presses keys one after another.
func (m *model) keys(names ...string) {
	for _, name := range names {
		k := keys.Press{Name: name}
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
