package list

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Item is a session in a list. Dir is its directory, or its packed file.
type Item struct {
	Dir string
	// Err is the reason why the session cannot be read: a *[store.DamagedError], or a newer
	// format. The fields that follow are then zero, except Created, which is the
	// modification time of the directory.
	Err     error
	Header  sessions.Header
	Created time.Time

	Status record.Status
	// Host is the machine that computes a Running or Paused sweep; "" for this machine.
	Host string
	// Tasks counts the running tasks of a sweep divided into tasks; zero for other sweeps.
	Tasks TaskCount
	// Submitted is the sweep's submission to a batch system, set by callers that look it
	// up; nil if there is none.
	Submitted *Submitted
	// Updated is the time of the session's last record.
	Updated time.Time

	Summary
}

// Submitted is a sweep, or its remainder, that waits or runs in the queue of Slurm.
type Submitted struct {
	Job   string // job number; "" if unknown
	Since time.Time
	Tasks int // requested tasks
	// Queried reports that the queue was queried. Running and Waiting then count tasks, and
	// Broken counts the tasks of the latest job that ended early.
	Queried                  bool
	Running, Waiting, Broken int
}

// Summary is the part of an item that depends only on the session's files. It survives a
// round trip through JSON unchanged.
type Summary struct {
	// Recorded is the status by the records, and Writing holds the writers that compute or
	// pause by their journals. [Item] holds the present status derived from them. Last is
	// the time of the last record, in milliseconds since creation. Division is the task count
	// of the latest division.
	Recorded record.Status `json:"Told"`
	Writing  []record.Writing
	Last     int64
	Division TaskCount `json:"Parted"`
	// Complete reports that all planned points exist.
	Complete bool

	Planned, Points, Failed int
	Damages                 int
	// Configs is the number of planned configurations with all points finished and none
	// failed, of ConfigsPlanned.
	Configs, ConfigsPlanned int
	// Elapsed is the computing time, Remaining the estimated time to completion, and
	// Progress the finished share of the work; 0 if unknown.
	Elapsed, Remaining time.Duration
	Progress           float64
	// Why is the most frequent error of failed points.
	Why string
	// Notes is the number of notes, Note the latest.
	Notes int
	Note  string
	// Tags holds the user's tags, sorted.
	Tags []string

	// Objective is the measure by which the best configuration is chosen on validation
	// data. Stars holds the best configuration so far: one for each training graph if
	// scores under several cannot be compared, and none if there is nothing to choose by.
	Objective string
	Stars     []Star
	// Varied holds the axes on which the rows differ.
	Varied []Varied
	// Settings holds all settings of the planned points and of the data.
	Settings []sessions.SettingValues
}

// TaskCount is the number of running tasks and the number of tasks in the latest division
// of the sweep. Engine is the batch system that started them, "" for tasks started by hand.
type TaskCount struct {
	Running, Of int
	Engine      string
}

// taskCountOf returns the number of tasks and the batch system of the latest division of
// the sweep. Running is 0.
func taskCountOf(st record.State) (n TaskCount) {
	for _, t := range st.Tasks() {
		n.Of, n.Engine = t.Task.N, t.Task.Engine
	}
	return n
}

// withRunning returns n with the number of the given processes that compute a task.
func (n TaskCount) withRunning(by []journal.Computing) TaskCount {
	for _, c := range by {
		if c.Task != nil {
			n.Running++
		}
	}
	return n
}

// Best returns the first of the stars, nil for none.
func (u *Summary) Best() *Star {
	if len(u.Stars) == 0 {
		return nil
	}
	return &u.Stars[0]
}

// Star is the best configuration of those that can be compared, with its score for display.
type Star struct {
	Config part.Point
	// Label names the configuration by the parameters that vary.
	Label string
	// Score is the score as text and Mean its number, see [choose.By.Stat]. Got of Want
	// measurements exist.
	Score     string
	Mean      part.Float
	Got, Want int
	// Tied is the number of rows with this score, including the best.
	Tied int
	// Terms describes what the score depends on in addition to the objective, see
	// [choose.By.Terms].
	Terms string
	// Along holds the best scores along each axis of Varied, one for each value, over all
	// other axes, as displayed; NaN if a value has none that is comparable with this one.
	Along [][]part.Float
}

// Varied is an axis with its values.
type Varied struct {
	Axis   string
	Values []string
}

// Kept caches summaries of sessions between reads.
type Kept interface {
	// Summary returns the summary of the session with the given UUID in an open directory.
	// It calls read if the session is not cached or has changed.
	Summary(in store.Dir, uuid string, read func() Summary) Summary
}

// ItemAt reads one session for a list. It reports the damage that [sessions.Check] reports, except
// in artifacts and in points whose checksum matches a journal's but whose result is
// invalid.
func ItemAt(at store.Place) Item {
	it := Glance(at)
	it.Fill(at, nil)
	return it
}

// Glance reads Dir, Err, Header and Created of an item. It reads one small file instead of
// all journals and points.
func Glance(at store.Place) Item {
	dir := at.Path()
	in, err := sessions.OpenDir(at)
	if err != nil {
		return unreadableItem(at, err)
	}
	defer in.Close()
	h, err := sessions.ReadHeader(in)
	if err != nil {
		return unreadableItem(at, err)
	}
	return Item{Dir: dir, Header: h, Created: h.Created}
}

// Fill reads the fields that [Glance] leaves zero. It does nothing for an item with an
// error. kept caches summaries; it may be nil.
func (it *Item) Fill(at store.Place, kept Kept) {
	if it.Err != nil {
		return
	}
	in, err := sessions.OpenDir(at)
	if err != nil {
		*it = unreadableItem(at, err)
		return
	}
	defer in.Close()
	read := func() Summary {
		if h, err := sessions.ReadHeader(in); err == nil { // another session may have taken its place
			it.Header, it.Created = h, h.Created
		}
		return summarize(in, it.Header)
	}
	if kept != nil {
		it.Summary = kept.Summary(in, it.Header.UUID, read)
	} else {
		it.Summary = read()
	}
	now := time.Now()
	by := journal.NewProcesses(in, it.Created).ComputingOf(it.Writing, now)
	it.Status, it.Host = journal.Standing(it.Recorded, it.Complete, by)
	it.Tasks = it.Division.withRunning(by)
	it.Updated = it.Created.Add(time.Duration(it.Last) * time.Millisecond)
}

// summarize reads a session as far as its list entry requires.
func summarize(in store.Dir, h sessions.Header) Summary {
	s := &sessions.Session{Contents: journal.ReadBrief(in, h.Origin()), Header: h}
	st := s.State()
	u := Summary{Recorded: st.Status, Writing: st.Writing(), Last: st.Last, Division: taskCountOf(st), Complete: s.IsComplete(), Planned: s.Planned(), Points: len(s.Done()), Damages: len(s.Damage()),
		Elapsed: st.Elapsed(), Progress: st.Progress(), Objective: s.By().Objective, Notes: len(st.Notes), Tags: st.Tags}
	u.Remaining, _ = st.Remaining()
	if u.Notes > 0 {
		u.Note = st.Notes[u.Notes-1].Text
	}
	u.count(s)
	rows := choose.InOrder(choose.Summarize(s.Finished()))
	by := s.By().Over(rows)
	u.Varied = variedAxes(rows)
	for _, i := range by.Stars(rows) {
		best := &rows[i]
		score, shown := by.Score(best), by.Stat(best)
		u.Stars = append(u.Stars, Star{Config: best.Config, Label: sessions.LabelsOf(rows)(best.Config), Score: score.String(), Mean: part.Float(shown.Mean),
			Got: score.Got, Want: score.Want, Tied: by.Tied(rows, i), Terms: by.Terms(best), Along: bestAlong(u.Varied, rows, by, best)})
	}
	u.Settings = sessions.SettingsOf(s.Header, s.Points())
	return u
}

// variedAxes returns the axes on which rows differ, each with its values, numbers ascending.
func variedAxes(rows []choose.Row) []Varied {
	var out []Varied
	for _, name := range choose.Varying(rows) {
		v := Varied{Axis: name}
		for i := range rows {
			if value := rows[i].Config.Text(name); !slices.Contains(v.Values, value) {
				v.Values = append(v.Values, value)
			}
		}
		slices.SortStableFunc(v.Values, compareNumbers)
		out = append(out, v)
	}
	return out
}

// bestAlong returns the best scores along axes: those of rows that could be chosen in place of
// the star.
func bestAlong(axes []Varied, rows []choose.Row, by choose.By, star *choose.Row) [][]part.Float {
	terms := by.Terms(star)
	order := slices.DeleteFunc(by.Order(rows), func(i int) bool { // the best first
		return by.Terms(&rows[i]) != terms || star.VarianceOK && !rows[i].VarianceOK
	})
	var out [][]part.Float
	for _, v := range axes {
		best := make([]part.Float, len(v.Values))
		for at, value := range v.Values {
			best[at] = part.Float(math.NaN())
			if i := slices.IndexFunc(order, func(i int) bool { return rows[i].Config.Text(v.Axis) == value }); i >= 0 {
				best[at] = part.Float(by.Score(&rows[order[i]]).Shown())
			}
		}
		out = append(out, best)
	}
	return out
}

// compareNumbers compares two texts as numbers. Words follow all numbers, in the order given.
func compareNumbers(a, b string) int {
	x, err := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	switch {
	case err == nil && err2 == nil:
		return cmp.Compare(x, y)
	case err == nil:
		return -1
	case err2 == nil:
		return 1
	}
	return 0
}

// count sets the numbers of configurations and failed points, and the most frequent error.
func (u *Summary) count(s *sessions.Session) {
	missing := map[part.Point]bool{}
	done := s.Done()
	for _, e := range s.Plan() {
		config := e.Point.Config()
		r := done[e.Key]
		missing[config] = missing[config] || r == nil || r.Error != ""
	}
	u.ConfigsPlanned = len(missing)
	for _, some := range missing {
		if !some {
			u.Configs++
		}
	}
	times := map[string]int{}
	for _, r := range s.Finished() {
		if r.Error == "" {
			continue
		}
		u.Failed++
		if times[r.Error]++; times[r.Error] > times[u.Why] {
			u.Why = r.Error
		}
	}
}

// unreadableItem returns the item of a session that cannot be read.
func unreadableItem(at store.Place, err error) Item {
	return Item{Dir: at.Path(), Err: err, Created: at.Changed()}
}
