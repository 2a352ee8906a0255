package jobs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/share"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Options holds the user's choices for a submission; zero values are chosen by
// [Prepare].
type Options struct {
	Tasks     int
	ByPoints  bool
	Partition string
	Account   string
	Time      string
	Memory    int64 // of a task, in bytes
	CPUs      int   // of a task
	Throttle  int   // maximum number of running tasks
	Setup     []string
	Sbatch    []string
	DataRoot  string // A=B, see [DataRoot]; "" for none
	// Again submits even if tasks of the session are queued.
	Again bool

	// Binary is the path of the program. Speed is its rate in matrix products,
	// in operations per second on one processor.
	Binary string
	Speed  float64
	// Need returns the memory in bytes of a task with so many processors.
	Need func(cpus int) (int64, error)
}

// Complete returns the options with the program's path, its speed on this
// machine, and the function for the memory of the session's plans.
func (o Options) Complete(ctx context.Context, s *sessions.Session) (Options, error) {
	var err error
	if o.Binary, err = os.Executable(); err != nil {
		return o, err
	}
	o.Speed = dense.Speed() / float64(runtime.GOMAXPROCS(0))
	o.Need = func(cpus int) (int64, error) { return compute.Need(ctx, s, cpus) }
	return o, nil
}

const (
	mostTasks   = 500
	leastRun    = 5 * time.Minute  // minimum run time of a task when there are more tasks than slots
	leastLimit  = 15 * time.Minute // minimum time limit to request
	headroom    = 256 << 20        // bytes in addition to the estimate
	slotsToFill = 4                // tasks per slot, for balance
	timeSafety  = 3                // safety factor of a time estimate
	// maxUnnumbered is the time that a submission without a number counts as under
	// way.
	maxUnnumbered = 2 * time.Minute
)

// NothingError reports that a session has no missing points.
type NothingError struct{ Dir string }

func (e *NothingError) Error() string {
	return "every point of " + message.Clean(e.Dir) + " is finished: nothing to submit"
}

// QueuedError reports that tasks of a session are already queued.
type QueuedError struct{ Job string }

func (e *QueuedError) Error() string {
	return "array " + e.Job + " of this session is queued: watch it with sfatui jobs, or submit the same points --again"
}

// Prepare decides how to divide the missing points of a session into tasks, and
// the tasks' memory and time. It writes nothing.
func Prepare(ctx context.Context, s *sessions.Session, slurm *Slurm, o Options) (*Submission, error) {
	if err := s.Writable(); err != nil {
		return nil, err
	}
	if err := s.PlanDamage(); err != nil {
		return nil, err
	}
	missing := map[string]bool{}
	for _, key := range s.Missing() {
		missing[key] = true
	}
	if len(missing) == 0 {
		return nil, &NothingError{s.Dir}
	}
	if n := s.PointFiles().Unreadable(s.Missing()); n > 0 {
		return nil, s.Wrap(fmt.Errorf("%s damaged, which tasks treat as finished: sfatui resume computes them", message.Counted(n, "point")))
	}
	before := Submissions(s)
	queue, err := slurm.Queue(ctx, jobNames(s.Header.UUID, before))
	if err != nil {
		return nil, err
	}
	again := exceededNeed(before, queue)
	waits := slices.ContainsFunc(queue, Queued.Active)
	if o.Again {
		queue = nil
	}
	where, err := slurm.Partition(ctx, o.Partition)
	if err != nil {
		return nil, err
	}
	sub := &Submission{
		Number: 1, Created: time.Now().UTC().Truncate(time.Second), Plans: len(s.Plans()), ByPoints: o.ByPoints, Points: len(missing),
		CPUs: max(1, o.CPUs), Partition: o.Partition, DataRoot: o.DataRoot, Session: store.Absolute(s.Dir), Binary: o.Binary,
		again: o.Again, account: o.Account, setup: o.Setup, extra: o.Sbatch,
	}
	if len(before) > 0 {
		sub.Number = before[len(before)-1].Number + 1
	}
	if o.Tasks == 0 && !o.ByPoints && !waits && isStuck(s, before, missing) {
		sub.ByPoints, o.Tasks = true, min(where.MaxArraySize-1, s.Planned())
		sub.Note = "a task was killed twice at the same points: each point is now a separate task"
	}
	largest, err := sub.part(s, o, before, missing, where)
	if err != nil {
		return nil, err
	}
	if err := sub.excludeActive(s, before, queue, o.Throttle); err != nil && !o.Again {
		return nil, err
	}
	if err := sub.setNeed(o, largest, where, again); err != nil {
		return nil, err
	}
	return sub, sub.complete()
}

// jobNames returns the names of the jobs of a session with the given UUID.
func jobNames(uuid string, before []Submission) []string {
	var names []string
	for _, sub := range before {
		names = append(names, sub.JobName(uuid))
	}
	return names
}

// excludeActive removes active tasks from the array. It returns a *QueuedError
// if none remains, if active tasks use another division of the points, or if a
// submission may be under way.
func (sub *Submission) excludeActive(s *sessions.Session, before []Submission, queue []Queued, throttle int) error {
	active := map[int]bool{}
	job := ""
	for _, q := range queue {
		if !q.Active() {
			continue
		}
		job = q.Job
		alike := slices.ContainsFunc(before, func(b Submission) bool {
			return b.JobName(s.Header.UUID) == q.Name && b.Tasks == sub.Tasks && b.Plans == sub.Plans && b.ByPoints == sub.ByPoints
		})
		if !alike {
			return &QueuedError{job}
		}
		active[q.Index] = true
	}
	for _, b := range before {
		if b.ID == "" && time.Since(b.Created) < maxUnnumbered {
			return &QueuedError{fmt.Sprintf("%04d (under way)", b.Number)}
		}
	}
	left := slices.DeleteFunc(readRanges(sub.Array), func(i int) bool { return active[i] })
	if len(left) == 0 {
		return &QueuedError{job}
	}
	sub.setArray(left, throttle)
	return nil
}

// setArray sets the submitted tasks.
func (sub *Submission) setArray(tasks []int, throttle int) {
	sub.Array = ranges(tasks)
	if throttle > 0 {
		sub.Array += fmt.Sprintf("%%%d", throttle)
	}
}

// need holds the resources of a task.
type need struct {
	memory int64
	limit  time.Duration
}

// exceededNeed returns twice the memory or time of the last submission if one
// of its tasks exceeded it; 0 for a resource that sufficed.
func exceededNeed(before []Submission, queue []Queued) need {
	var n need
	if len(before) == 0 {
		return n
	}
	last := before[len(before)-1]
	for _, q := range queue {
		switch {
		case q.Job != last.ID:
		case q.State == "OUT_OF_MEMORY":
			n.memory = 2 * last.Memory
		case q.State == "TIMEOUT":
			n.limit = last.doubledTime()
		}
	}
	return n
}

// doubledTime returns twice the time limit; 0 for none.
func (sub *Submission) doubledTime() time.Duration {
	limit, err := ParseTime(sub.Time)
	if err != nil {
		return 0
	}
	return 2 * limit
}

// isStuck reports whether a task of the last submission was killed twice, the
// second time before it finished a point. A single point may kill it, and must
// not block the others of its share.
func isStuck(s *sessions.Session, before []Submission, missing map[string]bool) bool {
	if len(before) == 0 {
		return false
	}
	last := before[len(before)-1]
	deaths, sterile, twice := map[int]int{}, map[int]bool{}, false
	for _, t := range s.State().Tasks() {
		if killed := t.Status == record.Running || t.Status == record.Paused; t.Task.N == last.Tasks {
			if sterile[t.Task.I] = killed && t.Points == 0; killed {
				deaths[t.Task.I]++
				twice = twice || deaths[t.Task.I] > 1
			}
		}
	}
	if !twice {
		return false // dividing the sweep takes a moment
	}
	d := s.Header.Data
	shares := share.Of(s.Entries(last.Plans), share.Shape{Samples: d.N, Inputs: d.D}).Divide(last.Tasks, last.ByPoints).Shares
	for i, entries := range shares {
		if deaths[i+1] > 1 && sterile[i+1] && containsMissing(entries, missing) {
			return true
		}
	}
	return false
}

// part chooses the number of tasks and the tasks with missing points. It
// returns the work of the largest, in operations.
func (sub *Submission) part(s *sessions.Session, o Options, before []Submission, missing map[string]bool, where Partition) (largest float64, err error) {
	d := s.Header.Data
	parted := share.Of(s.Entries(0), share.Shape{Samples: d.N, Inputs: d.D})
	most := min(mostTasks, where.MaxArraySize-1, s.Planned())
	slots := max(1, where.CPUs/sub.CPUs)
	switch last := len(before) - 1; {
	case o.Tasks > where.MaxArraySize-1:
		return 0, message.Usagef("--tasks %d: this Slurm takes arrays of up to %d", o.Tasks, where.MaxArraySize-1)
	case o.Tasks > 0:
		sub.Tasks = o.Tasks
	case last >= 0 && before[last].Plans == sub.Plans && (before[last].ByPoints || !sub.ByPoints):
		sub.Tasks, sub.ByPoints = before[last].Tasks, before[last].ByPoints // keep the shares, so that their finished points remain useful
	default:
		worth := int(parted.Alone() / o.Speed / leastRun.Seconds())
		sub.Tasks = parted.Tasks(max(1, min(most, max(slots, min(worth, slotsToFill*slots)))))
		sub.noteExtraCost(parted, min(most, slotsToFill*slots))
	}
	division := parted.Divide(sub.Tasks, sub.ByPoints)
	var array []int
	for i, entries := range division.Shares {
		work := 0.0
		for _, e := range entries {
			if missing[e.Key] {
				work += e.Cost
			}
		}
		if work > 0 || containsMissing(entries, missing) {
			array = append(array, i+1)
			largest = max(largest, work)
		}
	}
	sub.setArray(array, o.Throttle)
	return max(largest, division.Largest), nil
}

func containsMissing(entries []sweep.Entry, missing map[string]bool) bool {
	return slices.ContainsFunc(entries, func(e sweep.Entry) bool { return missing[e.Key] })
}

// noteExtraCost notes the extra cost of more tasks.
func (sub *Submission) noteExtraCost(parted *share.Sweep, tasks int) {
	if tasks <= sub.Tasks {
		return
	}
	if d := parted.Divide(tasks, false); d.Work > share.Tolerated*d.Alone {
		sub.Note = fmt.Sprintf("%s; %d would take %.0f %% more computing", message.Counted(sub.Tasks, "task"), d.Runs, 100*(d.Work/d.Alone-1))
	}
}

// setNeed sets the memory and the time limit of a task.
func (sub *Submission) setNeed(o Options, largest float64, where Partition, again need) error {
	sub.Memory = max(o.Memory, 0)
	if sub.Memory == 0 {
		need, err := o.Need(sub.CPUs)
		if err != nil {
			return err
		}
		sub.Memory = max(need+need/4+headroom, again.memory)
		sub.Memory = (sub.Memory + 1<<20 - 1) >> 20 << 20
	}
	if sub.Time = o.Time; sub.Time != "" {
		_, err := ParseTime(sub.Time)
		if err != nil {
			return message.Usagef("--time %v", err)
		}
		return nil
	}
	expected := time.Duration(largest / o.Speed / float64(sub.CPUs) * float64(time.Second))
	limit := (max(leastLimit, timeSafety*expected+5*time.Minute, again.limit) + time.Minute - 1).Truncate(time.Minute)
	if where.Limit > 0 && limit > where.Limit {
		limit = where.Limit.Truncate(time.Minute)
	}
	sub.Time = timeText(limit)
	return nil
}

// Script returns the batch script and the command line that submits it.
func (sub *Submission) Script(s *sessions.Session) (script, command string) {
	return sub.script(s), line("sbatch", sub.Sbatch)
}

// Submit writes the script into the session and queues it with sbatch. If the
// controller is busy, it retries for two minutes, checking before each try
// whether the last one succeeded. A failed submission leaves no files.
func (sub *Submission) Submit(ctx context.Context, s *sessions.Session, slurm *Slurm) error {
	if err := sub.publish(s); err != nil {
		return err
	}
	var err error
	for try := 0; ; try++ {
		var out string
		if out, err = slurm.call(ctx, "sbatch", sub.Sbatch...); err == nil {
			return sub.queued(s, sub.jobNumber(ctx, s, slurm, out))
		}
		if !isTransient(err) || try == len(pauses) {
			break
		}
		if waitErr := slurm.wait(ctx, pauses[try]); waitErr != nil {
			err = waitErr
			break
		}
		if queue, lookErr := slurm.Queue(ctx, []string{sub.JobName(s.Header.UUID)}); lookErr == nil && len(queue) > 0 {
			return sub.queued(s, queue[0].Job)
		}
	}
	if !errors.Is(err, context.Canceled) { // a cancelled call may have succeeded
		sub.retract(s)
	}
	return err
}

// jobNumber returns the job's number from the output of sbatch --parsable:
// NUMBER or NUMBER;CLUSTER on its own line, among others that a site's sbatch
// may print. Without such a line it queries the queue; "" if that has no job
// either.
func (sub *Submission) jobNumber(ctx context.Context, s *sessions.Session, slurm *Slurm, printed string) string {
	lines := strings.Split(strings.TrimSpace(printed), "\n")
	for _, line := range slices.Backward(lines) {
		id, _, _ := strings.Cut(strings.TrimSpace(line), ";")
		if _, err := strconv.ParseUint(id, 10, 64); err == nil {
			return id
		}
	}
	if queue, err := slurm.Queue(ctx, []string{sub.JobName(s.Header.UUID)}); err == nil && len(queue) > 0 {
		return queue[0].Job
	}
	return ""
}
