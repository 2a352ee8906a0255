package record

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/sweep"
)

type writerState struct {
	id      string
	status  Status
	opened  int64
	last    int64
	program Opened
	points  int // finished
}

// Writing is a writer that computes or pauses according to its journal. A
// killed writer remains one.
type Writing struct {
	Opened
	Writer string // its id
	// Since is the time of its first record and Latest that of its last, in
	// milliseconds since creation.
	Since  int64
	Latest int64 `json:"Heard"`
}

// Writing returns the writers that compute or pause, in the order in which they
// began.
func (s State) Writing() []Writing {
	var out []Writing
	for _, w := range s.writers {
		if w.status == Running || w.status == Paused {
			out = append(out, w.writing())
		}
	}
	return out
}

// TaskState is the state of a task according to its journal.
type TaskState struct {
	Writing
	Status Status
	Points int // that it finished
}

// Tasks returns the tasks of the sweep that have begun, in that order. A
// restarted task appears again.
func (s State) Tasks() []TaskState {
	var out []TaskState
	for _, w := range s.writers {
		if w.program.Task != nil {
			out = append(out, TaskState{w.writing(), w.status, w.points})
		}
	}
	return out
}

func (w *writerState) writing() Writing { return Writing{w.program, w.id, w.opened, w.last} }

// updateWriter updates the state of the record's writer, and adds its running
// time since its previous record.
func (s *State) updateWriter(r Record) {
	if r.Writer == "" {
		return
	}
	i := s.find(r.Writer)
	if !s.own {
		s.writers = slices.Clone(s.writers)
	}
	if i < 0 {
		i = len(s.writers)
		s.writers = append(s.writers, &writerState{id: r.Writer, opened: r.T, last: r.T})
	}
	w := *s.writers[i]
	s.writers[i] = &w
	if w.status == Running {
		s.busy = s.busy.union(w.last, r.T)
	}
	w.last = max(w.last, r.T)
	switch r.Kind {
	case KindOpened:
		w.program, _ = DataOf[Opened](r)
	case string(sweep.Started), string(sweep.Continued):
		w.status = Running
		s.Reason = ""
	case string(sweep.Paused):
		w.status = Paused
	case string(sweep.PointDone):
		w.points++
	case string(sweep.Ended):
		d, _ := DataOf[Event](r)
		w.status, s.Reason = endOf(d.Reason), message.Clean(d.Reason)
	case KindClosed:
		if w.status == Running || w.status == Paused {
			w.status = Interrupted
			s.log(r.T, Problem, "interrupted")
		} else if w.status == Ready { // it wrote notes and took no part in the sweep
			s.writers = slices.Delete(s.writers, i, i+1)
			return
		}
	}
	switch {
	case w.status == Ready:
	case w.program.Task != nil && w.status != Running && w.status != Paused:
		s.Status = s.statusAfterTask(&w, r.T)
	default:
		s.Status = w.status
	}
}

// statusAfterTask returns the status after a task has ended: that of another
// active writer, else the status of the plan.
func (s *State) statusAfterTask(task *writerState, t int64) Status {
	for _, w := range s.writers {
		if w != task && (w.status == Running || w.status == Paused) && t-w.last <= LostAfter.Milliseconds() {
			return w.status
		}
	}
	switch {
	case s.Complete():
		return Done
	case task.status == Done:
		s.Reason = ""
		return Interrupted
	}
	return task.status
}

func (o Opened) text() string {
	if t := o.Task; t != nil {
		return fmt.Sprintf("task %d of %d on %s", t.I, t.N, cmp.Or(t.Node, o.Host))
	}
	return "recorded by a process on " + o.Host
}

// writer returns the writer with the given id, nil for none.
func (s *State) writer(id string) *writerState {
	if i := s.find(id); i >= 0 {
		return s.writers[i]
	}
	return nil
}

// find returns the index of the writer with the given id, -1 for none. It
// searches from the end, because most of a thousand tasks have ended.
func (s *State) find(id string) int {
	for i, w := range slices.Backward(s.writers) {
		if w.id == id {
			return i
		}
	}
	return -1
}
