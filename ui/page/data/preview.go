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

// preview is data that cannot be read as it is settled, read with all that is proposed
// and urgent, so that it can be looked at before anything is taken.
type preview struct {
	of      []recipe.Setting // that it was asked for; what is seen may change what is proposed, which is not followed
	left    int              // proposals that the user had left
	options datasets.Options // as proposed
	set     *data.Set        // nil while it is read, and where it cannot be read either
	mending []propose.Change // with which it can be read where that is so
	id      int
	stop    func()
}

// mendTime bounds the search for what mends an error.
const mendTime = 10 * time.Second

// Previewed tells of data as it would be with what is proposed; nil where there is none.
type Previewed struct {
	id      int
	set     *data.Set
	mending []propose.Change
}

// looked is the scene with the data that is looked at: where it cannot be read as it is
// settled, as it would be with what is proposed. No other page has it, and no sweep.
func (p *Page) looked(sc *page.Scene) *page.Scene {
	if !p.previews(sc) || !p.known.preview.is(p.ctl.DataOptions(), len(p.left)) {
		return sc
	}
	with := *sc
	with.Set = p.known.preview.set
	return &with
}

// asProposed reports whether what is seen is as it is proposed, and not as it is settled.
func (p *Page) asProposed(sc *page.Scene) bool { return sc.Set != nil && sc.Set == p.known.preview.set }

// previews reports whether there is data that can only be looked at.
func (p *Page) previews(sc *page.Scene) bool {
	var unread *page.DataError
	return sc.Mode == page.Live && sc.Set == nil && p.ctl.Loading == nil && errors.As(sc.Problem, &unread)
}

func (v *preview) is(o datasets.Options, left int) bool {
	return v.id != 0 && v.left == left && sameSettings(v.of, recipe.Settings(o))
}

func sameSettings(a, b []recipe.Setting) bool {
	return slices.EqualFunc(a, b, func(a, b recipe.Setting) bool { return a.Name == b.Name && slices.Equal(a.Values, b.Values) })
}

// lookAhead reads the data with what is proposed, once for what is settled.
func (p *Page) lookAhead(sc *page.Scene) tea.Cmd {
	v, options := &p.known.preview, p.ctl.DataOptions()
	if p.known.surveying || p.known.surveyID == 0 || p.previews(sc) && v.is(options, len(p.left)) {
		return nil
	}
	if v.stop != nil {
		v.stop()
	}
	if *v = (preview{}); !p.previews(sc) {
		return nil
	}
	ctx, cancel := context.WithCancel(p.ctl.Work.Context)
	*v = preview{of: recipe.Settings(options), left: len(p.left), id: p.ctl.NextID(), stop: cancel}
	next, err := p.now(sc).withAll(p.urgent())
	if err != nil {
		return nil
	}
	id, same, problem, seen := v.id, sameSettings(v.of, recipe.Settings(next.options)), sc.Problem, p.known.survey
	v.options = next.options
	return func() tea.Msg {
		defer cancel()
		var set *data.Set
		if !same {
			set, _ = p.ctl.Preview(ctx, next.options) // why there is none, the check says of what is settled
		}
		if set != nil {
			return Previewed{id: id, set: set}
		}
		trying, stop := context.WithTimeout(ctx, mendTime)
		defer stop()
		return Previewed{id: id, mending: propose.Mending(trying, options, seen, problem)}
	}
}
