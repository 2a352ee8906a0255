package record

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/datasets/message"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
)

// Status is what a sweep is doing.
type Status string

// The values of Status. A sweep whose writer was killed has no word for it in
// its journal: it stays Running, with a Last that grows old.
const (
	Ready       Status = "" // planned, not started
	Running     Status = "running"
	Paused      Status = "paused"
	Interrupted Status = "interrupted" // its writer closed before the end
	Cancelled   Status = "cancelled"
	Done        Status = "done"
	Failed      Status = "failed"
)

// String gives the status in a word.
func (s Status) String() string {
	if s == Ready {
		return "ready"
	}
	return string(s)
}

// State is a sweep at one moment, as its records tell it. It is a value: the
// zero State is a session before its first record, a copy is a snapshot that
// later folds never change, and copying costs the same for any number of
// points. States may be read and folded on from any goroutine. The slices
// belong to all snapshots and must not be written to.
type State struct {
	// Status is that of the writer that was heard last.
	Status Status
	// Reason is why the sweep ended, "" while it has not.
	Reason string
	// Total is the number of planned points.
	Total int
	// Results are the finished points in the order of their arrival, failed
	// ones too.
	Results []*result.Result
	// Failed is the number of Results that have an Error.
	Failed int
	// Conflicts are the keys of points that were computed again with other
	// results.
	Conflicts []string
	// Rounds is how many rounds the advisor has driven since it was let to; 0
	// where it was not, or its end was recorded.
	Rounds int
	// Searching says that the rounds are those of a search, Searched that one has ended.
	Searching, Searched bool
	// Stage says what was finished last.
	Stage string
	// Last is the time of the last record in milliseconds since creation.
	Last int64
	// Log are the last maxLog lines of each level of what happened, in words.
	Log []LogLine
	// Notes are the user's words about choices of parameters; see [Writer.Note].
	Notes []Note
	// Tags are words that a person gave to the session, in order.
	Tags []string
	// Measured are points whose training outputs were measured themselves.
	Measured []Measured
	// Permuted are permutation tests of the choice.
	Permuted []Permuted
	// Unsealed are the looks at sealed test parts.
	Unsealed []Unsealed
	tested   map[string]*result.Result // what was seen, by the keys of sealed points

	total, done float64 // cost planned and finished
	index       *index
	plans       []string
	writers     []*writerState // in the order in which they were first heard; each is never changed
	own         bool           // no other state has writers and Log, while Fold or Take goes on
	brief       bool           // of stages later records tell all that is shown, while Fold goes on
	busy        busyTime
}

type writerState struct {
	id     string
	status Status
	opened int64
	last   int64
	who    Opened
	points int // finished
}

// Writing is a writer that computes or pauses, as far as its journal tells: one that
// was killed left no word of that.
type Writing struct {
	Opened
	Writer string // its id
	// Since is when it opened its journal, Heard when it was heard last, in
	// milliseconds since creation.
	Since, Heard int64
}

// Writing are the writers that compute or pause, in the order in which they began.
func (s State) Writing() []Writing {
	var out []Writing
	for _, w := range s.writers {
		if w.status == Running || w.status == Paused {
			out = append(out, w.writing())
		}
	}
	return out
}

// TaskState is what a task does or did, as its journal tells.
type TaskState struct {
	Writing
	Status Status
	Points int // that it finished
}

// Tasks are the tasks of the sweep that have begun, in the order in which they did; one
// that was begun anew is there again.
func (s State) Tasks() []TaskState {
	var out []TaskState
	for _, w := range s.writers {
		if w.who.Task != nil {
			out = append(out, TaskState{w.writing(), w.status, w.points})
		}
	}
	return out
}

func (w *writerState) writing() Writing { return Writing{w.who, w.id, w.opened, w.last} }

// Complete reports whether every planned point is there.
func (s State) Complete() bool { return s.Total > 0 && len(s.Results) >= s.Total }

// Result is the finished point with the given key.
func (s State) Result(key string) (*result.Result, bool) {
	if i := s.index.find(key, len(s.Results)); i >= 0 {
		return s.Results[i], true
	}
	return nil, false
}

// Has reports whether the state has taken up what a record without a line in
// a journal tells.
func (s State) Has(r Record) bool {
	if r.Result != nil {
		_, ok := s.Result(r.Result.Key)
		return ok
	}
	d, ok := DataOf[Plan](r)
	return ok && slices.Contains(s.plans, d.Plan)
}

// Progress is the finished share of the expected work, from 0 to 1.
func (s State) Progress() float64 {
	if s.total > 0 {
		return min(s.done/s.total, 1)
	}
	if s.Total > 0 {
		return min(float64(len(s.Results))/float64(s.Total), 1)
	}
	return 0
}

// Elapsed is how long the sweep has been running until the last record,
// without pauses and without the time between writers. Of writers at the same
// time it counts once.
func (s State) Elapsed() time.Duration {
	return time.Duration(s.busy.sum()) * time.Millisecond
}

// Remaining estimates the time to the end from the last record on: the work
// left, at the pace so far. It is false while there is no pace to go by.
func (s State) Remaining() (time.Duration, bool) {
	share := s.Progress()
	ms := float64(s.busy.sum()) * (1 - share) / share
	if s.Status != Running || share == 0 || ms >= maxTime {
		return 0, false
	}
	return time.Duration(ms) * time.Millisecond, true
}

// Ended reports whether the writer that began last has ended its sweep. The end of a
// task is that of its share: others may follow.
func (s State) Ended() bool {
	if len(s.writers) == 0 {
		return false
	}
	last := s.writers[len(s.writers)-1]
	switch last.status {
	case Done, Cancelled, Failed:
		return last.who.Task == nil
	}
	return false
}

// Reduce is the state after one more record. It is the only way in which the
// live screen, replay, resume and following see a sweep. Records of a kind or
// with data that it does not know change nothing but Last. A record may come
// twice: a point counts once.
func Reduce(s State, r Record) State {
	s.Last = max(s.Last, r.T)
	s.hear(r)
	switch r.Kind {
	case KindCreated, KindPlanned:
		s.planned(r)
	case KindOpened:
		if d, ok := DataOf[Opened](r); ok {
			s.log(r.T, Happening, d.text())
		}
	case KindConflict:
		s.conflict(r)
	case KindTags:
		s.tag(r)
	case KindNote:
		s.noted(r)
	case KindUnsealed, KindTested:
		s.unseal(r)
	case KindPermuted:
		s.permuted(r)
	case KindMeasured:
		s.measured(r)
	case string(sweep.PointDone):
		if d, ok := DataOf[Point](r); ok {
			s.arrive(r, float64(d.Cost))
		}
	case KindAutoEnded:
		if d, ok := DataOf[AutoEnd](r); ok {
			s.Rounds = 0
			who := "auto"
			if s.Searched = s.Searched || d.Search; d.Search {
				who = "search"
			}
			s.log(r.T, Happening, fmt.Sprintf("%s ended after %s, %s: %s", who, message.Counted(d.Rounds, "round"), message.Counted(d.Points, "point"), d.Reason))
		}
	default:
		if word, ok := strings.CutPrefix(r.Kind, KindCommand); ok {
			s.command(r, word)
		} else if s.brief && r.Kind == string(sweep.StageDone) {
			break
		} else if d, ok := DataOf[Event](r); ok {
			s.event(r, d)
		}
	}
	return s
}

// Fold is [Reduce] over many records, without a state between them: of a thousand writers
// each record would copy the list.
func Fold(s State, records []Record) State {
	s.writers, s.Log = slices.Clone(s.writers), slices.Clone(s.Log)
	shown := shownStages(records)
	for i, r := range records {
		s.brief = i < shown
		s.Take(r)
	}
	s.brief = false
	return s
}

// Take is [Reduce] in place, for who has the only copy of the state.
func (s *State) Take(r Record) {
	s.own = true
	*s = Reduce(*s, r)
	s.own = false
}

// shownStages is the first record whose stage is still in the log after the last record: of
// most records stages are all that there is to decode.
func shownStages(records []Record) int {
	lines := 0
	for i, r := range slices.Backward(records) {
		if r.Kind != string(sweep.StageDone) {
			continue
		}
		if _, ok := DataOf[Event](r); ok {
			lines++
		}
		if lines == maxLog {
			return i
		}
	}
	return 0
}

// hear notes what the record's writer does, and the time for which it has been
// doing what it did before.
func (s *State) hear(r Record) {
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
		s.busy = s.busy.with(w.last, r.T)
	}
	w.last = max(w.last, r.T)
	switch r.Kind {
	case KindOpened:
		w.who, _ = DataOf[Opened](r)
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
		} else if w.status == Ready { // it took notes, and no part in the sweep
			s.writers = slices.Delete(s.writers, i, i+1)
			return
		}
	}
	switch {
	case w.status == Ready:
	case w.who.Task != nil && w.status != Running && w.status != Paused:
		s.Status = s.besides(&w, r.T)
	default:
		s.Status = w.status
	}
}

// besides is the status once a task has ended: of the others, where one was heard not
// long ago, else of the plan, which decides what is done.
func (s *State) besides(task *writerState, t int64) Status {
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

// endOf is the status of a sweep that ended for the given reason.
func endOf(reason string) Status {
	switch reason {
	case "done":
		return Done
	case "cancelled":
		return Cancelled
	}
	return Failed
}

// event takes up one of the sweep's own events.
func (s *State) event(r Record, d Event) {
	switch sweep.Kind(r.Kind) {
	case sweep.Started:
		s.log(r.T, Happening, fmt.Sprintf("started, %s to do", message.Counted(d.Total, "point")))
	case sweep.StageDone:
		s.Stage = message.Clean(d.Stage)
		s.log(r.T, Stage, d.Stage)
	case sweep.Paused:
		s.log(r.T, Happening, "paused")
	case sweep.Continued:
		s.log(r.T, Happening, "continued")
	case sweep.Ended:
		what := "ended: "
		if w := s.writer(r.Writer); w != nil && w.who.Task != nil {
			what = fmt.Sprintf("task %d ended: ", w.who.Task.I)
		}
		level := Problem
		switch endOf(d.Reason) {
		case Done:
			level = Stage
		case Cancelled:
			level = Happening
		}
		s.log(r.T, level, what+d.Reason)
	}
}

// writer is the writer with the given id, nil for none.
func (s *State) writer(id string) *writerState {
	if i := s.find(id); i >= 0 {
		return s.writers[i]
	}
	return nil
}

// find is the index of the writer with the given id, -1 for none. It looks at the last first:
// of a thousand tasks most have ended.
func (s *State) find(id string) int {
	for i, w := range slices.Backward(s.writers) {
		if w.id == id {
			return i
		}
	}
	return -1
}

// command takes up a command of the user's, or a round of the advisor.
func (s *State) command(r Record, word string) {
	s.Rounds, s.Searching = 0, false
	text := "command: " + word
	switch d, ok := DataOf[Round](r); {
	case word == "auto" && ok:
		s.Rounds = d.Round
		text = fmt.Sprintf("auto, round %d: %s", d.Round, d.Text)
	case word == "search" && ok:
		s.Rounds, s.Searching = d.Round, true
		text = fmt.Sprintf("search, round %d: %s", d.Round, d.Text)
	case word == "advice" && ok:
		text = "advice taken: " + d.Text
	}
	s.log(r.T, Happening, text)
}

// planned takes up a plan.
func (s *State) planned(r Record) {
	d, ok := DataOf[Plan](r)
	if !ok || d.Points < 0 || d.Points > math.MaxInt32 || slices.Contains(s.plans, d.Plan) {
		return
	}
	s.plans = append(slices.Clip(s.plans), d.Plan)
	s.Total += d.Points
	s.total += costOf(d.Cost)
	if r.Kind == KindPlanned {
		s.log(r.T, Happening, message.Counted(d.Points, "point")+" more")
	}
}

// arrive takes up a finished point, once.
func (s *State) arrive(r Record, cost float64) {
	if r.Result == nil {
		return
	}
	results, known, fresh := s.index.add(s.Results, r.Result)
	if !fresh {
		return
	}
	s.Results, s.index = results, known
	s.done += costOf(part.Float(cost))
	if r.Result.Error != "" {
		s.Failed++
		s.log(r.T, Problem, "a point failed: "+r.Result.Error)
	}
}

// conflict takes up a point that was computed again with other results.
func (s *State) conflict(r Record) {
	d, ok := DataOf[Conflict](r)
	if !ok || !IsKey(d.Key) {
		return
	}
	s.arrive(r, float64(d.Cost))
	if !slices.Contains(s.Conflicts, d.Key) {
		s.Conflicts = append(slices.Clip(s.Conflicts), d.Key)
	}
	s.log(r.T, Problem, "conflict: point "+d.Key[:12]+" was computed again with other results; the first stay")
}

// costOf is a cost as it counts: what is no finite share counts nothing.
func costOf(c part.Float) float64 {
	if x := float64(c); x > 0 && !math.IsInf(x, 1) {
		return x
	}
	return 0
}
