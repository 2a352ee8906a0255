package jobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/sweep/share"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
)

// Kind is what a task is about, for those who count.
type Kind int

// The kinds of states of tasks.
const (
	Waiting Kind = iota // in the queue
	Running
	Done
	Broken // ended, and its share is not done
	Absent // never begun, and in no queue that is known
)

// Task is one task of a session: what its journals tell beside what the queue says.
type Task struct {
	I, Of int
	Node  string
	Kind  Kind
	State string // in words
	// Points are those of its share, of them Done and Failed.
	Points, Done, Failed int
	// Since is when it began the last time, or was submitted.
	Since time.Time
	Job   string // as scancel takes it; "" for none
	Log   string // path in the session, see [Tail]; "" for none
	// Why is what the log of a task that is Broken tells, "" for nothing.
	Why string
}

// Overview are the tasks of a session.
type Overview struct {
	Tasks []Task
	// Missing are the points that are not there, Unclaimed those of them whose task
	// neither waits nor runs.
	Missing, Unclaimed int
	// QueueErr is why the queue is not known, nil where it is, or where nothing was
	// submitted.
	QueueErr error
	// Left estimates the time to the end while tasks run: the longer of what the work left
	// takes at the pace so far, and of what the tasks that wait take, as long as those that
	// ended, with as many at once as now. It is 0 where nothing tells.
	Left time.Duration
	// Unseen says that tasks run of which nothing is seen in this directory.
	Unseen bool
}

// unseen is how long a task may run without a journal before that is told.
const unseen = 5 * time.Minute

// Status are the tasks of the last submission of a session, which is in a state, or where
// none was made those that its journals tell of. Without a Slurm nothing but these is
// looked at.
func Status(ctx context.Context, s *sessions.Session, st record.State, slurm *Slurm, now time.Time) Overview {
	o := Overview{}
	there, _ := s.Published() // more than the state may have heard of
	for _, e := range s.Plan() {
		if _, ok := st.Result(e.Key); !ok && !there[e.Key] {
			o.Missing++
		}
	}
	var subs []Submission
	if slurm != nil {
		subs = Submissions(s)
	}
	var sub *Submission
	if len(subs) > 0 {
		sub = &subs[len(subs)-1]
	}
	begun := st.Tasks()
	of, plans, byPoints := 0, 0, false
	switch {
	case sub != nil:
		of, plans, byPoints = sub.Tasks, sub.Plans, sub.ByPoints
	case len(begun) > 0:
		of = begun[len(begun)-1].Task.N
	}
	if of < 1 || of > maxTasks {
		return o
	}
	var queue []Queued
	if sub != nil {
		queue, o.QueueErr = slurm.Queue(ctx, jobNames(s.Header.UUID, subs))
	}
	// A task that is cancelled as it waits leaves the queue without a trace.
	expected := sub != nil && now.Sub(sub.Created) < coming && !slices.ContainsFunc(queue, func(q Queued) bool { return q.Job == sub.ID })
	alive := map[int]bool{}
	for _, c := range s.Computing(st, now) {
		if c.Task != nil && c.Task.N == of {
			alive[c.Task.I] = true
		}
	}
	root, err := s.OpenRoot()
	if err == nil {
		defer root.Close()
	}
	d := s.Header.Data
	shares := share.Of(s.Entries(plans), share.Shape{Samples: d.N, Inputs: d.D}).Divide(of, byPoints).Shares
	for i, entries := range shares {
		t := Task{I: i + 1, Of: of, Points: len(entries)}
		for _, e := range entries {
			r, ok := st.Result(e.Key)
			if ok || there[e.Key] {
				t.Done++
			}
			if ok && r.Error != "" {
				t.Failed++
			}
		}
		told := lastOf(begun, i+1, of)
		q := queuedOf(queue, i+1)
		if q != nil && q.State == "PENDING" && alive[i+1] && s.Header.Created.Add(time.Duration(told.Since)*time.Millisecond).After(slurm.asked()) {
			q = nil // it has begun since
		}
		t.tell(s, root, sub, q, told, alive[i+1], expected)
		if (t.Kind == Broken || t.Kind == Absent) && t.Done < t.Points {
			o.Unclaimed += t.Points - t.Done
		}
		if t.Kind == Running && told == nil && now.Sub(t.Since) > unseen {
			o.Unseen = true
		}
		if t.Points > 0 {
			o.Tasks = append(o.Tasks, t)
		}
	}
	o.Left = o.estimate(st)
	return o
}

// estimate is how long the tasks will take.
func (o *Overview) estimate(st record.State) time.Duration {
	waiting, running, _, _ := o.Counts()
	if running == 0 {
		return 0 // nobody knows how long a queue is
	}
	left, _ := st.Remaining()
	sum, ended := time.Duration(0), 0
	for _, t := range st.Tasks() {
		if t.Status == record.Done && t.Points > 0 {
			sum, ended = sum+time.Duration(t.Heard-t.Since)*time.Millisecond, ended+1
		}
	}
	if ended > 0 {
		left = max(left, sum/time.Duration(ended)*time.Duration(waiting)/time.Duration(running))
	}
	return left
}

// lastOf is the last time that task i of so many began, nil for never.
func lastOf(begun []record.TaskState, i, of int) *record.TaskState {
	for at := len(begun) - 1; at >= 0; at-- {
		if b := &begun[at]; b.Task.I == i && b.Task.N == of {
			return b
		}
	}
	return nil
}

// queuedOf is what the queue says of a task: of several arrays the one that is active, else
// the last; nil for none.
func queuedOf(queue []Queued, i int) *Queued {
	var found *Queued
	for at := range queue {
		if q := &queue[at]; q.Index == i && (found == nil || !found.Active()) {
			found = q
		}
	}
	return found
}

// tell says what the task does, which Slurm is expected to list soon.
func (t *Task) tell(s *sessions.Session, root *os.Root, sub *Submission, q *Queued, told *record.TaskState, alive, expected bool) {
	if told != nil {
		t.Node = message.Clean(told.Task.Node)
		if t.Node == "" {
			t.Node = message.Clean(told.Host)
		}
		t.Since = s.Header.Created.Add(time.Duration(told.Since) * time.Millisecond)
	}
	if sub != nil {
		if t.Since.IsZero() {
			t.Since = sub.Created
		}
		if log := sub.Log(t.I); exists(root, log) {
			t.Log = log
		}
	}
	if q != nil {
		t.Job = fmt.Sprintf("%s_%d", q.Job, q.Index)
		if q.Node != "" {
			t.Node = q.Node
		}
	}
	runs := q != nil && (q.State == "RUNNING" || q.State == "COMPLETING")
	switch {
	case runs && !alive && told != nil && t.Done == t.Points: // the queue is asked less often
		t.Kind, t.State = Done, "done"
	case runs:
		t.Kind, t.State = Running, "runs"
	case q != nil && q.Active():
		t.Kind, t.State = Waiting, waitingText(q, told)
	case alive:
		t.Kind, t.State = Running, "runs"
	case t.Done == t.Points:
		t.Kind, t.State = Done, "done"
	case q != nil:
		t.Kind, t.State = Broken, endedText(q, sub)
	case told != nil && (told.Status == record.Running || told.Status == record.Paused):
		t.Kind, t.State = Broken, "lost"
	case told != nil:
		t.Kind, t.State = Broken, "stopped"
	case expected:
		t.Kind, t.State = Waiting, "submitted"
	case q == nil && sub != nil && sub.ID != "":
		t.Kind, t.State = Absent, "not begun, not in the queue"
	default:
		t.Kind, t.State = Absent, "not begun"
	}
	if t.Failed > 0 && t.Kind == Done {
		t.State = fmt.Sprintf("done, %d failed", t.Failed)
	}
	if t.Kind == Broken && t.Log != "" {
		t.Why = reasonIn(root, t.Log)
	}
}

// waitingText is why a task waits.
func waitingText(q *Queued, told *record.TaskState) string {
	switch {
	case q.State != "PENDING":
		return strings.ToLower(q.State)
	case told != nil:
		text := "begins again"
		if told.Status == record.Running || told.Status == record.Paused { // it was not told to stop
			text = "node lost, begins again"
		}
		if !q.Start.IsZero() {
			text += q.Start.Format(" 15:04")
		}
		return text
	case strings.HasPrefix(q.Reason, "JobHeld"):
		return "held"
	case q.Reason == "None" || q.Reason == "Priority" || q.Reason == "Resources":
		return "queued"
	}
	return "queued: " + q.Reason
}

// endedText is how a task ended whose share is not done.
func endedText(q *Queued, sub *Submission) string {
	switch q.State {
	case "TIMEOUT":
		if sub != nil && sub.longer() > 0 {
			return "time limit: the next submit asks for " + timeText(sub.longer())
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

// maxTail bounds what is read of a log.
const maxTail = 64 << 10

// Tail is the end of a task's log in a session, cleaned, in lines.
func Tail(s *sessions.Session, log string) ([]string, error) {
	root, err := s.OpenRoot()
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
			b = rest // the first is not whole
		}
	}
	var lines []string
	for line := range bytes.Lines(b) {
		lines = append(lines, message.Clean(strings.TrimRight(string(line), "\r\n")))
	}
	return lines, nil
}

// reasonIn is what a log tells of why its task broke off, "" where it does not: the
// program tells its error last, before it the engine may have told another.
func reasonIn(root *os.Root, log string) string {
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
		if strings.HasPrefix(text, "task ") { // it began here
			return ""
		}
	}
	return ""
}

// Counts are the tasks of each kind.
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

// Active are the jobs of the tasks that wait or run, as scancel takes them.
func (o Overview) Active() []string {
	var out []string
	for _, t := range o.Tasks {
		if (t.Kind == Waiting || t.Kind == Running) && t.Job != "" {
			out = append(out, t.Job)
		}
	}
	return out
}

// IsQueued is a [sessions.Session.Queued] for a session: it asks the queue at most every
// half minute.
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
			active = !errors.As(err, &here) // a controller that does not answer may well have tasks
		}
		for _, q := range queue {
			active = active || q.Active()
		}
		return active
	}
}
