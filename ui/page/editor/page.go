package editor

import (
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
)

// Page shows a draft of the sweep.
type Page struct {
	ctl         *control.Control
	sc          *page.Scene
	mayUseFiles bool // the user may read and write files on this machine
	Draft       draft.Draft
	top         int // first visible line
	// cancelCheck cancels the check of a draft; nil before the first.
	cancelCheck      func()
	textUnchecked    bool        // a text was accepted that is not checked yet, in uncheckedField
	uncheckedField   int         // index of the field
	startWhenChecked bool        // start the sweep once it is checked
	findLine         *input.Line // search line, while it is typed
	estimates        *estimates
	early            earlyKeys
}

// New returns the page. files permits reading and writing files on this machine.
func New(sc *page.Scene, ctl *control.Control, files bool) *Page {
	p := &Page{ctl: ctl, sc: sc, mayUseFiles: files}
	p.estimates = &estimates{page: p}
	ctl.Planned, ctl.Settings = p.plan, p.edit
	return p
}

// offNoData returns the reason why there will be no data; "" if there is, or if it is being
// read.
func (p *Page) offNoData(sc *page.Scene) clean.Text {
	if sc.Set == nil && p.ctl.Data.Loading == nil {
		return "the data is not ready yet"
	}
	return ""
}
