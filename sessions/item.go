package sessions

import (
	"cmp"
	"errors"
	"math"
	"os"
	"slices"
	"strconv"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Item is a session in a list. Dir is its directory, or the file of a packed one.
type Item struct {
	Dir string
	// Err is why the session cannot be read: a *[store.DamagedError], or that its
	// format is newer. What follows is empty then, but for Created: when the
	// directory was changed last.
	Err     error
	Header  Header
	Created time.Time

	Status record.Status
	// Host is where a Running or Paused sweep is computed, "" on this machine.
	Host string
	// Tasks are those of a sweep that is parted among several: how many compute, of how
	// many; 0 of 0 for others.
	Tasks TaskCount
	// Submitted is what a batch system has of it, where somebody asked, nil for nothing.
	Submitted *Submitted
	// Heard is when the session told of itself last.
	Heard time.Time

	Summary
}

// Submitted is a sweep, or the rest of one, that waits or runs in the queue of Slurm.
type Submitted struct {
	Job   string // its number, "" where that is not known
	Since time.Time
	Tasks int // that were asked for
	// Known says that the queue was asked. It tells how many tasks run and wait, and how many
	// of the last job ended before their time.
	Known                    bool
	Running, Waiting, Broken int
}

// Summary is what the files of a session tell of it, whenever they are read. All of it
// goes through JSON and back unchanged.
type Summary struct {
	// Told is the status by the records, and Writing are those who computed then: what
	// of it still holds says [Item]. Last is the time of the last record in milliseconds
	// since creation, and Parted among how many tasks the sweep was parted the last time.
	Told    record.Status
	Writing []record.Writing
	Last    int64
	Parted  TaskCount
	// Complete says that all planned points are there.
	Complete bool

	Planned, Points, Failed int
	Damages                 int
	// Configs of so many planned configurations have all their points, none failed.
	Configs, ConfigsPlanned int
	// Elapsed is how long it was computed, Progress which share of the work is
	// done, and Remaining the time to the end of one that runs; 0 where nothing tells.
	Elapsed, Remaining time.Duration
	Progress           float64
	// Why is the commonest error of failed points.
	Why string
	// Notes are how many notes it has, Note the latest.
	Notes int
	Note  string
	// Tags are words that a person gave it, in order.
	Tags []string

	// Objective is what is best at, on validation, and Best the best configuration so far,
	// nil where there is nothing to choose by; of several training graphs whose scores
	// cannot be compared that of the first.
	Objective string
	Best      *Best
	// Varied are the axes on which the rows differ.
	Varied []Varied
}

// Best is a configuration and how good it is, as it is shown.
type Best struct {
	Config part.Point
	// Label names it by the parameters that vary.
	Label string
	// Score is its score in words, Mean the number itself, see [choose.By.Stat]; Got
	// of Want measurements are there.
	Score     string
	Mean      part.Float
	Got, Want int
	// Tied are the rows that have this score, the best among them.
	Tied int
}

// Varied is an axis and what its values gave: the best score of each value over all
// the rest, as shown, NaN where there is none.
type Varied struct {
	Axis   string
	Values []string
	Best   []part.Float
}

// Kept keeps summaries of sessions from one look to the next.
type Kept interface {
	// Summary is that of the session with the given UUID in an open directory: a kept one
	// where nothing has changed since, else what read gives.
	Summary(in store.Dir, uuid string, read func() Summary) Summary
}

// ItemAt reads one session for a list. Of its damage it tells all that [Check] does, but
// that of kept arrays, and of points whose file is what a journal says and that were
// written so that they cannot be read.
func ItemAt(at store.Place) Item {
	it := Glance(at)
	it.Fill(at, nil)
	return it
}

// Glance reads of a session what its header tells: Dir, Err, Header and Created.
// It takes one small file, where the rest takes all of the journals and points.
func Glance(at store.Place) Item {
	dir := at.Path()
	in, err := openDir(at)
	if err != nil {
		return unread(dir, err)
	}
	defer in.Close()
	h, err := readHeader(in)
	if err != nil {
		return unread(dir, err)
	}
	return Item{Dir: dir, Header: h, Created: h.Created}
}

// Fill reads what [Glance] left out, nothing where that found an error. What is kept is
// not read again; nil for nothing.
func (it *Item) Fill(at store.Place, kept Kept) {
	if it.Err != nil {
		return
	}
	in, err := openDir(at)
	if err != nil {
		*it = unread(it.Dir, err)
		return
	}
	defer in.Close()
	read := func() Summary {
		if h, err := readHeader(in); err == nil { // another session may have taken its place
			it.Header, it.Created = h, h.Created
		}
		s := &Session{Dir: it.Dir, Header: it.Header, at: in}
		return s.summary()
	}
	if kept != nil {
		it.Summary = kept.Summary(in, it.Header.UUID, read)
	} else {
		it.Summary = read()
	}
	now := time.Now()
	by := computing(in, it.Created, it.Writing, clocks{now, now})
	it.Status, it.Host = standing(it.Told, it.Complete, by)
	it.Tasks = it.Parted.running(by)
	it.Heard = it.Created.Add(time.Duration(it.Last) * time.Millisecond)
}

// summary reads all of a session but what a list does not show.
func (s *Session) summary() Summary {
	s.readJournals(nil, nil)
	s.readPlans()
	s.points, _ = readPoints(s.at, &s.damages, s.summarize(s.vouched()), nil)
	s.unite()
	s.resolve()
	st := s.State()
	u := Summary{Told: st.Status, Writing: st.Writing(), Last: st.Last, Parted: parted(st), Complete: s.complete(), Planned: s.Planned(), Points: len(s.points), Damages: len(s.Damage()),
		Elapsed: st.Elapsed(), Progress: st.Progress(), Objective: s.Objective(), Notes: len(st.Notes), Tags: st.Tags}
	u.Remaining, _ = st.Remaining()
	if u.Notes > 0 {
		u.Note = st.Notes[u.Notes-1].Text
	}
	u.count(s)
	rows, by := choose.InOrder(choose.Summarize(s.Finished())), s.By()
	if stars := by.Stars(rows); stars != nil {
		best := &rows[stars[0]]
		by = by.Over(rows)
		score, shown := by.Score(best), by.Stat(best)
		u.Best = &Best{Config: best.Config, Label: LabelsOf(rows)(best.Config), Score: score.String(), Mean: part.Float(shown.Mean),
			Got: score.Got, Want: score.Want, Tied: by.Tied(rows)}
	}
	u.Varied = varied(rows, by)
	return u
}

// varied are the axes on which rows differ, numbers ascending.
func varied(rows []choose.Row, by choose.By) []Varied {
	var out []Varied
	for _, name := range choose.Varying(rows) {
		best := map[string]*choose.Score{}
		v := Varied{Axis: name}
		for i := range rows {
			value := rows[i].Config.Text(name)
			was, seen := best[value]
			if !seen {
				v.Values = append(v.Values, value)
			}
			if score := by.Score(&rows[i]); was == nil || score.U < was.U || math.IsNaN(was.U) {
				best[value] = &score
			}
		}
		slices.SortStableFunc(v.Values, compareNumbers)
		for _, value := range v.Values {
			v.Best = append(v.Best, part.Float(best[value].Shown()))
		}
		out = append(out, v)
	}
	return out
}

// compareNumbers orders texts that are numbers; all others are equal.
func compareNumbers(a, b string) int {
	x, err := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	if err != nil || err2 != nil {
		return 0
	}
	return cmp.Compare(x, y)
}

// count counts configurations and failed points.
func (u *Summary) count(s *Session) {
	missing := map[part.Point]bool{}
	for _, e := range s.entries {
		config := e.Point.Config()
		p, there := s.points[e.Key]
		missing[config] = missing[config] || !there || p.result.Error != ""
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

// unread is a session that cannot be read.
func unread(dir string, err error) Item {
	it := Item{Dir: dir, Err: err}
	if info, err := os.Stat(dir); err == nil {
		it.Created = info.ModTime()
	}
	return it
}

// summarize reads of a published point what the best is chosen by, and the checksum that
// its file ends in: reading all of it takes three times as long, which is left to those
// that no journal vouches for.
func (s *Session) summarize(vouched map[string]string) func(key string) (point, error) {
	return func(key string) (point, error) {
		file, err := s.at.Read(pointPath(key))
		if err != nil {
			return point{}, err
		}
		sum := hashOf(file)
		if vouched[key] != sum {
			return decodePoint(s.Header.keys(), key, file)
		}
		var seen struct {
			Key        string             `json:"key"`
			Point      part.Point         `json:"point"`
			Variance   result.Variance    `json:"variance"`
			Degenerate *result.Degenerate `json:"degenerate"`
			Validation *result.Scores     `json:"validation"`
			Error      string             `json:"error"`
		}
		if err := jsonl.Decode("", file, &seen); err != nil {
			return point{}, err
		}
		if seen.Key != key {
			return point{}, errors.New("it holds another point than its name says")
		}
		jsonl.CleanTexts(&seen.Point)
		r := &result.Result{Key: key, Point: seen.Point, Variance: seen.Variance, Degenerate: seen.Degenerate, Validation: seen.Validation, Error: message.Clean(seen.Error)}
		return point{r, sum}, inBounds(r)
	}
}

// vouched are the SHA-256 of the points' files as the journals tell them, "" where they do
// not agree.
func (s *Session) vouched() map[string]string {
	out := map[string]string{}
	for _, r := range s.records {
		if r.Kind != string(sweep.PointDone) {
			continue
		}
		if d, ok := record.DataOf[record.Point](r); ok {
			if was, told := out[d.Key]; told && was != d.SHA256 {
				d.SHA256 = ""
			}
			out[d.Key] = d.SHA256
		}
	}
	return out
}
