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
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Submitted returns the state of a session's last submission in Slurm's queue.
// It returns nil if no task waits or runs, or if the session is complete.
func Submitted(ctx context.Context, s *sessions.Session, st record.State, slurm *Slurm, now time.Time) *list.Submitted {
	if len(s.Missing()) == 0 || st.Complete() {
		return nil
	}
	subs := Submissions(s)
	if len(subs) == 0 {
		return nil
	}
	queue, err := slurm.Queue(ctx, jobNames(s.Header.UUID, subs))
	heard := s.Header.Created.Add(time.Duration(st.Last) * time.Millisecond)
	found := subs[len(subs)-1].queueState(queue, err, heard, now)
	if found != nil {
		begun := 0
		for _, c := range s.Processes().Computing(st, now) {
			if c.Task != nil {
				begun++
			}
		}
		if late := begun - found.Running; late > 0 { // the queue's answer is older than the journals
			found.Running, found.Waiting = begun, max(0, found.Waiting-late)
		}
	}
	return found
}

// AwaitedError reports that tasks of a session wait or run in a queue: another
// process would compute their points a second time.
type AwaitedError struct {
	Dir string
	By  list.Submitted
}

func (e *AwaitedError) Error() string {
	what := fmt.Sprintf("%s of session %s wait and %d run in Slurm's queue", message.Counted(e.By.Waiting, "task"), message.Clean(e.Dir), e.By.Running)
	if !e.By.Queried {
		what = fmt.Sprintf("%s of session %s were submitted to Slurm at %s, whose queue is not visible here", message.Counted(e.By.Tasks, "task"), message.Clean(e.Dir), e.By.Since.Local().Format(time.DateTime))
	}
	return fmt.Sprintf("%s: watch them with sfatui jobs, cancel them with sfatui jobs --cancel, or compute beside them with sfatui resume --force", what)
}

// Free returns an *AwaitedError while tasks of a session are queued. If the
// queue is unknown, tasks count as queued from their submission until a task
// writes to the session.
func Free(ctx context.Context, s *sessions.Session, slurm *Slurm, now time.Time) error {
	if by := Submitted(ctx, s, s.State(), slurm, now); by != nil {
		return &AwaitedError{s.Dir, *by}
	}
	return nil
}

// queueState returns the state of the submission, or nil if it is over. If the
// queue is unknown, the submission counts as waiting until heard is later than
// it.
func (sub *Submission) queueState(queue []Queued, err error, heard, now time.Time) *list.Submitted {
	s := &list.Submitted{Job: sub.ID, Since: sub.Created, Tasks: len(readRanges(sub.Array)), Queried: err == nil}
	if err != nil {
		if heard.After(sub.Created.Add(time.Second)) { // Created is in whole seconds
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
	if sub.ID == "" && now.Sub(sub.Created) < maxUnnumbered {
		s.Queried = false
		return s
	}
	return nil
}

// A Board adds the state of Slurm's queue to the sessions of a list. It queries
// Slurm in the background.
type Board struct {
	// Patience is the time to wait for an answer. A later answer is used for the
	// next query.
	Patience time.Duration
	// Keep is the time for which an answer is reused. A failure is reused twice as long,
	// and for all sessions.
	Keep time.Duration

	slurm  Slurm
	mu     sync.Mutex
	known  map[string]*answer // by the names of jobs
	failed *answer            // the last failed query
}

// answer is the output of squeue.
type answer struct {
	come  chan struct{} // closed when the other fields are set
	at    time.Time
	queue []Queued
	err   error
}

// errUnknown reports that the first answer is still outstanding.
var errUnknown = errors.New("the queue has not answered yet")

// Note adds the state of Slurm's queue to an item of a list.
func (b *Board) Note(at store.Place, it *list.Item) {
	if it.Err != nil || it.Complete || it.Status == record.Running || it.Status == record.Paused {
		return
	}
	root, err := at.OpenRoot()
	if err != nil {
		return // a packed session
	}
	defer root.Close()
	subs := submissions(root)
	if len(subs) == 0 {
		return
	}
	queue, err := b.queryQueue(jobNames(it.Header.UUID, subs))
	it.Submitted = subs[len(subs)-1].queueState(queue, err, it.Updated, time.Now())
}

// queryQueue returns the last answer about jobs, and queries Slurm if it is out
// of date.
func (b *Board) queryQueue(names []string) ([]Queued, error) {
	key := strings.Join(names, ",")
	b.mu.Lock()
	last, failed := b.known[key], b.failed
	if failed != nil && time.Since(failed.at) < 2*b.Keep && (last == nil || last.done()) {
		b.mu.Unlock()
		return nil, failed.err
	}
	if last == nil || last.done() && time.Since(last.at) >= b.Keep {
		next := &answer{come: make(chan struct{})}
		if last != nil { // reuse the last answer until the next arrives
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

// begin queries Slurm in a goroutine. The caller holds the lock.
func (b *Board) begin(key string, names []string, next *answer) *answer {
	if b.known == nil {
		b.known = map[string]*answer{}
	}
	for old, a := range b.known { // remove sessions that are no longer listed
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
