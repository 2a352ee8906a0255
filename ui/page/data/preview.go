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
	settings []recipe.Setting // settings when the preview was started; proposals that follow from the preview do not restart it
	options  datasets.Options // options with the proposals applied
	set      *data.Set        // nil while it is read, and if it cannot be read
	mending  []propose.Change // changes that make the data readable, if it is not
	id       int
	stop     func()
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
func (f *findings) withPreview(sc *page.Scene) *page.Scene {
	if !f.needsPreview(sc) || !f.preview.matches(f.ctl.Data.Options()) {
		return sc
	}
	with := *sc
	with.Set = f.preview.set
	return &with
}

// asProposed reports whether the shown data is the preview.
func (f *findings) asProposed(sc *page.Scene) bool {
	return sc.Set != nil && sc.Set == f.preview.set
}

// needsPreview reports whether the data cannot be read, so that a preview is needed.
func (f *findings) needsPreview(sc *page.Scene) bool {
	var unread *page.DataError
	return sc.Mode == page.Live && sc.Set == nil && f.ctl.Data.Loading == nil && errors.As(sc.Problem, &unread)
}

// matches reports whether the preview was started with these options.
func (v *preview) matches(o datasets.Options) bool {
	return v.id != 0 && sameSettings(v.settings, recipe.Settings(o))
}

// drop stops and forgets the preview, as the proposals that it was read with have changed.
func (v *preview) drop() {
	if v.stop != nil {
		v.stop()
	}
	*v = preview{}
}

// sameSettings reports whether two lists of settings are equal.
func sameSettings(a, b []recipe.Setting) bool {
	return slices.EqualFunc(a, b, func(a, b recipe.Setting) bool { return a.Name == b.Name && slices.Equal(a.Values, b.Values) })
}

// readPreview returns a command that reads the data with the urgent proposals as its preview, or
// searches for changes that make the data readable; nil if the preview is up to date or not
// needed.
func (f *findings) readPreview(sc *page.Scene, urgent []propose.Proposal) tea.Cmd {
	v, options := &f.preview, f.ctl.Data.Options()
	if f.surveying || f.surveyID == 0 || f.needsPreview(sc) && v.matches(options) {
		return nil
	}
	if v.drop(); !f.needsPreview(sc) {
		return nil
	}
	ctx, cancel := context.WithCancel(f.ctl.Work.Context)
	*v = preview{settings: recipe.Settings(options), id: f.ctl.NextID(), stop: cancel}
	next, err := f.currentSetup(sc).withAll(urgent)
	if err != nil {
		return nil
	}
	id, same, problem, seen := v.id, sameSettings(v.settings, recipe.Settings(next.options)), sc.Problem, f.survey
	v.options = next.options
	return func() tea.Msg {
		defer cancel()
		var set *data.Set
		if !same {
			set, _ = f.ctl.Data.Preview(ctx, next.options) // the check shows the error of the configured data
		}
		if set != nil {
			return Previewed{id: id, set: set}
		}
		trying, stop := context.WithTimeout(ctx, mendTime)
		defer stop()
		return Previewed{id: id, mending: propose.Mending(trying, options, seen, problem)}
	}
}
