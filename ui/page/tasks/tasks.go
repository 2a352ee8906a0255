// Package tasks is the page of a sweep that several machines compute: a line for each task with
// its node, state and number of fits, the end of its log, and the actions on it.
package tasks

import (
	"cmp"
	"context"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// Source reports, submits and cancels the tasks of a session.
type Source interface {
	Status(ctx context.Context, s *sessions.Session, st record.State) jobs.Overview
	// Submitted returns the state of a session in the queue, nil for none. It only lists the
	// submissions and queries the queue.
	Submitted(ctx context.Context, s *sessions.Session, st record.State) *list.Submitted
	Tail(s *sessions.Session, log string) ([]string, error)
	Cancel(ctx context.Context, s *sessions.Session, jobs ...string) error
	// Submit queues the missing points that are not queued, and returns a description.
	Submit(ctx context.Context, s *sessions.Session) (string, error)
}

// Page shows the tasks.
type Page struct {
	ctx func() context.Context
	src Source

	session        *sessions.Session // session that the following fields describe
	loaded         bool
	loading        bool
	doing          clean.Text // running action, "" for none
	nextStatusRead time.Time  // time of the next reading
	tasks          jobs.Overview

	queue         *list.Submitted
	asking        bool
	nextQueueRead time.Time // time of the next query of the queue

	cursor int
	log    []clean.Text // log of the task under the cursor, nil while the list is shown
	logOf  int
}

// New returns the page. Its commands are cancelled with the context that ctx returns.
func New(ctx func() context.Context, src Source) *Page { return &Page{ctx: ctx, src: src} }

// Name returns the page's name.
func (p *Page) Name() page.Name { return page.Tasks }

// Messages of the page's commands.
type (
	statusRead struct {
		of    *sessions.Session
		tasks jobs.Overview
	}
	logRead struct {
		task  int
		lines []clean.Text
	}
	commandDone struct{ text clean.Text }
)

// Asked is the message with the state of a session in the queue.
type Asked struct {
	session *sessions.Session
	queue   *list.Submitted
}

// statusInterval is the interval of reading the tasks while the page is shown. The queue is
// queried less often.
const statusInterval = 2 * time.Second

// Submitted returns the last known state of the session in the queue; nil for none.
func (p *Page) Submitted() *list.Submitted { return p.queue }

// readQueue returns a command that queries the queue about the session, on any page.
func (p *Page) readQueue(sc *page.Scene) tea.Cmd {
	if sc.Session == nil || sc.Mode == page.Replaying || p.asking || sc.Now.Before(p.nextQueueRead) {
		return nil
	}
	p.asking = true
	s, st := sc.Session, sc.Sweep.State
	return func() tea.Msg { return Asked{s, p.src.Submitted(p.ctx(), s, st)} }
}

// Enter shows the list and reads the tasks again.
func (p *Page) Enter(sc *page.Scene) { p.log, p.nextStatusRead, sc.Scroll = nil, time.Time{}, 0 }

// Update handles the results of the page's commands and starts due readings.
func (p *Page) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case statusRead:
		p.loading = false
		if msg.of == sc.Session {
			p.loaded, p.session, p.tasks = true, msg.of, msg.tasks
			p.cursor = max(0, min(p.cursor, len(p.tasks.Tasks)-1))
		}
		p.nextStatusRead = sc.Now.Add(statusInterval)
	case logRead:
		if msg.task == p.logOf {
			p.log, sc.Scroll = msg.lines, 1<<20
		}
	case commandDone:
		p.doing, sc.Message, p.nextStatusRead, p.nextQueueRead = "", msg.text, time.Time{}, time.Time{}
	case Asked:
		p.asking, p.queue, p.nextQueueRead = false, nil, sc.Now.Add(queueInterval)
		if msg.session == sc.Session {
			p.queue = msg.queue
		}
	}
	return tea.Batch(p.readQueue(sc), p.readStatus(sc))
}

// queueInterval is the interval of querying the queue about an open session.
const queueInterval = 10 * time.Second

// readStatus returns a command that reads the tasks while the page is shown.
func (p *Page) readStatus(sc *page.Scene) tea.Cmd {
	if sc.Shown != page.Tasks || sc.Session == nil || p.loading || sc.Now.Before(p.nextStatusRead) && p.session == sc.Session {
		return nil
	}
	p.loading = true
	s, st := sc.Session, sc.Sweep.State
	return func() tea.Msg { return statusRead{s, p.src.Status(p.ctx(), s, st)} }
}

// Move moves the cursor, or scrolls the log.
func (p *Page) Move(sc *page.Scene, by int) {
	if p.log != nil {
		sc.Scroll = max(0, sc.Scroll+by)
		return
	}
	p.cursor = max(0, min(p.cursor+by, len(p.tasks.Tasks)-1))
}

// task returns the task under the cursor, nil for none.
func (p *Page) task() *jobs.Task {
	if p.cursor >= len(p.tasks.Tasks) {
		return nil
	}
	return &p.tasks.Tasks[p.cursor]
}

// Actions returns the actions of the page.
func (p *Page) Actions() []page.Action {
	const group = "Tasks"
	act := func(id string, who page.Who, key string, footer int, short, long clean.Text, off func(*page.Scene) clean.Text, do func(*page.Scene, string) tea.Cmd) page.Action {
		return page.Action{ID: id, Group: group, Who: who, Keys: []string{key}, Short: short, Long: long, Modes: page.AnyMode, Footer: footer}.With(off, do)
	}
	return []page.Action{
		act("task log", page.Anyone, "enter", 1, "its log", "show the log of the task under the cursor; press again for the list", page.Unless(p.offLog), p.showLog),
		act("submit tasks", page.Owner, "s", 3, "submit again", "submit to Slurm all missing points that are neither queued nor running", page.Unless(p.offSubmit), p.submit),
		act("cancel task", page.Owner, "X", 2, "cancel task", "cancel the task under the cursor; its finished points are kept", page.Unless(p.offCancel), p.cancel),
	}
}

// offLog returns the reason why there is no log; "" if there is.
func (p *Page) offLog() clean.Text {
	switch t := p.task(); {
	case t == nil:
		return "there is no task"
	case t.Log == "":
		return "this task has no log here"
	}
	return ""
}

// offCancel returns the reason why the task cannot be cancelled; "" if it can.
func (p *Page) offCancel() clean.Text {
	switch t := p.task(); {
	case t == nil:
		return "there is no task"
	case t.Job == "" || t.Kind != jobs.Waiting && t.Kind != jobs.Running:
		return "this task is neither queued nor running"
	}
	return p.offDoing()
}

// offSubmit returns the reason why nothing can be submitted; "" if something can.
func (p *Page) offSubmit() clean.Text {
	switch {
	case !p.loaded:
		return "still searching for tasks"
	case p.tasks.Missing == 0:
		return "every point is computed"
	case len(p.tasks.Tasks) > 0 && p.tasks.Unclaimed == 0:
		return "all missing points are queued or running"
	}
	return p.offDoing()
}

// offDoing returns the running action, which blocks others, "" for none.
func (p *Page) offDoing() clean.Text {
	if p.doing != "" {
		return p.doing + " …"
	}
	return ""
}

// showLog shows the log of the task under the cursor, or the list again.
func (p *Page) showLog(sc *page.Scene, _ string) tea.Cmd {
	if p.log != nil {
		p.log, sc.Scroll = nil, 0
		return nil
	}
	t := p.task()
	p.logOf, p.log = t.I, []clean.Text{"…"}
	s, task, log := sc.Session, t.I, t.Log
	return func() tea.Msg {
		lines, err := p.src.Tail(s, log)
		if err != nil {
			lines = []string{err.Error()}
		}
		var out []clean.Text
		for _, line := range lines {
			out = append(out, clean.Of(line))
		}
		if len(out) == 0 {
			out = []clean.Text{"its log is empty so far"}
		}
		return logRead{task, out}
	}
}

// cancel cancels the task under the cursor if the user confirms.
func (p *Page) cancel(sc *page.Scene, _ string) tea.Cmd {
	t := p.task()
	s, job := sc.Session, t.Job
	sc.Ask = page.Confirm(clean.Sprintf("Cancel task %d (%s)? Its points are kept.", t.I, clean.Of(job)), "cancel it", "go on", "X",
		func() tea.Cmd {
			p.doing = "cancelling"
			return func() tea.Msg {
				if err := p.src.Cancel(p.ctx(), s, job); err != nil {
					return commandDone{clean.Of(err.Error())}
				}
				return commandDone{"cancelled " + clean.Of(job)}
			}
		})
	return nil
}

// submit submits the missing points if the user confirms.
func (p *Page) submit(sc *page.Scene, _ string) tea.Cmd {
	s := sc.Session
	n := p.tasks.Unclaimed
	if len(p.tasks.Tasks) == 0 {
		n = p.tasks.Missing
	}
	sc.Ask = page.Confirm("Submit "+clean.Counted(n, "missing point")+" to Slurm?", "submit", "cancel", "",
		func() tea.Cmd {
			p.doing = "submitting"
			return func() tea.Msg {
				text, err := p.src.Submit(p.ctx(), s)
				if err != nil {
					return commandDone{clean.Of(err.Error())}
				}
				return commandDone{clean.Of(text)}
			}
		})
	return nil
}

// kindRoles are the roles of the kinds of state.
var kindRoles = map[jobs.Kind]chart.Role{jobs.Waiting: chart.Faint, jobs.Running: chart.Accent, jobs.Done: chart.Good, jobs.Broken: chart.Bad, jobs.Absent: chart.Faint}

// kindSigns identify the kinds of state without colour.
var kindSigns = map[jobs.Kind]clean.Text{jobs.Waiting: "◷", jobs.Running: "●", jobs.Done: "✓", jobs.Broken: "✗", jobs.Absent: "○"}

// View draws the list of tasks, or the log of one.
func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	if p.log != nil {
		return sc.TextPage("8", clean.Sprintf("log of task %d", p.logOf), p.wrappedLog(size.W-2), size.W, size.H)
	}
	lines := []clean.Text{layout.Header(sc.Style, "8", "tasks", p.counts(), size.W, true)}
	lines = append(lines, p.notes(sc, size.W)...)
	if len(p.tasks.Tasks) == 0 {
		return lines
	}
	lines = append(lines, sc.Style.Paint(chart.Faint, row(" ", "task", "node", "state", "fits", "since", size.W)))
	rows := max(1, size.H-len(lines)-1)
	top := max(0, min(p.cursor-rows/2, len(p.tasks.Tasks)-rows))
	for i := top; i < min(top+rows, len(p.tasks.Tasks)); i++ {
		t := &p.tasks.Tasks[i]
		mark := clean.Text(" ")
		if i == p.cursor {
			mark = "›"
		}
		state := clean.Of(t.State)
		if t.Why != "" {
			state += ": " + clean.Of(t.Why)
		}
		node := cmp.Or(clean.Of(t.Node), "–")
		line := row(mark, clean.Sprintf("%d/%d", t.I, t.Of), node, kindSigns[t.Kind]+" "+state, clean.Sprintf("%d/%d", t.Done, t.Points), clean.Of(t.Since.Local().Format("15:04:05")), size.W)
		lines = append(lines, sc.Style.Paint(kindRoles[t.Kind], line))
	}
	return lines
}

// row lays out a line; the state gets the remaining width.
func row(mark, task, node, state, fits, since clean.Text, w int) clean.Text {
	const taskW, nodeW, fitsW, sinceW = 9, 12, 11, 8
	stateW := max(8, w-1-taskW-1-nodeW-1-1-fitsW-2-sinceW)
	cell := func(text clean.Text, w int) clean.Text { return layout.Pad(layout.Cut(text, w), w) }
	return mark + cell(task, taskW) + " " + cell(node, nodeW) + " " + cell(state, stateW) + " " + layout.PadLeft(layout.Cut(fits, fitsW), fitsW) + "  " + cell(since, sinceW)
}

// counts returns the numbers of tasks by state, and the remaining time.
func (p *Page) counts() clean.Text {
	if len(p.tasks.Tasks) == 0 {
		return ""
	}
	waiting, running, finished, broken := p.tasks.Counts()
	text := fmt.Sprintf("◷ %d run %d queued %d done", running, waiting, finished)
	if broken > 0 {
		text += fmt.Sprintf(" ✗%d", broken)
	}
	switch {
	case p.tasks.Remaining > 0:
		text += " · " + string(clean.About(p.tasks.Remaining))
	case waiting > 0 && running == 0:
		text += " · in the queue"
	}
	return clean.Of(text)
}

// notes returns messages about missing points and the queue.
func (p *Page) notes(sc *page.Scene, w int) []clean.Text {
	var out []clean.Text
	say := func(role chart.Role, text clean.Text) {
		for _, line := range layout.Wrap(text, max(10, w-2)) {
			out = append(out, " "+sc.Style.Paint(role, line))
		}
	}
	switch {
	case !p.loaded:
		say(chart.Faint, "searching …")
	case len(p.tasks.Tasks) == 0 && p.tasks.Missing == 0:
		say(chart.Faint, "one process computed this sweep: there are no tasks")
	case len(p.tasks.Tasks) == 0:
		say(chart.Faint, "no tasks: s submits the "+clean.Counted(p.tasks.Missing, "missing point")+" to Slurm; other engines call sfatui run --task, see sfatui help engines")
	}
	if p.tasks.QueueErr != nil {
		say(chart.Warn, "the queue cannot be read: "+clean.Of(p.tasks.QueueErr.Error()))
	}
	if p.tasks.Unseen {
		say(chart.Warn, "tasks run, but their results do not appear here: is this folder on a file system shared by all nodes?")
	}
	if n := p.tasks.Unclaimed; n > 0 && len(p.tasks.Tasks) > 0 {
		say(chart.Warn, clean.Counted(n, "missing point")+" without a task: s submits again")
	}
	if p.doing != "" {
		say(chart.Accent, p.doing+" …")
	}
	return out
}

// wrappedLog returns the log wrapped to a width.
func (p *Page) wrappedLog(w int) []clean.Text {
	var out []clean.Text
	for _, line := range p.log {
		out = append(out, layout.Wrap(line, max(10, w))...)
	}
	return out
}
