package sessions

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"example.com/sfatui/datasets/message"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/archive"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Ext ends the names of sessions' directories.
const Ext = ".sfa"

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
	// Heard is when the session told of itself last.
	Heard time.Time

	Planned, Points, Failed int
	Damages                 int

	// Best is the best configuration so far, nil where there is nothing to
	// choose by; of several training graphs whose scores cannot be compared that of
	// the first. Label names it by the parameters that vary.
	Best      *choose.Row
	Label     string
	Objective string // what it is best at, on validation
	Score     choose.Score
	Stat      choose.Stat // the score as it is shown
}

// readers bounds how many sessions a list reads at once: on a network most of
// the time is waiting.
const readers = 8

// List reads the sessions in folders, packed ones too, newest first. A folder
// that is a session itself, or a packed one, is listed as one. Damage never keeps
// the others from being listed; the error is that a folder cannot be read.
func List(folders ...string) ([]Item, error) {
	dirs, err := candidates(folders)
	if err != nil {
		return nil, err
	}
	items := make([]Item, len(dirs))
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(readers, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				items[i] = ItemAt(store.At(dirs[i]))
			}
		})
	}
	for i := range dirs {
		next <- i
	}
	close(next)
	wg.Wait()
	slices.SortStableFunc(items, func(a, b Item) int {
		return cmp.Or(b.Created.Compare(a.Created), strings.Compare(a.Dir, b.Dir))
	})
	return items, nil
}

// candidates are the directories in folders that are sessions, or once were by
// their names, and the packed sessions, each once.
func candidates(folders []string) ([]string, error) {
	var dirs []string
	for _, folder := range folders {
		if store.Exists(filepath.Join(folder, store.HeaderName)) || filepath.Ext(filepath.Clean(folder)) == Ext && store.Exists(folder) {
			dirs = append(dirs, filepath.Clean(folder))
			continue
		}
		if info, err := os.Stat(folder); err == nil && !info.IsDir() {
			if archive.Is(folder) {
				dirs = append(dirs, filepath.Clean(folder))
				continue
			}
			return nil, fmt.Errorf("%s is not a folder, nor a session: %w", message.Clean(folder), fs.ErrNotExist)
		}
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			dir := filepath.Join(folder, e.Name())
			switch {
			case strings.HasPrefix(e.Name(), "."): // a session that was never born
			case e.IsDir() && (filepath.Ext(dir) == Ext || store.Exists(filepath.Join(dir, store.HeaderName))),
				e.Type().IsRegular() && strings.HasSuffix(dir, archive.Ext):
				dirs = append(dirs, dir)
			}
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs), nil
}

// ItemAt reads one session for a list. Of its damage it tells all that [Check] does, but
// that of kept arrays, and of points whose file is what a journal says and that were
// written so that they cannot be read.
func ItemAt(at store.Place) Item {
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
	s := &Session{Dir: dir, Header: h, at: in}
	s.readJournals(nil)
	s.readPlans()
	s.points, _ = readPoints(in, &s.damages, s.summarize(s.vouched()))
	s.rename()
	s.unite()
	s.resolve()
	st := s.State()
	it := Item{
		Dir: dir, Header: h, Created: h.Created, Heard: h.Created.Add(time.Duration(st.Last) * time.Millisecond),
		Planned: s.Planned(), Points: len(s.points), Damages: len(s.Damage()), Objective: s.Objective(),
	}
	it.Status, it.Host = s.Standing(st, time.Now())
	results := s.Finished()
	for _, r := range results {
		if r.Error != "" {
			it.Failed++
		}
	}
	rows, by := choose.InOrder(choose.Summarize(results)), s.By()
	if stars := by.Stars(rows); stars != nil {
		it.Best = &rows[stars[0]]
		by = by.Over(rows)
		it.Score, it.Stat, it.Label = by.Score(it.Best), by.Stat(it.Best), LabelsOf(rows)(it.Best.Config)
	}
	return it
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
		return point{r, sum}, nil
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
