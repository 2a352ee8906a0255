package tasks_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/tasks"
	"example.com/sfatui/ui/theme"
)

// fakeSource is a source with given answers.
type fakeSource struct {
	tasks     jobs.Overview
	cancelled []string
	submitted int
	err       error
}

func (f *fakeSource) Status(context.Context, *sessions.Session, record.State) jobs.Overview {
	return f.tasks
}

func (f *fakeSource) Submitted(context.Context, *sessions.Session, record.State) *list.Submitted {
	return nil
}

func (f *fakeSource) Tail(*sessions.Session, string) ([]string, error) {
	return []string{"task 2 of 3 on n2", "sfatui: \x1b[31mit broke\x07"}, f.err
}

func (f *fakeSource) Cancel(_ context.Context, _ *sessions.Session, names ...string) error {
	f.cancelled = append(f.cancelled, names...)
	return f.err
}

func (f *fakeSource) Submit(context.Context, *sessions.Session) (string, error) {
	f.submitted++
	return "queued as 43", f.err
}

// three returns a running, a failed and a waiting task.
func three() jobs.Overview {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.Local)
	return jobs.Overview{Missing: 20, Unclaimed: 8, Tasks: []jobs.Task{
		{I: 1, Of: 3, Node: "n1", Kind: jobs.Running, State: "runs", Points: 10, Done: 4, Since: at, Job: "42_1", Log: "/s/1.txt"},
		{I: 2, Of: 3, Node: "n2", Kind: jobs.Broken, State: "failed", Points: 10, Done: 2, Since: at, Job: "42_2", Log: "/s/2.txt", Why: "it broke"},
		{I: 3, Of: 3, Kind: jobs.Waiting, State: "queued", Points: 6, Since: at, Job: "42_3"},
	}}
}

// shown returns the page with the answers of a source.
func shown(src tasks.Source) (*tasks.Page, *page.Scene) {
	p := tasks.New(context.Background, src)
	sc := &page.Scene{Shown: page.Tasks, Session: &sessions.Session{}, Style: &theme.Style{}, W: 80, H: 24, Now: time.Unix(0, 0)}
	p.Enter(sc)
	run(p, sc, p.Update(sc, nil))
	return p, sc
}

func run(p *tasks.Page, sc *page.Scene, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	msg := cmd()
	if batch, ok := msg.(tea.BatchMsg); ok {
		for _, cmd := range batch {
			run(p, sc, cmd)
		}
		return
	}
	run(p, sc, p.Update(sc, msg))
}

func press(t *testing.T, p *tasks.Page, sc *page.Scene, key string) {
	t.Helper()
	for _, a := range p.Actions() {
		if a.Keys[0] == key {
			if why := a.Off(sc); why != "" {
				sc.Message = why
				return
			}
			run(p, sc, a.Do(sc, key))
			return
		}
	}
	t.Fatalf("nothing is done by %q", key)
}

func text(p *tasks.Page, sc *page.Scene) string {
	out := ""
	for _, line := range p.View(sc, layout.Size{W: 80, H: 20}) {
		out += string(line) + "\n"
	}
	return out
}

// There is a row for each task, marked without colours; the log of the one under the cursor can
// be read, the task can be cancelled, and points without a task can be submitted.
func TestTasks(t *testing.T) {
	src := &fakeSource{tasks: three()}
	p, sc := shown(src)
	for _, want := range []string{"◷ 1 run 1 queued 0 done ✗1", "›1/3       n1           ● runs", "4/10  12:00:00", "2/3       n2           ✗ failed: it broke", "3/3       –            ◷ queued", "8 missing points"} {
		if got := text(p, sc); !strings.Contains(got, want) {
			t.Errorf("%q is not on\n%s", want, got)
		}
	}
	p.Move(sc, 1)
	press(t, p, sc, "enter")
	if got := text(p, sc); !strings.Contains(got, "log of task 2") || !strings.Contains(got, "it broke") || strings.ContainsAny(got, "\x1b\x07") {
		t.Errorf("the log is\n%q", got)
	}
	press(t, p, sc, "enter")
	if got := text(p, sc); !strings.Contains(got, "›2/3") {
		t.Errorf("back is\n%s", got)
	}
	if press(t, p, sc, "X"); sc.Ask != nil || !strings.Contains(string(sc.Message), "neither queued nor running") {
		t.Errorf("a task that ended: %q", sc.Message)
	}
	p.Move(sc, 10)
	press(t, p, sc, "X")
	if sc.Ask == nil || len(src.cancelled) != 0 {
		t.Fatal("nothing is asked")
	}
	run(p, sc, sc.Ask.Answer("y"))
	if len(src.cancelled) != 1 || src.cancelled[0] != "42_3" || sc.Message != "cancelled 42_3" {
		t.Errorf("cancelled %v: %q", src.cancelled, sc.Message)
	}
	press(t, p, sc, "s")
	src.err = errors.New("at a \x1blimit")
	run(p, sc, sc.Ask.Answer("y"))
	if src.submitted != 1 || !strings.HasPrefix(string(sc.Message), "at a") || strings.Contains(string(sc.Message), "\x1b") {
		t.Errorf("submitted %d times: %q", src.submitted, sc.Message)
	}
}

// Without tasks the page shows what to do.
func TestNoTasks(t *testing.T) {
	p, sc := shown(&fakeSource{tasks: jobs.Overview{Missing: 7}})
	if got := text(p, sc); !strings.Contains(got, "s submits the 7 missing points") {
		t.Errorf("the page is\n%s", got)
	}
	if press(t, p, sc, "enter"); sc.Message != "there is no task" {
		t.Errorf("enter: %q", sc.Message)
	}
	p, sc = shown(&fakeSource{})
	if press(t, p, sc, "s"); sc.Message != "every point is computed" {
		t.Errorf("s: %q", sc.Message)
	}
}
