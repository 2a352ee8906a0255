package roster

import (
	"errors"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/sweepview"
)

// Row is a session in words.
type Row struct {
	Data, Begun, Points, State, Best clean.Text
	// More goes on with the state where there is room.
	More clean.Text
	// Role is how the state is meant.
	Role chart.Role
}

// Glanced is the row of a session of which no more than the header is read: see
// [sessions.Glance].
func Glanced(it *sessions.Item, now time.Time) Row {
	r := Row{Data: dataOf(it), Begun: Begun(it.Created, now), State: "…", Role: chart.Faint}
	if it.Err != nil {
		r.State, r.Best, r.Role = "✗ "+Unreadable(it.Err), reason(it.Err), chart.Bad
	}
	return r
}

// Of is the row of a session that was read.
func Of(it *sessions.Item, now time.Time) Row {
	r := Glanced(it, now)
	if it.Err != nil {
		return r
	}
	r.Points = clean.Count(it.ConfigsPlanned)
	if it.Configs < it.ConfigsPlanned {
		r.Points = clean.Count(it.Configs) + "/" + r.Points
	}
	r.Role, r.State, r.More = doing(it, now)
	r.Best = best(it)
	if it.Damages > 0 {
		r.Role, r.Best = chart.Warn, clean.Sprintf("▲ damaged: %d  ", it.Damages)+r.Best
	}
	return r
}

// dataOf names the data, or where the header cannot be read the session.
func dataOf(it *sessions.Item) clean.Text {
	if it.Err != nil {
		return clean.Of(list.Name(it))
	}
	name := it.Header.Data.Name
	if ext := filepath.Ext(name); isEnding.MatchString(ext) {
		name = strings.TrimSuffix(name, ext)
	}
	return clean.Of(name)
}

// isEnding is what a name of data loses: the ending of a file.
var isEnding = regexp.MustCompile(`^\.[a-z]{2,8}$`)

// Begun is when something was begun, as near as it matters.
func Begun(t, now time.Time) clean.Text {
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

// Clocked is when something was begun, to the minute, for where there is room.
func Clocked(t, now time.Time) clean.Text {
	if text := Begun(t, now); text == "yesterday" {
		return text + clean.Of(t.Local().Format(" 15:04"))
	} else {
		return text
	}
}

// Unreadable is why a session cannot be read, in a word.
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

// reason is the same in a few words.
func reason(err error) clean.Text {
	var damaged *store.DamagedError
	if errors.As(err, &damaged) {
		return clean.Of(damaged.Damage.String())
	}
	return clean.Of(err.Error())
}

// systems are the batch systems as they call themselves.
var systems = map[string]clean.Text{"slurm": "Slurm", "pbs": "PBS", "lsf": "LSF", "grid engine": "SGE", "kubernetes": "k8s"}

// InSlurm says that tasks of Slurm compute a session, or wait to do so.
func InSlurm(it *sessions.Item) bool {
	return it.Status == record.Running && it.Tasks.Engine == "slurm" || it.Submitted != nil
}

// Since is when something was begun: the time of a day that is today.
func Since(t, now time.Time) clean.Text {
	return clean.Of(strings.TrimPrefix(string(Clocked(t, now)), "today "))
}

// InQueue is what Slurm has of a session, in a sign and few words, and what goes on with them
// where there is room.
func InQueue(s *sessions.Submitted, now time.Time) (text, more clean.Text) {
	since := Since(s.Since, now)
	switch {
	case !s.Known:
		return "◷ submitted", " " + since
	case s.Running > 0:
		return clean.Sprintf("◷ Slurm %d of %d", s.Running, s.Running+s.Waiting), ""
	}
	return "◷ Slurm queued", " " + since
}

func doing(it *sessions.Item, now time.Time) (role chart.Role, text, more clean.Text) {
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
		if system, ok := systems[it.Tasks.Engine]; ok {
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

// best is the best score on validation, and how many points have it.
func best(it *sessions.Item) clean.Text {
	switch {
	case it.Best != nil:
	case it.Why != "":
		return "–  " + clean.Of(it.Why)
	default:
		return "–"
	}
	_, text := sweepview.ChosenBy(it.Objective)
	if m := measure.Choosing(it.Objective); m != nil && m.Show.Brief != "" {
		text = clean.Of(m.Show.Brief)
	}
	text += " " + score(it)
	if it.Best.Tied > 1 {
		text += clean.Sprintf("  %s tie", clean.Count(it.Best.Tied))
	}
	return text
}

// score returns the best score as in the table, with the number of scored parts if some are
// missing.
func score(it *sessions.Item) clean.Text {
	text := sweepview.WriterOf(measure.Choosing(it.Objective))(float64(it.Best.Mean))
	if it.Best.Got < it.Best.Want {
		text += clean.Sprintf(" (%d/%d)", it.Best.Got, it.Best.Want)
	}
	return text
}

// Where is the path of a session as a person would write it: its name where unnamed
// sessions go, else its path from here.
func Where(it *sessions.Item) clean.Text {
	if state, err := list.Folder(); err == nil && filepath.Dir(it.Dir) == state {
		return clean.Of(filepath.Base(it.Dir))
	}
	return clean.Of(it.Dir)
}

// Columns are the widths of a list that is w cells wide: of number, data, begun,
// points, state and best.
func Columns(w int) [6]int {
	extra := max(w-80, 0)
	c := [6]int{3, 10, 12, 7, 16, 0}
	c[1] += min(extra/2, 14)
	c[4] += min(extra/4, 8)
	c[5] = max(w-1-c[0]-c[1]-c[2]-c[3]-c[4]-5, 0)
	return c
}

// Line lays a row out in columns.
func Line(c [6]int, number clean.Text, r Row) []clean.Text {
	if layout.Width(r.State+r.More) <= c[4] {
		r.State += r.More
	}
	return []clean.Text{
		layout.Pad(layout.Shorten(number, c[0]), c[0]), layout.Pad(r.Data, c[1]), layout.Pad(r.Begun, c[2]),
		layout.PadLeft(r.Points, c[3]), layout.Pad(layout.Shorten(r.State, c[4]), c[4]), layout.Shorten(r.Best, c[5]),
	}
}

// Heads are the names of the columns.
var Heads = Row{Data: "data", Begun: "begun", Points: "points", State: "state", Best: "best on validation"}
