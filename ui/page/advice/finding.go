package advice

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/papers"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/page"
)

// finding holds a paper's finding and whether a number of results of a session agree with it.
type finding struct {
	session   *sessions.Session
	results   int
	paper     string
	sentences []string // nil for a sweep that is no paper's experiment
}

// update judges the finding again if there are new results.
func (f *finding) update(sc *page.Scene) {
	n := len(sc.Sweep.State.Results)
	if f.session == sc.Session && f.results == n {
		return
	}
	*f = finding{session: sc.Session, results: n}
	if sc.Session == nil || sc.Session.Header.Experiment == "" {
		return
	}
	x, ok := papers.Named(sc.Session.Header.Experiment)
	if !ok {
		return
	}
	f.paper, f.sentences = x.Paper, []string{"the paper's finding: " + x.Found}
	v := x.Check(choose.Summarize(sc.Sweep.State.Results))
	if v.Claims == nil {
		f.sentences = append(f.sentences, "the finding cannot be judged: "+v.Missing+" is missing")
		return
	}
	f.sentences = append(f.sentences, v.Here, v.Line(" in this sweep"))
}
