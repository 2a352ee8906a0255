package ui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/uitest"
)

// A panic in a background goroutine cancels the work and is stored for the program to return.
func TestPanicsAreCaught(t *testing.T) {
	fault := func(w *control.Group) any {
		if p := w.Failure.Load(); p != nil && w.Context.Err() != nil {
			return p.Value
		}
		return nil
	}
	w, f := control.NewGroup(t.Context()), control.NewFeed()
	w.Follow(f, func(context.Context) error { panic("reading") })
	b := f.Take(t.Context(), 0)
	var p *control.PanicError
	if !b.Closed || !errors.As(b.Err, &p) || fault(w) != "reading" || !strings.Contains(string(p.Stack), "TestPanicsAreCaught") {
		t.Errorf("a reader that panics: feed closed %v with %v, fault %v", b.Closed, b.Err, fault(w))
	}
	w.Stop()

	m := newFake(t, page.Live, 80, 24)
	batch := func() tea.Msg {
		return tea.BatchMsg{nil, func() tea.Msg { panic("command") }}
	}
	for _, part := range (panicGuard{m, m.ctl.Work}).guard(batch)().(tea.BatchMsg) {
		if part != nil {
			part()
		}
	}
	if fault(m.ctl.Work) != "command" {
		t.Errorf("a command in a batch that panics: fault %v", fault(m.ctl.Work))
	}

	for name, do := range map[string]func(panicGuard){
		"View": func(g panicGuard) {
			g.Model.(*model).scene.Style = nil
			g.View()
		},
		"Update": func(g panicGuard) {
			g.Model.(*model).cfg.Now = nil
			g.Update(tea.ResumeMsg{})
		},
	} {
		m := done(t, 80, 24)
		if do(panicGuard{m, m.ctl.Work}); fault(m.ctl.Work) == nil {
			t.Errorf("a panic in %s is lost", name)
		}
	}
}

// A panic in a command ends the program and restores the terminal.
func TestProgramReturnsPanics(t *testing.T) {
	term := newPTY(t, 80, 24)
	c := tinyConfig(t)
	c.AutoStart = true
	c.Dir = func(string) (string, error) { panic("no name for it") }
	err := waitForResult(term, term.start(c, func(c Config) (string, error) { return Workbench(t.Context(), c) })).err
	var p *control.PanicError
	if !errors.As(err, &p) || p.Value != "no name for it" {
		t.Errorf("ended with %v", err)
	}
	term.checkRestored()
}

// Errors of data and sweep are returned unchanged, and can be distinguished from other errors.
func TestProgramReturnsDataErrors(t *testing.T) { uitest.Bubble(t, testProgramReturnsDataErrors) }

func testProgramReturnsDataErrors(t *testing.T) {
	ragged := filepath.Join(t.TempDir(), "ragged.csv")
	if err := os.WriteFile(ragged, []byte("a,b\n1,2\n3\n4,5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	term := newTerminal(t, 80, 24)
	var usage *message.UsageError
	var spec *part.SpecError
	for _, c := range []struct {
		name   string
		change func(*Config)
		screen string
		as     any // nil for data that cannot be used
	}{
		{"ragged", func(c *Config) { c.Data = datasets.Options{Paths: []string{ragged}} }, "the data cannot be used", nil},
		{"no column", func(c *Config) { c.Data.Label = "nothing" }, "the data cannot be opened", &usage},
		{"axis", func(c *Config) { c.Spec.Set("sigma", "0") }, "the sweep is not valid", &spec},
		{"folds", func(c *Config) { c.Spec.Split.Folds = -1 }, "the sweep is not valid", &usage},
	} {
		config := tinyConfig(t)
		c.change(&config)
		ended := term.start(config, func(c Config) (string, error) { return Workbench(t.Context(), c) })
		term.until(c.screen)
		term.typeKeys("q")
		err := waitForResult(term, ended).err
		var data *page.DataError
		if !errors.As(err, &data) {
			t.Errorf("%s: ended with %v, want a data error", c.name, err)
		}
		if c.as != nil && !errors.As(err, c.as) || c.as == nil && (errors.As(err, &usage) || errors.As(err, &spec)) {
			t.Errorf("%s: ended with %T in it", c.name, data.Err)
		}
		term.checkRestored()
	}
}

func TestTerminalThatShowsNothing(t *testing.T) {
	for _, environ := range [][]string{{"TERM=dumb"}, {"TERM="}, {}} {
		c := fakeConfig()
		c.Environ = environ
		if _, err := Workbench(t.Context(), c); !errors.Is(err, ErrTerminal) {
			t.Errorf("%q: %v", environ, err)
		}
	}
}

// A session that another process computes is only followed; once that process has ended, it can
// be finished here.
func TestOpenWhatAnotherComputes(t *testing.T) { uitest.Bubble(t, testOpenWhatAnotherComputes) }

func testOpenWhatAnotherComputes(t *testing.T) {
	gate := uitest.HoldFits(t)
	term := newTerminal(t, 100, 30)
	c := tinyConfig(t)
	set, err := datasets.Open(t.Context(), c.Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := sweep.NewPlan(set, set.Hash(), c.Spec)
	if err != nil {
		t.Fatal(err)
	}
	c.Run.Workers = 1
	dir := filepath.Join(t.TempDir(), "other.sfa")
	other, err := compute.Start(t.Context(), compute.Request{Dir: dir, Options: c.Data, Set: set, Spec: c.Spec, Plan: plan, Run: c.Run})
	if err != nil {
		t.Fatal(err)
	}
	s, err := sessions.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	ended := term.start(c, func(c Config) (string, error) { return Open(t.Context(), c, s) })
	own, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	term.until("● running elsewhere", fmt.Sprintf("process %d on %s is computing it: shown live", os.Getpid(), own))
	term.typeKeys("s")
	term.until(fmt.Sprintf("process %d on %s is computing it", os.Getpid(), own))
	gate.Pass(t, 4) // two trainings per fit
	term.until("2/12 fits")
	other.Cancel()
	if err := other.Wait(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	term.typeKeys("g") // a key removes the message
	term.until("‖ stopped at", "s start")
	term.typeKeys("s")
	term.until("● running", "space pause")
	term.typeKeys("qq")
	if got := waitForResult(term, ended); got.err != nil || got.last != dir {
		t.Errorf("ended with %q, %v", got.last, got.err)
	}
	if s, err = sessions.Open(dir); err != nil || len(s.Damage()) != 0 || len(s.State().Conflicts) != 0 {
		t.Errorf("the session: %v, %v", err, s)
	}
}

// A writer is silent after 10 s, or after three times the longest gap so far; the gap between a
// killed writer and the next does not count.
func TestSilence(t *testing.T) {
	rs := uitest.Records(60, nil)
	last := func() time.Time { return uitest.Epoch.Add(time.Duration(rs[len(rs)-1].T) * time.Millisecond) }
	silent := func(after time.Duration) bool {
		m := newFake(t, page.Following, 80, 24).withSession(rs)
		m.scene.Now = last().Add(after)
		shown := strings.Contains(m.View(), "? silent")
		if shown != strings.Contains(m.View(), "sfatui resume "+m.scene.Session.Dir) || shown != (m.ctl.Elapsed() == m.scene.Sweep.State.Elapsed()) {
			t.Errorf("%v after the last record: badge, line and clock do not agree", after)
		}
		return shown
	}
	if silent(9*time.Second) || !silent(11*time.Second) {
		t.Error("the writer is not silent from 10 s on")
	}
	next := rs[len(rs)-1]
	next.T, next.N = next.T+5000, next.N+1
	rs = append(rs, next)
	if silent(14*time.Second) || !silent(16*time.Second) {
		t.Error("after a gap of 5 s the writer is not silent from 15 s on")
	}
	opened := uitest.Record(1, next.T+60_000, record.KindOpened, uitest.Object{"host": "node8"}, nil)
	began := uitest.Record(2, next.T+60_001, string(sweep.Started), uitest.Object{"total": 9}, nil)
	opened.Writer, began.Writer = "w2", "w2"
	rs = append(rs, opened, began)
	if silent(14*time.Second) || !silent(16*time.Second) {
		t.Error("the time without a writer counts as a gap")
	}
}

// s is off while another process computes the session, and on once that process is silent.
func TestStartWaitsForTheOther(t *testing.T) {
	m := looks["watching"](t, 80, 24)
	for _, key := range []string{"s", "x", " "} {
		if m.keys(key); m.scene.Message != "process 1 on node7 is computing it" || m.ctl.Starting {
			t.Errorf("%q shows %q", key, m.scene.Message)
		}
	}
	left := false
	m = looks["silent"](t, 80, 24)
	m.ctl.Leave = func() { left = true }
	if m.keys("s"); !m.ctl.Starting || !left || m.scene.Message != "" {
		t.Errorf("after silence: starting %v, watch left %v, message %q", m.ctl.Starting, left, m.scene.Message)
	}
}

// s and D ask first if tasks of the session are queued, because those would compute the same
// points.
func TestStartAsksBesideTheQueue(t *testing.T) {
	for _, key := range []string{"s", "D"} {
		m := looks["silent"](t, 80, 24)
		m.ctl.Leave = func() {}
		m.ctl.InQueue = func() *list.Submitted { return &list.Submitted{Waiting: 3, Queried: true} }
		if m.keys(key); m.scene.Ask == nil || m.ctl.Starting || m.ctl.Driver != nil {
			t.Fatalf("%s: it asks %v, starting %v, driver %v", key, m.scene.Ask, m.ctl.Starting, m.ctl.Driver)
		}
		if m.keys("n"); m.scene.Ask != nil || m.ctl.Starting || m.ctl.Driver != nil {
			t.Errorf("%s: after no it asks %v, starting %v, driver %v", key, m.scene.Ask, m.ctl.Starting, m.ctl.Driver)
		}
		if m.keys(key, key); !m.ctl.Starting || (m.ctl.Driver != nil) != (key == "D") {
			t.Errorf("%s: after yes starting %v, driver %v", key, m.ctl.Starting, m.ctl.Driver)
		}
	}
}
