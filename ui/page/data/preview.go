package data

import (
	"context"
	"errors"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/ui/page"
)

// preview is the data read with all urgent proposals, shown while the data cannot be read as
// configured.
type preview struct {
	settings  []recipe.Setting // settings when the preview was started; proposals that follow from the preview do not restart it
	dismissed int              // number of declined proposals at the start
	options   datasets.Options // options with the proposals applied
	set       *data.Set        // nil while it is read, and if it cannot be read
	mending   []propose.Change // changes that make the data readable, if it is not
	id        int
	stop      func()
}

// mendTime is the time limit of the search for changes that mend an error.
const mendTime = 10 * time.Second

// Previewed is the message with the preview; set is nil if there is none.
type Previewed struct {
	id      int
	set     *data.Set
	mending []propose.Change
}

// withPreview returns the scene with the preview in place of data that cannot be read. Other
// pages and sweeps never use the preview.
func (p *Page) withPreview(sc *page.Scene) *page.Scene {
	if !p.needsPreview(sc) || !p.findings.preview.matches(p.ctl.DataOptions(), len(p.dismissed)) {
		return sc
	}
	with := *sc
	with.Set = p.findings.preview.set
	return &with
}

// asProposed reports whether the shown data is the preview.
func (p *Page) asProposed(sc *page.Scene) bool {
	return sc.Set != nil && sc.Set == p.findings.preview.set
}

// needsPreview reports whether the data cannot be read, so that a preview is needed.
func (p *Page) needsPreview(sc *page.Scene) bool {
	var unread *page.DataError
	return sc.Mode == page.Live && sc.Set == nil && p.ctl.Loading == nil && errors.As(sc.Problem, &unread)
}

// matches reports whether the preview was started with these options and number of declined
// proposals.
func (v *preview) matches(o datasets.Options, left int) bool {
	return v.id != 0 && v.dismissed == left && sameSettings(v.settings, recipe.Settings(o))
}

// sameSettings reports whether two lists of settings are equal.
func sameSettings(a, b []recipe.Setting) bool {
	return slices.EqualFunc(a, b, func(a, b recipe.Setting) bool { return a.Name == b.Name && slices.Equal(a.Values, b.Values) })
}

// readPreview returns a command that reads the preview, or searches for changes that make the
// data readable; nil if the preview is up to date or not needed.
func (p *Page) readPreview(sc *page.Scene) tea.Cmd {
	v, options := &p.findings.preview, p.ctl.DataOptions()
	if p.findings.surveying || p.findings.surveyID == 0 || p.needsPreview(sc) && v.matches(options, len(p.dismissed)) {
		return nil
	}
	if v.stop != nil {
		v.stop()
	}
	if *v = (preview{}); !p.needsPreview(sc) {
		return nil
	}
	ctx, cancel := context.WithCancel(p.ctl.Work.Context)
	*v = preview{settings: recipe.Settings(options), dismissed: len(p.dismissed), id: p.ctl.NextID(), stop: cancel}
	next, err := p.currentSetup(sc).withAll(p.urgentProposals())
	if err != nil {
		return nil
	}
	id, same, problem, seen := v.id, sameSettings(v.settings, recipe.Settings(next.options)), sc.Problem, p.findings.survey
	v.options = next.options
	return func() tea.Msg {
		defer cancel()
		var set *data.Set
		if !same {
			set, _ = p.ctl.Preview(ctx, next.options) // the check shows the error of the configured data
		}
		if set != nil {
			return Previewed{id: id, set: set}
		}
		trying, stop := context.WithTimeout(ctx, mendTime)
		defer stop()
		return Previewed{id: id, mending: propose.Mending(trying, options, seen, problem)}
	}
}
