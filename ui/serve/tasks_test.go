package serve

import (
	"context"
	"sync"
	"testing"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/uitest"
)

// fakeTasks is a batch system with given answers.
type fakeTasks struct {
	mu   sync.Mutex
	done []string
}

func (*fakeTasks) Status(context.Context, *sessions.Session, record.State) jobs.Overview {
	return jobs.Overview{Missing: 8, Unclaimed: 4, Tasks: []jobs.Task{
		{I: 1, Of: 2, Node: "n1", Kind: jobs.Running, State: "runs", Points: 8, Done: 4, Job: "42_1", Log: "jobs/0001.log/1.txt"},
		{I: 2, Of: 2, Node: "n2", Kind: jobs.Broken, State: "time limit", Points: 4, Job: "42_2", Log: "jobs/0001.log/2.txt"},
	}}
}

func (*fakeTasks) Submitted(context.Context, *sessions.Session, record.State) *list.Submitted {
	return nil
}

func (*fakeTasks) Tail(_ *sessions.Session, log string) ([]string, error) {
	return []string{"what " + log + " says"}, nil
}

func (f *fakeTasks) addCall(what string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.done = append(f.done, what)
}

func (f *fakeTasks) Cancel(_ context.Context, _ *sessions.Session, names ...string) error {
	f.addCall("cancel " + names[0])
	return nil
}

func (f *fakeTasks) Submit(context.Context, *sessions.Session) (string, error) {
	f.addCall("submit")
	return "queued as 43", nil
}

// All clients see tasks, nodes and logs; the owner cancels and submits them.
func TestTasksOverSSH(t *testing.T) { uitest.Bubble(t, testTasksOverSSH) }

func testTasksOverSSH(t *testing.T) {
	p, _ := overPipes(t, nil)
	batch := &fakeTasks{}
	p.server.tasks = batch
	owner := p.join(p.owner, "xterm-256color", 100, 30)
	owner.until("sfatui · home")
	owner.choose("tiny.csv")
	owner.until("○ not started")
	owner.typeKeys("ss")
	owner.until("✓ done")
	viewer := p.join(p.viewers[0], "xterm", 100, 30)
	viewer.until("sfatui · home")
	viewer.choose("tiny.csv-1.sfa")
	viewer.until("✓ done")
	for _, c := range []*client{owner, viewer} {
		c.typeKeys("8")
		c.until("● runs", "✗ time limit", "4/8")
		c.typeKeys("\r")
		c.until("log of task 1", "what jobs/0001.log/1.txt says")
		c.typeKeys("\r")
		c.until("● runs")
	}
	for _, key := range []string{"X", "s"} {
		viewer.typeKeys(key)
		viewer.until("only the owner (ada) may change this sweep")
	}
	other := clientTasks{p.server, p.server.c.Keys[1]}
	if err := other.Cancel(t.Context(), p.session(), "42_1"); err == nil {
		t.Error("a viewer cancels a task")
	}
	if _, err := other.Submit(t.Context(), p.session()); err == nil {
		t.Error("a viewer submits tasks")
	}
	owner.typeKeys("X")
	owner.until("Cancel task 1 (42_1)?")
	owner.typeKeys("y")
	owner.until("cancelled 42_1")
	owner.typeKeys("s")
	owner.until("Submit 4 missing points to Slurm?")
	owner.typeKeys("y")
	owner.until("queued as 43")
	batch.mu.Lock()
	defer batch.mu.Unlock()
	if len(batch.done) != 2 || batch.done[0] != "cancel 42_1" || batch.done[1] != "submit" {
		t.Errorf("its commands are %q", batch.done)
	}
}
