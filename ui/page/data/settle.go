package data

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// offChange says why nothing of the data can be changed now, "" where it can.
func (p *Page) offChange(sc *page.Scene) clean.Text {
	switch {
	case sc.Mode&(page.Live|page.Opened) == 0:
		return "this only watches: open the data itself"
	case sc.Session != nil && sc.Renew == nil:
		return "the session keeps its data: open the data itself"
	case p.ctl.Standing.Off != "":
		return p.ctl.Standing.Off
	}
	return ""
}

// change reads data, or plans the sweep, as settled anew. With a session it first asks,
// as that keeps its own.
func (p *Page) change(sc *page.Scene, next settled) tea.Cmd {
	if sc.Session != nil {
		sc.Ask = &page.Question{Text: "A change makes a new session; this one keeps its data and points. y: make it, other keys: no", Keys: []string{"y"},
			Pick: func(string) tea.Cmd { return sc.Renew(next.options, next.spec) }}
		return nil
	}
	p.undone, p.moved = append(p.undone, p.now(sc)), true // the cursor stays where it is
	return p.take(sc, next)
}

// take takes up what was settled before a session has begun.
func (p *Page) take(sc *page.Scene, next settled) tea.Cmd {
	reread := !sameSettings(recipe.Settings(p.ctl.DataOptions()), recipe.Settings(next.options))
	sc.Spec, p.trial = next.spec, 0 // what was tried was of what was settled before
	p.known.spec = sweep.Spec{}     // the split may be another
	var cmd tea.Cmd
	switch {
	case reread:
		p.known.report, p.known.advice, p.known.correlations = nil, nil, nil
		cmd = p.ctl.Reopen(next.options)
	case sc.Set != nil:
		sc.Plan = nil
		cmd = p.ctl.Planned()
	}
	look := p.look(sc) // before anything is proposed of how the cells were read
	p.propose(sc)
	return tea.Batch(cmd, look)
}

// undo brings back what was before the last change.
func (p *Page) undo(sc *page.Scene) tea.Cmd {
	n := len(p.undone)
	last := p.undone[n-1]
	p.undone = p.undone[:n-1]
	return p.take(sc, last)
}

func (p *Page) offUndo(sc *page.Scene) clean.Text {
	if len(p.undone) == 0 {
		return "nothing was changed"
	}
	return p.offChange(sc)
}
