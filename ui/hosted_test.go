package ui

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/uitest"
)

// fakeBench is a host that does nothing.
type fakeBench struct{ standing control.Standing }

func (b *fakeBench) Begin(string, func(context.Context, func(record.Record)) (*compute.Execution, error)) (*compute.Execution, error) {
	return nil, errors.New("nothing begins here")
}

func (b *fakeBench) Follow(ctx context.Context, _ *sessions.Session, _ func(record.Record) error) error {
	<-ctx.Done()
	return ctx.Err()
}

func (b *fakeBench) Fork(*sessions.Session) (*sessions.Session, error) {
	return nil, errors.New("nothing is forked here")
}

func (b *fakeBench) Aside(context.Context) (done func(), err error) { return func() {}, nil }

func (b *fakeBench) Standing(string) control.Standing { return b.standing }

// atBenchAs returns a session opened on a host with the given permissions.
func atBenchAs(t *testing.T, standing control.Standing) *model {
	c := fakeConfig()
	c.Host = &fakeBench{standing}
	m := newModel(c, page.Opened)
	m.ctl.Work = control.NewGroup(t.Context())
	m.withSession(uitest.Then(uitest.Records(60, nil), sweep.Ended, uitest.Object{"reason": "cancelled"}))
	m.Init()
	t.Cleanup(func() { m.ctl.Work.Stop() })
	return m
}

// Users without permission see why, and none of their keys changes the sweep.
func TestWatchersDoNotAct(t *testing.T) {
	const why = "only the owner starts and changes sweeps"
	m := atBenchAs(t, control.Standing{Role: "viewer", Off: why, Watching: 3})
	if line := m.header.Title(80); !strings.Contains(string(line), "viewer, 3 watching") {
		t.Errorf("the title is %q", line)
	}
	for _, key := range []string{"s", " ", "x", "e"} {
		m.keys(key)
		if m.scene.Message != why || m.ctl.Starting || m.scene.Ask != nil || m.scene.Shown != page.Overview {
			t.Errorf("%q: message %q, starting %v, question %v, page %s", key, m.scene.Message, m.ctl.Starting, m.scene.Ask, m.scene.Shown)
		}
	}
	m.scene.Shown = page.Editor // on every page
	m.scene.Set = uitest.Set()
	m.keys("s")
	if m.scene.Message != why || m.ctl.Starting {
		t.Errorf("in the editor: message %q, starting %v", m.scene.Message, m.ctl.Starting)
	}
	m.scene.Shown = page.Overview
	hints, _ := m.footerHints()
	for _, hint := range hints {
		if hint.Press == "s" || hint.Press == "e" || hint.Press == "x" || hint.Press == "+" {
			t.Errorf("the footer offers %q", hint.Shown)
		}
	}
	m.keys("tab", "2", "d")
	if m.scene.Shown != page.Data {
		t.Error("a watcher cannot move around")
	}
}

// The owner can start a sweep if no other runs, sees which one runs, and quits without a
// question: the sweep continues.
func TestOwnerAtABench(t *testing.T) {
	const busy = "words.sfa is being computed: wait for its end, or cancel it"
	m := atBenchAs(t, control.Standing{Role: "owner", Busy: busy, Watching: 1})
	if line := m.header.Title(80); !strings.Contains(string(line), "owner ") || strings.Contains(string(line), "watching") {
		t.Errorf("the title is %q", line)
	}
	if m.keys("s"); m.scene.Message != busy || m.ctl.Starting {
		t.Errorf("message %q, starting %v", m.scene.Message, m.ctl.Starting)
	}
	m.cfg.Host.(*fakeBench).standing.Busy = ""
	m.Update(control.Ticked{Now: m.scene.Now})
	m.scene.Set = uitest.Set() // a server reads the data before the start
	cmd := m.press(input.Press{Name: "s"})
	if cmd == nil || !m.ctl.Starting {
		t.Fatal("s starts nothing: ", m.scene.Message)
	}
	m.Update(cmd())
	if m.ctl.Stopped == nil || !strings.Contains(m.View(), "nothing begins here") {
		t.Errorf("a start that is refused:\n%s", m.View())
	}
	m.ctl.Exec = &compute.Execution{}
	if cmd := m.press(input.Press{Name: "q"}); cmd == nil || m.scene.Ask != nil {
		t.Error("the owner is asked before leaving")
	}
	if m.press(input.Press{Name: "ctrl+c"}); m.departure.interrupted {
		t.Error("leaving interrupts the sweep")
	}
}

// Every action declares its users on a server and its heading, and actions that write files or
// change the sweep are not for all.
func TestAccess(t *testing.T) {
	m := atBenchAs(t, control.Standing{Role: "owner"})
	by := map[string]*page.Action{"undeclared": {ID: "undeclared"}}
	for i := range m.actions {
		a := &m.actions[i]
		by[a.ID] = a
		if a.Who == page.Nobody {
			t.Errorf("%s: no text states who may do it", a.ID)
		}
		if !slices.Contains(page.Headings, a.Group) {
			t.Errorf("%s: %q is no heading", a.ID, a.Group)
		}
	}
	for _, c := range []struct {
		ids           []string
		owner, viewer bool
	}{
		{[]string{"undeclared", "write", "read", "export", "save recipe", "play"}, false, false},
		{[]string{"start", "pause", "cancel", "edit", "note", "finer", "cancel point", "cancel task", "submit tasks", "take advice", "auto", "cycle", "role"}, true, false},
		{[]string{"copy", "fork", "pane", "settings", "set", "home open", "overlay axis", "advice", "help", "quit", "predictions"}, true, true},
	} {
		for _, id := range c.ids {
			if by[id] == nil {
				t.Errorf("there is no action %q", id)
				continue
			}
			m.ctl.Standing.Off = ""
			if why := m.denied(by[id]); (why == "") != c.owner {
				t.Errorf("%s for the owner: %q", id, why)
			}
			m.ctl.Standing.Off = "not yours"
			if why := m.denied(by[id]); (why == "") != c.viewer {
				t.Errorf("%s for a viewer: %q", id, why)
			}
		}
	}
	m.cfg.Host = nil
	for id, a := range by {
		if why := m.denied(a); why != "" {
			t.Errorf("%s without a server: %q", id, why)
		}
	}
}

// A failed fork leaves the user on the same session.
func TestForkFails(t *testing.T) {
	m := atBenchAs(t, control.Standing{Role: "viewer", Off: "not yours"})
	s := m.scene.Session
	cmd := m.press(input.Press{Name: "N"})
	if cmd == nil {
		t.Fatal(m.scene.Message)
	}
	m.Update(cmd())
	if m.scene.Session != s || m.ctl.Leave == nil || m.scene.Message != "not forked: nothing is forked here" {
		t.Errorf("session %v, message %q", m.scene.Session, m.scene.Message)
	}
	m.cfg.Host = nil
	if m.press(input.Press{Name: "N"}); m.scene.Message == "" {
		t.Error("without a server no text states the reason")
	}
}
