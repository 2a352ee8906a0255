package data

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// changes applies changes to the data, and takes them back.
type changes struct {
	found     *findings
	proposals *proposals
	undoStack []dataSetup
	made      bool // a change was applied
	trialID   int  // ID of the running trial of all proposals, 0 for none
}

// offChange returns the reason why the data cannot be changed now; "" if it can.
func (ch *changes) offChange(sc *page.Scene) clean.Text {
	switch {
	case sc.Mode&(page.Live|page.Opened) == 0:
		return "this view is read-only: open the data itself"
	case sc.Session != nil && sc.Renew == nil:
		return "the data of a session cannot change: open the data itself"
	case ch.found.ctl.Standing.Off != "":
		return ch.found.ctl.Standing.Off
	}
	return ""
}

// change applies a configuration and remembers the old one for undo. If there is a session, it
// makes a new session after the user has confirmed.
func (ch *changes) change(sc *page.Scene, next dataSetup) tea.Cmd {
	if sc.Session != nil {
		sc.Ask = page.Confirm("Change the data in a new session?", "new session", "leave it unchanged", "",
			func() tea.Cmd { return sc.Renew(next.options, next.spec) })
		return nil
	}
	ch.undoStack, ch.made = append(ch.undoStack, ch.found.currentSetup(sc)), true
	return ch.applySetup(sc, next)
}

// applySetup applies a configuration before a session exists: it reads the data again or plans
// the sweep again.
func (ch *changes) applySetup(sc *page.Scene, next dataSetup) tea.Cmd {
	reread := !sameSettings(recipe.Settings(ch.found.ctl.Data.Options()), recipe.Settings(next.options))
	sc.Spec, ch.trialID = next.spec, 0 // a running trial uses the old configuration
	ch.found.spec = sweep.Spec{}       // the split may have changed
	var cmd tea.Cmd
	switch {
	case reread:
		ch.found.report, ch.found.advice, ch.found.correlations = nil, nil, nil
		cmd = ch.found.ctl.Data.Reopen(next.options)
	case sc.Set != nil:
		sc.Plan = nil
		cmd = ch.found.ctl.Planned()
	}
	look := ch.found.surveyFiles(sc) // before anything is proposed of how the cells were read
	ch.proposals.renew(sc)
	return tea.Batch(cmd, look)
}

// undo restores the configuration before the last change.
func (ch *changes) undo(sc *page.Scene) tea.Cmd {
	n := len(ch.undoStack)
	last := ch.undoStack[n-1]
	ch.undoStack = ch.undoStack[:n-1]
	return ch.applySetup(sc, last)
}

// offUndo returns the reason why nothing can be undone; "" if it can.
func (ch *changes) offUndo(sc *page.Scene) clean.Text {
	if len(ch.undoStack) == 0 {
		return "nothing to undo"
	}
	return ch.offChange(sc)
}

// accept applies proposals and reports it.
func (ch *changes) accept(sc *page.Scene, proposals ...propose.Proposal) tea.Cmd {
	next, err := ch.found.currentSetup(sc).withAll(proposals)
	if err != nil {
		sc.Message = clean.Of(err.Error())
		return nil
	}
	if len(proposals) == 1 {
		sc.Message = "applied: " + clean.Of(proposals[0].What) + "; " + clean.Of(proposals[0].Gives) + ". u undoes it"
	} else {
		sc.Message = clean.Sprintf("%d proposals applied; u undoes them", len(proposals))
	}
	return ch.change(sc, next)
}

// offProposals returns the reason why no proposal can be taken; "" if one can.
func (ch *changes) offProposals(sc *page.Scene) clean.Text {
	switch {
	case ch.found.surveying:
		return "analysing the columns: proposals appear when this is done"
	case len(ch.proposals.list) == 0:
		return "nothing is proposed"
	}
	return ch.offChange(sc)
}
