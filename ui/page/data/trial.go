package data

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// Tried is the message with the data as proposals would make it.
type Tried struct {
	id        int
	proposals []propose.Proposal
	alone     bool // one proposal was chosen, not all
	options   datasets.Options
	set       *data.Set // nil if it cannot be read
}

// take accepts one proposal. If it may lose rows, it first reads the data with the change,
// and asks the user if too little would remain.
func (ch *changes) take(sc *page.Scene, q propose.Proposal) tea.Cmd {
	if !q.LeavesRows() || ch.found.survey == nil || ch.offChange(sc) != "" {
		return ch.accept(sc, q)
	}
	return ch.try(sc, []propose.Proposal{q}, true)
}

// acceptAll accepts all urgent proposals or, if there are none, all optional ones that keep the
// number of samples. It first reads the data with the changes, to leave out those that cost rows
// or labels.
func (ch *changes) acceptAll(sc *page.Scene) tea.Cmd {
	all := ch.proposals.urgent()
	if len(all) == 0 {
		all = slices.DeleteFunc(slices.Clone(ch.proposals.list), func(q propose.Proposal) bool {
			return slices.ContainsFunc(q.Changes, func(c propose.Change) bool { return c.Flag == "embed" })
		})
	}
	if len(all) == 0 {
		sc.Message = "nothing has to be decided; W accepts the optional proposals"
		return nil
	}
	if !slices.ContainsFunc(all, propose.Proposal.LeavesRows) || ch.found.survey == nil {
		return ch.accept(sc, all...)
	}
	return ch.try(sc, all, false)
}

// try returns a command that reads the data with the proposals.
func (ch *changes) try(sc *page.Scene, all []propose.Proposal, alone bool) tea.Cmd {
	next, err := ch.found.currentSetup(sc).withAll(all)
	if err != nil {
		sc.Message = clean.Of(err.Error())
		return nil
	}
	ch.trialID = ch.found.ctl.NextID()
	t := Tried{id: ch.trialID, proposals: slices.Clone(all), alone: alone, options: next.options}
	if v := ch.found.preview; v.set != nil && sameSettings(recipe.Settings(v.options), recipe.Settings(next.options)) {
		t.set = v.set
		return ch.acceptTried(sc, t)
	}
	sc.Message = "reading the data with the change, to count lost rows"
	ctx := ch.found.ctl.Work.Context
	return func() tea.Msg {
		t.set, _ = ch.found.ctl.Data.Preview(ctx, t.options) // the check shows the error once the proposals are taken
		return t
	}
}

// acceptTried accepts the proposals of a trial; if they lose too many rows or labels, it
// leaves out those that remove rows.
func (ch *changes) acceptTried(sc *page.Scene, t Tried) tea.Cmd {
	if t.id != ch.trialID {
		return nil
	}
	ch.trialID = 0
	var lost propose.Loss
	if t.set != nil {
		lost = propose.LossOf(ch.found.survey, t.options, t.set)
	}
	if t.alone {
		return ch.acceptOne(sc, t.proposals[0], t.set, lost)
	}
	if !lost.TooMuch() {
		cmd := ch.accept(sc, t.proposals...)
		if lost.Kept < lost.Rows {
			sc.Message = clean.Sprintf("%d proposals applied: %s remain; u undoes them", len(t.proposals), keptOf(lost))
		}
		return cmd
	}
	rest := slices.DeleteFunc(slices.Clone(t.proposals), propose.Proposal.LeavesRows)
	cmd := ch.accept(sc, rest...)
	sc.Message = clean.Sprintf("%d of %d applied; with the others %s: drop sparse columns first, or apply them one by one", len(rest), len(t.proposals), remaining(lost))
	return cmd
}

// acceptOne accepts one proposal, or asks the user if it loses too many rows or labels. set is
// the data with the change, nil if it still cannot be read.
func (ch *changes) acceptOne(sc *page.Scene, q propose.Proposal, set *data.Set, lost propose.Loss) tea.Cmd {
	if lost.TooMuch() {
		sc.Message = ""
		sc.Ask = page.Confirm("Apply it, although "+remaining(lost)+"?", "apply", "leave it", "", func() tea.Cmd { return ch.accept(sc, q) })
		return nil
	}
	cmd := ch.accept(sc, q)
	switch {
	case set == nil:
		sc.Message = "applied: " + clean.Of(q.What) + ". How many rows it keeps is counted once the data can be read; u undoes it"
	case lost.Kept < lost.Rows:
		sc.Message = "applied: " + clean.Of(q.What) + "; " + keptOf(lost) + " remain. u undoes it"
	}
	return cmd
}

// remaining describes how much of the data would remain, if that is too little.
func remaining(l propose.Loss) clean.Text {
	if n := len(l.Labels); n > 0 {
		return clean.Sprintf("no sample of %s would remain, and ", clean.Of(message.List(l.Labels))) + keptOf(l)
	}
	return "only " + keptOf(l) + " would remain"
}

// keptOf returns the number of rows kept, as text.
func keptOf(l propose.Loss) clean.Text {
	return clean.Count(l.Kept) + " of " + clean.Counted(l.Rows, "row")
}
