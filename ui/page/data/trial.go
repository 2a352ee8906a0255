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

// Tried is the message with the data as several proposals would make it.
type Tried struct {
	id        int
	proposals []propose.Proposal
	options   datasets.Options
	set       *data.Set // nil if it cannot be read
}

// acceptAll takes all that is urgent; where nothing is, all that is worth a try and leaves the
// samples as many as they are. What costs rows or labels is left: so the data is read first as it
// would be.
func (ch *changes) acceptAll(sc *page.Scene) tea.Cmd {
	all := ch.proposals.urgent()
	if len(all) == 0 {
		all = slices.DeleteFunc(slices.Clone(ch.proposals.list), func(q propose.Proposal) bool {
			return slices.ContainsFunc(q.Changes, func(c propose.Change) bool { return c.Flag == "embed" })
		})
	}
	if len(all) == 0 {
		sc.Message = "nothing has to be settled; W takes what is worth a try"
		return nil
	}
	if !slices.ContainsFunc(all, propose.Proposal.LeavesRows) || ch.found.survey == nil {
		return ch.accept(sc, all...)
	}
	next, err := ch.found.currentSetup(sc).withAll(all)
	if err != nil {
		sc.Message = clean.Of(err.Error())
		return nil
	}
	ch.trialID = ch.found.ctl.NextID()
	t := Tried{id: ch.trialID, proposals: slices.Clone(all), options: next.options}
	if v := ch.found.preview; v.set != nil && sameSettings(recipe.Settings(v.options), recipe.Settings(next.options)) {
		t.set = v.set
		return ch.acceptTried(sc, t)
	}
	sc.Message = "reading the data with the proposals, to count lost rows"
	ctx := ch.found.ctl.Work.Context
	return func() tea.Msg {
		t.set, _ = ch.found.ctl.Data.Preview(ctx, t.options) // the check shows the error once the proposals are taken
		return t
	}
}

// acceptTried takes the proposals of a trial; if they lose too many rows or labels, it leaves
// out those that remove rows.
func (ch *changes) acceptTried(sc *page.Scene, t Tried) tea.Cmd {
	if t.id != ch.trialID {
		return nil
	}
	ch.trialID = 0
	var lost propose.Loss
	if t.set != nil {
		lost = propose.LossOf(ch.found.survey, t.options, t.set)
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
	by := "only " + keptOf(lost) + " would remain"
	if n := len(lost.Labels); n > 0 {
		by = keptOf(lost) + clean.Sprintf(" would remain, and no sample of %s", clean.Of(message.List(lost.Labels)))
	}
	sc.Message = clean.Sprintf("%d of %d applied; with the others %s: drop sparse columns first, or apply them one by one", len(rest), len(t.proposals), by)
	return cmd
}

// keptOf returns the number of rows kept, as text.
func keptOf(l propose.Loss) clean.Text {
	return clean.Count(l.Kept) + " of " + clean.Counted(l.Rows, "row")
}
