package editor

import (
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
)

// Page shows a draft of the sweep.
type Page struct {
	ctl   *control.Control
	sc    *page.Scene
	run   sweep.RunOptions
	files bool // the files of this machine are the user's
	Draft draft.Draft
	top   int // first line shown
	// uncheck ends the check of a draft; nil before the first.
	uncheck func()
	kept    bool        // a text was kept that is not checked yet, of the field at
	keptAt  int         // this place
	due     bool        // the sweep is to start once it is checked
	finding *input.Line // what is looked for, while it is typed
	weighed []weighed   // values that are thought about
	weighID int         // of the last time that this began
	// values are those of so many configurations, by parameter.
	values struct {
		of     int
		labels map[string][]clean.Text
	}
}

// New is the page. Sweeps are checked against what a run may use; files says that
// the user may read and write the files of this machine.
func New(sc *page.Scene, ctl *control.Control, run sweep.RunOptions, files bool) *Page {
	p := &Page{ctl: ctl, sc: sc, run: run, files: files}
	ctl.Planned, ctl.Settings = p.plan, p.edit
	return p
}

func (p *Page) offNoData(sc *page.Scene) clean.Text {
	if sc.Set == nil {
		return "the data is not ready yet"
	}
	return ""
}
