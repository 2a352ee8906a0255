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
	// Heard is when the session told of itself last.
	Heard time.Time

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

	// Best is the best configuration so far, nil where there is nothing to
	// choose by; of several training graphs whose scores cannot be compared that of
	// the first. Label names it by the parameters that vary.
	Best      *choose.Row
	Label     string
	Objective string // what it is best at, on validation
	Score     choose.Score
	Stat      choose.Stat // the score as it is shown
	Tied      int         // rows that have this score, the best among them
	// Varied are the axes on which the rows differ.
	Varied []Varied
}

// Varied is an axis and what its values gave: the best score of each value over all
// the rest, as shown, NaN where there is none.
type Varied struct {
	Axis   string
	Values []string
	Best   []float64
}

// ItemAt reads one session for a list. Of its damage it tells all that [Check] does, but
// that of kept arrays, and of points whose file is what a journal says and that were
// written so that they cannot be read.
func ItemAt(at store.Place) Item {
	it := Glance(at)
	it.Fill(at)
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

// Fill reads what [Glance] left out, nothing where that found an error.
func (it *Item) Fill(at store.Place) {
	if it.Err != nil {
		return
	}
	in, err := openDir(at)
	if err != nil {
		*it = unread(it.Dir, err)
		return
	}
	defer in.Close()
	s := &Session{Dir: it.Dir, Header: it.Header, at: in}
	s.readJournals(nil)
	s.readPlans()
	s.points, _ = readPoints(in, &s.damages, s.summarize(s.vouched()))
	s.rename()
	s.unite()
	s.resolve()
	st := s.State()
	it.Heard = it.Created.Add(time.Duration(st.Last) * time.Millisecond)
	it.Planned, it.Points, it.Damages, it.Objective = s.Planned(), len(s.points), len(s.Damage()), s.Objective()
	now := time.Now()
	it.Status, it.Host = s.Standing(st, now)
	it.Tasks = s.Tasks(st, now)
	it.Elapsed, it.Progress = st.Elapsed(), st.Progress()
	it.Remaining, _ = st.Remaining()
	if it.Notes = len(st.Notes); it.Notes > 0 {
		it.Note = st.Notes[it.Notes-1].Text
	}
	it.count(s)
	rows, by := choose.InOrder(choose.Summarize(s.Finished())), s.By()
	if stars := by.Stars(rows); stars != nil {
		it.Best = &rows[stars[0]]
		by = by.Over(rows)
		it.Score, it.Stat, it.Label = by.Score(it.Best), by.Stat(it.Best), LabelsOf(rows)(it.Best.Config)
		it.Tied = by.Tied(rows)
	}
	it.Varied = varied(rows, by)
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
			v.Best = append(v.Best, best[value].Shown())
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
func (it *Item) count(s *Session) {
	missing := map[part.Point]bool{}
	for _, e := range s.entries {
		config := e.Point.Config()
		p, there := s.points[e.Key]
		missing[config] = missing[config] || !there || p.result.Error != ""
	}
	it.ConfigsPlanned = len(missing)
	for _, some := range missing {
		if !some {
			it.Configs++
		}
	}
	times := map[string]int{}
	for _, r := range s.Finished() {
		if r.Error == "" {
			continue
		}
		it.Failed++
		if times[r.Error]++; times[r.Error] > times[it.Why] {
			it.Why = r.Error
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
			return decodePoint(key, file)
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

// vouched are the SHA-256 of the points' files as the journals tell them.
func (s *Session) vouched() map[string]string {
	out := map[string]string{}
	for _, r := range s.records {
		if r.Kind != string(sweep.PointDone) {
			continue
		}
		if d, ok := record.DataOf[record.Point](r); ok {
			out[d.Key] = d.SHA256
		}
	}
	return out
}
