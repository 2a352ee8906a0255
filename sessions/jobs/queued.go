package jobs

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Submitted is what Slurm has of a session, which is in a state, nil where nothing of it
// waits or runs, or all is there.
func Submitted(ctx context.Context, s *sessions.Session, st record.State, slurm *Slurm, now time.Time) *sessions.Submitted {
	if len(s.Missing()) == 0 || st.Complete() {
		return nil
	}
	subs := Submissions(s)
	if len(subs) == 0 {
		return nil
	}
	queue, err := slurm.Queue(ctx, jobNames(s.Header.UUID, subs))
	heard := s.Header.Created.Add(time.Duration(st.Last) * time.Millisecond)
	found := subs[len(subs)-1].standing(queue, err, heard, now)
	if found != nil {
		begun := 0
		for _, c := range s.Computing(st, now) {
			if c.Task != nil {
				begun++
			}
		}
		if late := begun - found.Running; late > 0 { // the answer is older
			found.Running, found.Waiting = begun, max(0, found.Waiting-late)
		}
	}
	return found
}

// AwaitedError says that tasks of a session wait for a machine, or run on one: another
// process would compute their points once more.
type AwaitedError struct {
	Dir string
	By  sessions.Submitted
}

func (e *AwaitedError) Error() string {
	what := fmt.Sprintf("%s of session %s wait and %d run in Slurm's queue", message.Counted(e.By.Waiting, "task"), message.Clean(e.Dir), e.By.Running)
	if !e.By.Known {
		what = fmt.Sprintf("%s of session %s were submitted to Slurm at %s, which does not tell here whether they still wait", message.Counted(e.By.Tasks, "task"), message.Clean(e.Dir), e.By.Since.Local().Format(time.DateTime))
	}
	return fmt.Sprintf("%s: watch them with sfatui jobs, take them back with sfatui jobs --cancel, or compute beside them with sfatui resume --force", what)
}

// Free is an *AwaitedError while tasks of a session are queued, by Slurm or, where that does
// not tell, by what was submitted and not heard of.
func Free(ctx context.Context, s *sessions.Session, slurm *Slurm, now time.Time) error {
	if by := Submitted(ctx, s, s.State(), slurm, now); by != nil {
		return &AwaitedError{s.Dir, *by}
	}
	return nil
}

// standing is what became of the submission, nil where it is over. Where the queue is not
// known it is taken for one that waits until a task was heard after it.
func (sub *Submission) standing(queue []Queued, err error, heard, now time.Time) *sessions.Submitted {
	s := &sessions.Submitted{Job: sub.ID, Since: sub.Created, Tasks: len(readRanges(sub.Array)), Known: err == nil}
	if err != nil {
		if heard.After(sub.Created.Add(time.Second)) { // which is in whole seconds
			return nil
		}
		return s
	}
	for _, q := range queue {
		switch {
		case q.State == "RUNNING" || q.State == "COMPLETING":
			s.Running++
		case q.Active():
			s.Waiting++
		case q.State != "COMPLETED" && q.Job == sub.ID:
			s.Broken++
		}
		if q.Active() {
			s.Job = q.Job
		}
	}
	if s.Running+s.Waiting > 0 {
		return s
	}
	if sub.ID == "" && now.Sub(sub.Created) < coming {
		s.Known = false
		return s
	}
	return nil
}

// Board tells of the sessions in a list what Slurm has of them. It asks Slurm beside those
// who read the list.
type Board struct {
	// Patience is how long an answer is waited for. One that comes later serves those who
	// look again.
	Patience time.Duration
	// Keep is for how long an answer serves, one that failed twice as long and for all
	// sessions.
	Keep time.Duration

	slurm  Slurm
	mu     sync.Mutex
	known  map[string]*answer // by the names of jobs
	failed *answer            // the last that did
}

// answer is what squeue said.
type answer struct {
	come  chan struct{} // closed when the rest is there
	at    time.Time
	queue []Queued
	err   error
}

// errUnknown says that no answer has come yet.
var errUnknown = errors.New("the queue has not answered yet")

// Note notes of an item of a list, which was read, what Slurm has of it.
func (b *Board) Note(at store.Place, it *sessions.Item) {
	if it.Err != nil || it.Complete || it.Status == record.Running || it.Status == record.Paused {
		return
	}
	root, err := at.OpenRoot()
	if err != nil {
		return // a packed one
	}
	defer root.Close()
	subs := submissions(root)
	if len(subs) == 0 {
		return
	}
	queue, err := b.ask(jobNames(it.Header.UUID, subs))
	it.Submitted = subs[len(subs)-1].standing(queue, err, it.Heard, time.Now())
}

// ask gives the last answer about jobs, and has Slurm asked where that is old.
func (b *Board) ask(names []string) ([]Queued, error) {
	key := strings.Join(names, ",")
	b.mu.Lock()
	last, failed := b.known[key], b.failed
	if failed != nil && time.Since(failed.at) < 2*b.Keep && (last == nil || last.done()) {
		b.mu.Unlock()
		return nil, failed.err
	}
	if last == nil || last.done() && time.Since(last.at) >= b.Keep {
		next := &answer{come: make(chan struct{})}
		if last != nil { // it serves until the next one is there
			next.queue, next.err = last.queue, last.err
		} else {
			next.err = errUnknown
		}
		last = b.begin(key, names, next)
	}
	b.mu.Unlock()
	wait := time.NewTimer(b.Patience)
	defer wait.Stop()
	select {
	case <-last.come:
	case <-wait.C:
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return last.queue, last.err
}

func (a *answer) done() bool {
	select {
	case <-a.come:
		return true
	default:
		return false
	}
}

// begin asks Slurm beside the caller, who holds the lock.
func (b *Board) begin(key string, names []string, next *answer) *answer {
	if b.known == nil {
		b.known = map[string]*answer{}
	}
	for old, a := range b.known { // of sessions that are not listed any more
		if a.done() && time.Since(a.at) > 10*b.Keep {
			delete(b.known, old)
		}
	}
	b.known[key] = next
	go func() {
		queue, err := b.slurm.queue(context.Background(), names)
		b.mu.Lock()
		defer b.mu.Unlock()
		next.at, next.queue, next.err = time.Now(), queue, err
		if err != nil {
			b.failed = next
		}
		close(next.come)
	}()
	return next
}
