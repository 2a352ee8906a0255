package roster

import (
	"errors"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/sweepview"
)

// Row is a session's line as text.
type Row struct {
	Data, Begun, Points, State, Best clean.Text
	// More continues the state if there is room.
	More clean.Text
	// Role is the role of the state.
	Role chart.Role
}

// Glanced returns the row of a session of which only the header was read, see
// [list.Glance].
func Glanced(it *list.Item, now time.Time) Row {
	r := Row{Data: dataName(it), Begun: FormatStart(it.Created, now), State: "…", Role: chart.Faint}
	if it.Err != nil {
		r.State, r.Best, r.Role = "✗ "+Unreadable(it.Err), reasonText(it.Err), chart.Bad
	}
	return r
}

// Of returns the row of a session that was read.
func Of(it *list.Item, now time.Time) Row {
	r := Glanced(it, now)
	if it.Err != nil {
		return r
	}
	r.Points = clean.Count(it.ConfigsPlanned)
	if it.Configs < it.ConfigsPlanned {
		r.Points = clean.Count(it.Configs) + "/" + r.Points
	}
	r.Role, r.State, r.More = stateText(it, now)
	r.Best = bestText(it)
	if it.Damages > 0 {
		r.Role, r.Best = chart.Warn, clean.Sprintf("▲ damaged: %d  ", it.Damages)+r.Best
	}
	return r
}

// dataName returns the name of the data, or of the session if its header cannot be read.
func dataName(it *list.Item) clean.Text {
	if it.Err != nil {
		return clean.Of(list.Name(it))
	}
	name := it.Header.Data.Name
	if ext := filepath.Ext(name); fileExtension.MatchString(ext) {
		name = strings.TrimSuffix(name, ext)
	}
	return clean.Of(name)
}

// fileExtension matches the file extension, which names of data are shown without.
var fileExtension = regexp.MustCompile(`^\.[a-z]{2,8}$`)

// FormatStart returns the start of a session: the time if today, "yesterday", or the date.
func FormatStart(t, now time.Time) clean.Text {
	t, now = t.Local(), now.Local()
	year, month, day := now.Date()
	midnight := time.Date(year, month, day, 0, 0, 0, 0, now.Location())
	switch {
	case t.After(now) && t.Sub(now) > time.Minute, t.Year() != year:
		return clean.Of(t.Format("2 Jan 2006"))
	case !t.Before(midnight):
		return clean.Of(t.Format("today 15:04"))
	case !t.Before(midnight.AddDate(0, 0, -1)):
		return "yesterday"
	}
	return clean.Of(t.Format("2 Jan 15:04"))
}

// FormatStartTime returns the start of a session with the time, for wide columns.
func FormatStartTime(t, now time.Time) clean.Text {
	if text := FormatStart(t, now); text == "yesterday" {
		return text + clean.Of(t.Local().Format(" 15:04"))
	} else {
		return text
	}
}

// Unreadable returns why a session cannot be read, in a word.
func Unreadable(err error) clean.Text {
	var damaged *store.DamagedError
	switch {
	case errors.As(err, &damaged):
		return "damaged"
	case errors.Is(err, fs.ErrNotExist):
		return "no session"
	}
	return "unreadable"
}

// reasonText returns why a session cannot be read, in a few words.
func reasonText(err error) clean.Text {
	var damaged *store.DamagedError
	if errors.As(err, &damaged) {
		return clean.Of(damaged.Damage.String())
	}
	return clean.Of(err.Error())
}

// batchSystems are the names of the batch systems.
var batchSystems = map[string]clean.Text{"slurm": "Slurm", "pbs": "PBS", "lsf": "LSF", "grid engine": "SGE", "kubernetes": "k8s"}

// InSlurm reports whether Slurm tasks compute a session or wait to do so.
func InSlurm(it *list.Item) bool {
	return it.Status == record.Running && it.Tasks.Engine == "slurm" || it.Submitted != nil
}

// Since returns the start of a session; of today, only the time.
func Since(t, now time.Time) clean.Text {
	return clean.Of(strings.TrimPrefix(string(FormatStartTime(t, now)), "today "))
}

// InQueue returns the state of a session in Slurm as a sign and a few words, and a continuation
// for wide columns.
func InQueue(s *list.Submitted, now time.Time) (text, more clean.Text) {
	since := Since(s.Since, now)
	switch {
	case !s.Queried:
		return "◷ submitted", " " + since
	case s.Running > 0:
		return clean.Sprintf("◷ Slurm %d of %d", s.Running, s.Running+s.Waiting), ""
	}
	return "◷ Slurm queued", " " + since
}

// stateText returns the state of a session with its role, and a continuation for wide columns.
func stateText(it *list.Item, now time.Time) (role chart.Role, text, more clean.Text) {
	where := clean.Text("")
	if it.Host != "" {
		where = " on " + clean.Of(it.Host)
	}
	switch {
	case it.Status == record.Running:
		share := clean.Sprintf(" %d %%", int(100*it.Progress))
		if it.Remaining > 0 {
			more = " " + clean.Span(it.Remaining)
		}
		if it.Tasks.Of == 0 {
			return chart.Accent, "●" + share + more + where, ""
		}
		if system, ok := batchSystems[it.Tasks.Engine]; ok {
			return chart.Accent, clean.Sprintf("◷ %s %d of %d", system, it.Tasks.Running, it.Tasks.Of), share + more
		}
		return chart.Accent, clean.Sprintf("● %d/%d tasks", it.Tasks.Running, it.Tasks.Of), share + more
	case it.Status == record.Paused:
		return chart.Warn, "‖ paused" + where, ""
	case it.Submitted != nil:
		text, more = InQueue(it.Submitted, now)
		return chart.Accent, text, more
	case it.Points > 0 && it.Failed == it.Points:
		return chart.Bad, "✗ all failed", ""
	case it.Failed > 0:
		return chart.Warn, clean.Sprintf("▲ %d failed", it.Failed), ""
	case it.Status == record.Done:
		return chart.Good, "✓ done " + clean.Clock(it.Elapsed), ""
	case it.Status == record.Failed:
		return chart.Bad, "✗ broke off", ""
	case it.Status == record.Ready:
		return chart.Faint, "○ not started", ""
	}
	return chart.Warn, "‖ stopped", ""
}

// bestText returns the best score on validation, and the number of points with the same score.
func bestText(it *list.Item) clean.Text {
	switch {
	case it.Best() != nil:
	case it.Why != "":
		return "–  " + clean.Of(it.Why)
	default:
		return "–"
	}
	_, text := sweepview.ChosenBy(it.Objective)
	if m := measure.Choosing(it.Objective); m != nil && m.Show.Brief != "" {
		text = clean.Of(m.Show.Brief)
	}
	var scores []clean.Text
	for i := range it.Stars {
		scores = append(scores, starText(it, &it.Stars[i]))
	}
	return text + " " + clean.Join(scores, " · ")
}

// starText returns the score of a star as in the table, with the number of scored parts if some
// are missing, and of points with the same score. The stars of several graphs have its name.
func starText(it *list.Item, star *list.Star) clean.Text {
	text := sweepview.WriterOf(measure.Choosing(it.Objective))(float64(star.Mean))
	if star.Got < star.Want {
		text += clean.Sprintf(" (%d/%d)", star.Got, star.Want)
	}
	if star.Tied > 1 {
		text += clean.Sprintf("  %s tie", clean.Count(star.Tied))
	}
	if len(it.Stars) > 1 {
		text = GraphName(star) + " " + text
	}
	return text
}

// GraphName returns the name of the training graph of a star.
func GraphName(star *list.Star) clean.Text {
	return clean.Of(strings.TrimPrefix(graph.Under(star.Config).Label(), "graph="))
}

// Where returns the short path of a session: its name in the folder of unnamed sessions, else
// its path.
func Where(it *list.Item) clean.Text {
	if state, err := list.Folder(); err == nil && filepath.Dir(it.Dir) == state {
		return clean.Of(filepath.Base(it.Dir))
	}
	return clean.Of(it.Dir)
}

// leastBest is the least useful width of the column of the best score.
const leastBest = 12

// Columns returns the widths of a list of w cells: of number, data, start, points, state and
// best, which is left out where it would be cut to nothing.
func Columns(w int) [6]int {
	extra := max(w-80, 0)
	c := [6]int{3, 10, 12, 7, 16, 0}
	c[1] += min(extra/2, 14)
	c[4] += min(extra/4, 8)
	c[5] = max(w-1-c[0]-c[1]-c[2]-c[3]-c[4]-5, 0)
	if c[5] < leastBest {
		c[1], c[5] = c[1]+c[5], 0
	}
	return c
}

// Line returns the cells of a row in columns.
func Line(c [6]int, number clean.Text, r Row) []clean.Text {
	if layout.Width(r.State+r.More) <= c[4] {
		r.State += r.More
	}
	return []clean.Text{
		layout.Pad(layout.Shorten(number, c[0]), c[0]), layout.Pad(r.Data, c[1]), layout.Pad(r.Begun, c[2]),
		layout.PadLeft(r.Points, c[3]), layout.Pad(layout.Shorten(r.State, c[4]), c[4]), layout.Shorten(r.Best, c[5]),
	}
}

// Heads holds the headings of the columns.
var Heads = Row{Data: "data", Begun: "begun", Points: "points", State: "state", Best: "best on validation"}
