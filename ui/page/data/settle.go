package data

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// offChange returns why the data cannot be changed now, "" where it can.
func (p *Page) offChange(sc *page.Scene) clean.Text {
	switch {
	case sc.Mode&(page.Live|page.Opened) == 0:
		return "this view is read-only: open the data itself"
	case sc.Session != nil && sc.Renew == nil:
		return "the data of a session cannot change: open the data itself"
	case p.ctl.Standing.Off != "":
		return p.ctl.Standing.Off
	}
	return ""
}

// change applies a configuration and remembers the old one for undo. If there is a session, it
// makes a new session after the user has confirmed.
func (p *Page) change(sc *page.Scene, next dataSetup) tea.Cmd {
	if sc.Session != nil {
		sc.Ask = page.Confirm("Change the data in a new session?", "new session", "leave it unchanged", "",
			func() tea.Cmd { return sc.Renew(next.options, next.spec) })
		return nil
	}
	p.undoStack, p.cursorMoved = append(p.undoStack, p.currentSetup(sc)), true // keeps the cursor in place
	return p.applySetup(sc, next)
}

// applySetup applies a configuration before a session exists: it reads the data again or plans
// the sweep again.
func (p *Page) applySetup(sc *page.Scene, next dataSetup) tea.Cmd {
	reread := !sameSettings(recipe.Settings(p.ctl.DataOptions()), recipe.Settings(next.options))
	sc.Spec, p.trialID = next.spec, 0 // a running trial is of the old configuration
	p.findings.spec = sweep.Spec{}    // the split may have changed
	var cmd tea.Cmd
	switch {
	case reread:
		p.findings.report, p.findings.advice, p.findings.correlations = nil, nil, nil
		cmd = p.ctl.Reopen(next.options)
	case sc.Set != nil:
		sc.Plan = nil
		cmd = p.ctl.Planned()
	}
	look := p.surveyFiles(sc) // before anything is proposed of how the cells were read
	p.propose(sc)
	return tea.Batch(cmd, look)
}

// undo restores the configuration before the last change.
func (p *Page) undo(sc *page.Scene) tea.Cmd {
	n := len(p.undoStack)
	last := p.undoStack[n-1]
	p.undoStack = p.undoStack[:n-1]
	return p.applySetup(sc, last)
}

// offUndo returns why nothing can be undone, "" where it can.
func (p *Page) offUndo(sc *page.Scene) clean.Text {
	if len(p.undoStack) == 0 {
		return "nothing to undo"
	}
	return p.offChange(sc)
}
