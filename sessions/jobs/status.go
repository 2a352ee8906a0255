package jobs

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/share"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
)

// A Kind classifies the state of a task.
type Kind int

// The kinds of task states.
const (
	Waiting Kind = iota // in the queue
	Running
	Done
	Broken // ended with points missing from its share
	Absent // never started, and in no known queue
)

// Task is one task of a session, with its state from the journals and the
// queue.
type Task struct {
	I, Of int
	Node  string
	Kind  Kind
	State string // in words
	// Points is the number of points in the task's share, Done and Failed the numbers of finished and of failed ones.
	Points, Done, Failed int
	// Since is the time of its last start, or of its submission.
	Since time.Time
	Job   string // as scancel takes it; "" for none
	Log   string // path in the session, see [Tail]; "" for none
	// Why is the error in the log of a Broken task, or how a held task can be
	// released; "" for none.
	Why string
}

// Overview holds the tasks of a session.
type Overview struct {
	Tasks []Task
	// Missing is the number of missing points; Unclaimed is the number of those
	// whose task neither waits nor runs.
	Missing, Unclaimed int
	// QueueErr is the reason why the queue is unknown; nil if it is known or
	// nothing was submitted.
	QueueErr error
	// Remaining is the estimated time to completion while tasks run: the larger of
	// the remaining work at the current pace and the waiting tasks at the mean
	// task time; 0 if unknown.
	Remaining time.Duration
	// Unseen reports that tasks run without a journal in this directory.
	Unseen bool
}

// maxUnseen is the time that a task may run without a journal before it counts as
// unseen.
const maxUnseen = 5 * time.Minute

// rounded is the time, in milliseconds, by which an event may be later than its
// journal records: the time of the journal's opening and the time since then are
// both rounded down.
const rounded = 2

// taskSources holds the data from which the states of a session's tasks are
// derived.
type taskSources struct {
	created   time.Time // of the session
	state     record.State
	published map[string]bool // points with a result, some of which the state may not contain yet
	root      *os.Root        // of the session; nil if it cannot be opened
	begun     []record.TaskState
	alive     map[int]bool // tasks with a living process
	sub       *Submission  // the last submission; nil for none
	queue     []Queued
	asked     time.Time // time of the query
	expected  bool      // submitted just now, so that it will soon be in the queue
}

// Status returns the tasks of the latest submission, or those found in the
// journals if there was none. With a nil slurm it uses the journals only.
func Status(ctx context.Context, s *sessions.Session, st record.State, slurm *Slurm, now time.Time) Overview {
	o := Overview{}
	k := taskSources{created: s.Header.Created, state: st, begun: st.Tasks(), alive: map[int]bool{}}
	k.published, _ = s.PointFiles().Published()
	for _, e := range s.Plan() {
		if done, _ := k.result(e.Key); !done {
			o.Missing++
		}
	}
	var subs []Submission
	if slurm != nil {
		subs = Submissions(s)
	}
	of, plans, byPoints := 0, 0, false
	switch {
	case len(subs) > 0:
		k.sub = &subs[len(subs)-1]
		of, plans, byPoints = k.sub.Tasks, k.sub.Plans, k.sub.ByPoints
	case len(k.begun) > 0:
		of = k.begun[len(k.begun)-1].Task.N
	}
	if of < 1 || of > maxTasks {
		return o
	}
	// Before the query of the queue, which may take half a minute: the state st
	// would then be too old to show which tasks are alive.
	for _, c := range s.Processes().Computing(st, now) {
		if c.Task != nil && c.Task.N == of {
			k.alive[c.Task.I] = true
		}
	}
	if k.sub != nil {
		k.queue, o.QueueErr = slurm.Queue(ctx, jobNames(s.Header.UUID, subs))
		k.asked = slurm.queriedAt()
		// A task that is cancelled while it waits leaves no trace in the queue.
		k.expected = now.Sub(k.sub.Created) < maxUnnumbered && !slices.ContainsFunc(k.queue, func(q Queued) bool { return q.Job == k.sub.ID })
	}
	if root, err := s.Files().OpenRoot(); err == nil {
		defer root.Close()
		k.root = root
	}
	d := s.Header.Data
	for i, entries := range share.Of(s.Entries(plans), share.Shape{Samples: d.N, Inputs: d.D}).Divide(of, byPoints).Shares {
		t, seen := k.task(i+1, of, entries)
		switch t.Kind {
		case Broken, Absent:
			o.Unclaimed += t.Points - t.Done
		case Running:
			o.Unseen = o.Unseen || !seen && now.Sub(t.Since) > maxUnseen
		}
		if t.Points > 0 {
			o.Tasks = append(o.Tasks, t)
		}
	}
	o.Remaining = o.estimate(st)
	return o
}

// result reports whether a point has a result, and whether it is known to have
// failed.
func (k *taskSources) result(key string) (done, failed bool) {
	r, ok := k.state.Result(key)
	return ok || k.published[key], ok && r.Error != ""
}

// task returns task i of so many, and whether a journal contains it.
func (k *taskSources) task(i, of int, entries []sweep.Entry) (t Task, seen bool) {
	t = Task{I: i, Of: of, Points: len(entries)}
	for _, e := range entries {
		done, failed := k.result(e.Key)
		if done {
			t.Done++
		}
		if failed {
			t.Failed++
		}
	}
	told := lastOf(k.begun, i, of)
	q := queuedOf(k.queue, i)
	if q != nil && q.State == "PENDING" && k.alive[i] && k.at(told.Since+rounded).After(k.asked) {
		q = nil // it has started since
	}
	k.locate(&t, q, told)
	t.Kind, t.State = k.taskState(&t, q, told)
	if t.Failed > 0 && t.Kind == Done {
		t.State = fmt.Sprintf("done, %d failed", t.Failed)
	}
	switch {
	case t.Kind == Broken && t.Log != "":
		t.Why = logError(k.root, t.Log)
	case t.Kind == Waiting && q != nil && q.held():
		t.Why = heldText(&t, q)
	}
	return t, told != nil
}

// at returns the time ms milliseconds after the session was created.
func (k *taskSources) at(ms int64) time.Time {
	return k.created.Add(time.Duration(ms) * time.Millisecond)
}

// estimate returns the estimated time to completion; 0 if unknown.
func (o *Overview) estimate(st record.State) time.Duration {
	waiting, running, _, _ := o.Counts()
	if running == 0 {
		return 0 // waiting times in a queue are unknown
	}
	left, _ := st.Remaining()
	sum, ended := time.Duration(0), 0
	for _, t := range st.Tasks() {
		if t.Status == record.Done && t.Points > 0 {
			sum, ended = sum+time.Duration(t.Latest-t.Since)*time.Millisecond, ended+1
		}
	}
	if ended > 0 {
		left = max(left, sum/time.Duration(ended)*time.Duration(waiting)/time.Duration(running))
	}
	return left
}

// lastOf returns the latest start of task i of so many; nil for none.
func lastOf(begun []record.TaskState, i, of int) *record.TaskState {
	for at := len(begun) - 1; at >= 0; at-- {
		if b := &begun[at]; b.Task.I == i && b.Task.N == of {
			return b
		}
	}
	return nil
}

// queuedOf returns the queue's entry of a task, nil for none. Of several arrays
// it prefers the active one, else the last.
func queuedOf(queue []Queued, i int) *Queued {
	var found *Queued
	for at := range queue {
		if q := &queue[at]; q.Index == i && (found == nil || !found.Active()) {
			found = q
		}
	}
	return found
}

// locate sets the node, the start time, the log and the job of a task.
func (k *taskSources) locate(t *Task, q *Queued, told *record.TaskState) {
	if told != nil {
		t.Node = cmp.Or(message.Clean(told.Task.Node), message.Clean(told.Host))
		t.Since = k.at(told.Since)
	}
	if k.sub != nil {
		if t.Since.IsZero() {
			t.Since = k.sub.Created
		}
		if log := k.sub.Log(t.I); exists(k.root, log) {
			t.Log = log
		}
	}
	if q != nil {
		t.Job = fmt.Sprintf("%s_%d", q.Job, q.Index)
		t.Node = cmp.Or(q.Node, t.Node)
	}
}

// taskState returns the state of a task, as a kind and in words.
func (k *taskSources) taskState(t *Task, q *Queued, told *record.TaskState) (Kind, string) {
	runs, alive := q != nil && (q.State == "RUNNING" || q.State == "COMPLETING"), k.alive[t.I]
	switch {
	case runs && !alive && told != nil && t.Done == t.Points: // the queue is queried less often
		return Done, "done"
	case runs:
		return Running, "runs"
	case q != nil && q.held() && alive: // a controller that lost its memory launched it twice
		return Running, "runs"
	case q != nil && q.Active():
		return Waiting, waitingText(q, told)
	case alive:
		return Running, "runs"
	case t.Done == t.Points:
		return Done, "done"
	case q != nil:
		return Broken, endedText(q, k.sub)
	case told != nil && (told.Status == record.Running || told.Status == record.Paused):
		return Broken, "lost"
	case told != nil:
		return Broken, "stopped"
	case k.expected:
		return Waiting, "submitted"
	case k.sub != nil && k.sub.ID != "":
		return Absent, "not begun, not in the queue"
	}
	return Absent, "not begun"
}

// waitingText returns why a task waits.
func waitingText(q *Queued, told *record.TaskState) string {
	switch {
	case q.State != "PENDING":
		return strings.ToLower(q.State)
	case q.held():
		return "held"
	case told != nil:
		text := "begins again"
		if told.Status == record.Running || told.Status == record.Paused { // it was not stopped in an orderly way
			text = "node lost, begins again"
		}
		if !q.Start.IsZero() {
			text += q.Start.Format(" 15:04")
		}
		return text
	case q.Reason == "None" || q.Reason == "Priority" || q.Reason == "Resources":
		return "queued"
	}
	return "queued: " + q.Reason
}

// heldText returns why Slurm holds a task, and how to release it.
func heldText(t *Task, q *Queued) string {
	switch {
	case t.Done == t.Points:
		return "all its points are finished; scancel " + t.Job + " takes it out of the queue"
	case q.Reason == "JobHeldAdmin":
		return "an administrator holds it"
	case q.Reason == "JobHeldUser":
		return "scontrol release " + t.Job + " lets it begin"
	}
	return "Slurm says: " + q.Reason + "; scontrol release " + t.Job + " lets it begin"
}

// endedText returns how an incomplete task ended.
func endedText(q *Queued, sub *Submission) string {
	switch q.State {
	case "TIMEOUT":
		if sub != nil && sub.doubledTime() > 0 {
			return "time limit: the next submit requests " + timeText(sub.doubledTime())
		}
		return "time limit"
	case "OUT_OF_MEMORY":
		return "out of memory"
	case "NODE_FAIL":
		return "node lost"
	case "CANCELLED":
		return "cancelled"
	case "PREEMPTED":
		return "preempted"
	case "FAILED":
		if q.Reason == "JobLaunchFailure" || q.Reason == "RaisedSignal:9(Killed)" {
			return "failed: " + q.Reason
		}
		return "failed"
	}
	return strings.ToLower(q.State)
}

func exists(root *os.Root, name string) bool {
	if root == nil {
		return false
	}
	info, err := root.Lstat(name)
	return err == nil && info.Mode().IsRegular()
}

// maxTail is the number of bytes that are read from the end of a log.
const maxTail = 64 << 10

// Tail returns the cleaned last lines of a task's log.
func Tail(s *sessions.Session, log string) ([]string, error) {
	root, err := s.Files().OpenRoot()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return tail(root, log)
}

func tail(root *os.Root, name string) ([]string, error) {
	f, err := openFile(root, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	b := make([]byte, min(info.Size(), maxTail))
	n, _ := f.ReadAt(b, max(0, info.Size()-maxTail))
	b = b[:n]
	if info.Size() > maxTail {
		if _, rest, ok := bytes.Cut(b, []byte("\n")); ok {
			b = rest // drop the first, incomplete line
		}
	}
	var lines []string
	for line := range bytes.Lines(b) {
		lines = append(lines, message.Clean(strings.TrimRight(string(line), "\r\n")))
	}
	return lines, nil
}

// logError returns the error with which a log ends, "" for none. The program's
// own error comes last; an error of the engine may come before it.
func logError(root *os.Root, log string) string {
	lines, err := tail(root, log)
	if err != nil {
		return ""
	}
	for i := len(lines) - 1; i >= 0; i-- {
		text := strings.TrimSpace(lines[i])
		for _, by := range []string{"sfatui: ", "slurmstepd: error: ", "bash: "} {
			if said, ok := strings.CutPrefix(text, by); ok && said != "interrupted" {
				return said
			}
		}
		if strings.HasPrefix(text, "task ") { // the task started here
			return ""
		}
	}
	return ""
}

// Counts returns the number of tasks of each kind.
func (o Overview) Counts() (waiting, running, done, broken int) {
	for _, t := range o.Tasks {
		switch t.Kind {
		case Waiting:
			waiting++
		case Running:
			running++
		case Done:
			done++
		case Broken:
			broken++
		}
	}
	return waiting, running, done, broken
}

// Active returns the jobs of the tasks that wait or run, as scancel takes them.
func (o Overview) Active() []string {
	var out []string
	for _, t := range o.Tasks {
		if (t.Kind == Waiting || t.Kind == Running) && t.Job != "" {
			out = append(out, t.Job)
		}
	}
	return out
}

// IsQueued returns a [sessions.Session.Queued] for a session, which queries the
// queue at most every half minute.
func IsQueued(s *sessions.Session, slurm *Slurm) func(context.Context) bool {
	var last time.Time
	active := false
	return func(ctx context.Context) bool {
		if time.Since(last) < 30*time.Second {
			return active
		}
		last = time.Now()
		subs := Submissions(s)
		queue, err := slurm.Queue(ctx, jobNames(s.Header.UUID, subs))
		if active = err != nil && len(subs) > 0; active {
			var here *NotHereError
			active = !errors.As(err, &here) // a controller that does not answer may have tasks
		}
		for _, q := range queue {
			active = active || q.Active()
		}
		return active
	}
}
