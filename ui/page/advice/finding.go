package advice

import (
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/papers"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/page"
)

// Departures returns the settings in which a session differs from an experiment.
type Departures func(papers.Experiment, sessions.Header) []string

// finding holds a paper's finding and whether a number of results of a session agree with it.
type finding struct {
	session   *sessions.Session
	results   int
	missing   int
	paper     string
	sentences []string // nil for a sweep that is no paper's experiment
}

// update judges the finding again if there are new results.
func (f *finding) update(sc *page.Scene, departures Departures) {
	n, missing := len(sc.Sweep.State.Results), sc.Sweep.Missing()
	if f.session == sc.Session && f.results == n && f.missing == missing {
		return
	}
	*f = finding{session: sc.Session, results: n, missing: missing}
	if sc.Session == nil || sc.Session.Header.Experiment == "" {
		return
	}
	x, ok := papers.Named(sc.Session.Header.Experiment)
	if !ok {
		return
	}
	f.paper, f.sentences = x.Paper, []string{"the paper's finding: " + x.Found}
	var changed []string
	if departures != nil {
		changed = departures(x, sc.Session.Header)
	}
	if len(changed) > 0 {
		f.sentences = append(f.sentences, "changed from the paper's experiment: "+strings.Join(changed, ", "))
	}
	v := x.Check(choose.Summarize(sc.Sweep.State.Results))
	if v.Claims == nil {
		f.sentences = append(f.sentences, "the finding cannot be judged: "+v.Missing+" is missing")
		return
	}
	f.sentences = append(f.sentences, v.Here, v.Line(judgedIn(len(changed) > 0, missing)))
}

// judgedIn returns the words for the sweep that a finding is judged by: whether it was changed
// from the experiment, and the number of its fits that are missing.
func judgedIn(changed bool, missing int) string {
	where := " in this sweep"
	if changed {
		where = " in the changed sweep"
	}
	if missing > 0 {
		where += ", without " + message.Counted(missing, "missing fit")
	}
	return where
}
