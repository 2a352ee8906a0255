package record

import (
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

// Status is the status of a sweep.
type Status string

// The values of Status. A killed writer leaves no record of its end: its sweep
// stays Running, while Last stops increasing.
const (
	Ready       Status = "" // planned, not started
	Running     Status = "running"
	Paused      Status = "paused"
	Interrupted Status = "interrupted" // its writer closed before the end
	Cancelled   Status = "cancelled"
	Done        Status = "done"
	Failed      Status = "failed"
)

// String returns the status in a word.
func (s Status) String() string {
	if s == Ready {
		return "ready"
	}
	return string(s)
}

// State is a sweep at one moment, derived from its records. It is a value: the
// zero State is a session before its first record, a copy is a snapshot that
// later folds never change, and copying costs the same for any number of
// points. States may be read and folded on from any goroutine. The slices are
// shared by all snapshots and must not be written to.
type State struct {
	// Status is the status of the writer with the latest record.
	Status Status
	// Reason is the reason why the sweep ended, "" before.
	Reason string
	// Total is the number of planned points.
	Total int
	// Results holds the finished points in the order of their arrival,
	// including failed ones.
	Results []*result.Result
	// Failed is the number of Results with an Error.
	Failed int
	// Conflicts holds the keys of points that were computed again with other
	// results.
	Conflicts []string
	// Rounds is the number of the advisor's or a search's current round; 0 if
	// neither runs.
	Rounds int
	// Searching reports that the rounds belong to a search; Searched reports
	// that a search has ended.
	Searching, Searched bool
	// Stage is the stage that finished last.
	Stage string
	// Last is the time of the last record in milliseconds since creation.
	Last int64
	// Log holds the last maxLog lines of each level.
	Log []LogLine
	// Notes holds the user's notes on points.
	Notes []Note
	// Tags holds the user's tags of the session, sorted.
	Tags []string
	// Measured holds the checks of points over their training outputs.
	Measured []Measured
	// Permuted holds the permutation tests of the choice.
	Permuted []Permuted
	// Unsealed holds the evaluations of sealed test parts.
	Unsealed []Unsealed
	tested   map[string]*result.Result // results with test parts, by the keys of sealed points

	total, done float64 // planned and finished cost
	index       *index
	plans       []string
	writers     []*writerState // in the order of their first record; the elements are immutable
	own         bool           // no other state shares writers and Log, during Fold or Take
	brief       bool           // later records overwrite all that a stage shows, during Fold
	busy        busyTime
}

// Complete reports whether every planned point is finished.
func (s State) Complete() bool { return s.Total > 0 && len(s.Results) >= s.Total }

// Result returns the finished point with the given key.
func (s State) Result(key string) (*result.Result, bool) {
	if i := s.index.find(key, len(s.Results)); i >= 0 {
		return s.Results[i], true
	}
	return nil, false
}

// Has reports whether the state contains the point or the plan of a record that
// is in no journal.
func (s State) Has(r Record) bool {
	if r.Result != nil {
		_, ok := s.Result(r.Result.Key)
		return ok
	}
	d, ok := DataOf[Plan](r)
	return ok && slices.Contains(s.plans, d.Plan)
}

// Progress returns the finished share of the expected work, from 0 to 1.
func (s State) Progress() float64 {
	if s.total > 0 {
		return min(s.done/s.total, 1)
	}
	if s.Total > 0 {
		return min(float64(len(s.Results))/float64(s.Total), 1)
	}
	return 0
}

// Elapsed returns the running time of the sweep until the last record, without
// pauses and without the time between writers. Concurrent writers count once.
func (s State) Elapsed() time.Duration {
	return time.Duration(s.busy.sum()) * time.Millisecond
}

// Remaining estimates the time from the last record to completion: the
// remaining work at the current pace. It returns false before the first
// progress.
func (s State) Remaining() (time.Duration, bool) {
	share := s.Progress()
	ms := float64(s.busy.sum()) * (1 - share) / share
	if s.Status != Running || share == 0 || ms >= maxTime {
		return 0, false
	}
	return time.Duration(ms) * time.Millisecond, true
}

// Ended reports whether the latest writer has ended its sweep. A task ends only
// its share, after which others may follow.
func (s State) Ended() bool {
	if len(s.writers) == 0 {
		return false
	}
	last := s.writers[len(s.writers)-1]
	switch last.status {
	case Done, Cancelled, Failed:
		return last.program.Task == nil
	}
	return false
}

// Reduce returns the state after one more record. The live screen, replay,
// resume and following all use it. Records with unknown kinds or data change
// only Last. A record may occur twice: a point counts once.
func Reduce(s State, r Record) State {
	s.Last = max(s.Last, r.T)
	s.updateWriter(r)
	switch r.Kind {
	case KindCreated, KindPlanned:
		s.addPlan(r)
	case KindOpened:
		if d, ok := DataOf[Opened](r); ok {
			s.log(r.T, Happening, d.text())
		}
	case KindConflict:
		s.addConflict(r)
	case KindTags:
		s.tag(r)
	case KindNote:
		s.noted(r)
	case KindUnsealed, KindTested:
		s.unseal(r)
	case KindPermuted:
		s.permuted(r)
	case KindMeasured:
		s.addMeasured(r)
	case string(sweep.PointDone):
		if d, ok := DataOf[Point](r); ok {
			s.addPoint(r, float64(d.Cost))
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
			s.addCommand(r, word)
		} else if s.brief && r.Kind == string(sweep.StageDone) {
			break
		} else if d, ok := DataOf[Event](r); ok {
			s.event(r, d)
		}
	}
	return s
}

// Fold applies [Reduce] to many records without intermediate snapshots. With a
// thousand writers each snapshot would copy their list.
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

// Take applies [Reduce] in place, for the owner of the only copy of the state.
func (s *State) Take(r Record) {
	s.own = true
	*s = Reduce(*s, r)
	s.own = false
}

// shownStages returns the index of the first record whose stage is still in the
// log after the last record. Decoding stages is most of the work of a fold.
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

// endOf returns the status of a sweep that ended for the given reason.
func endOf(reason string) Status {
	switch reason {
	case "done":
		return Done
	case "cancelled":
		return Cancelled
	}
	return Failed
}

// event adds one of the sweep's own events.
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
		if w := s.writer(r.Writer); w != nil && w.program.Task != nil {
			what = fmt.Sprintf("task %d ended: ", w.program.Task.I)
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

// addCommand adds a command of the user, or a round of the advisor or a
// search.
func (s *State) addCommand(r Record, word string) {
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

// addPlan adds a plan.
func (s *State) addPlan(r Record) {
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

// addPoint adds a finished point once.
func (s *State) addPoint(r Record, cost float64) {
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

// addConflict adds a point that was computed again with other results.
func (s *State) addConflict(r Record) {
	d, ok := DataOf[Conflict](r)
	if !ok || !IsKey(d.Key) {
		return
	}
	s.addPoint(r, float64(d.Cost))
	if !slices.Contains(s.Conflicts, d.Key) {
		s.Conflicts = append(slices.Clip(s.Conflicts), d.Key)
	}
	s.log(r.T, Problem, "conflict: point "+d.Key[:12]+" was computed again with other results; the first stay")
}

// costOf returns a cost as a number; 0 unless it is positive and finite.
func costOf(c part.Float) float64 {
	if x := float64(c); x > 0 && !math.IsInf(x, 1) {
		return x
	}
	return 0
}
