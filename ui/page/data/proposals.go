package data

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// basis is the state that proposals are computed from. While it is unchanged, shown proposals
// stay and new ones follow them, so that a key takes the proposal that was read.
type basis struct {
	settings         []recipe.Setting
	standardized     bool
	folds, dismissed int
}

// equals reports whether two states are equal.
func (b basis) equals(other basis) bool {
	return b.standardized == other.standardized && b.folds == other.folds && b.dismissed == other.dismissed && sameSettings(b.settings, other.settings)
}

// propose computes the proposals without the declined ones. There are none while the survey
// runs, since it may change them.
func (p *Page) propose(sc *page.Scene) {
	if p.findings.surveying {
		p.proposals, p.basis = nil, basis{}
		return
	}
	seen := propose.Seen{Options: p.ctl.DataOptions(), Standardized: preparation.Standardize.On(sc.Spec.Shared()), Clipped: preparation.Clip.Of(sc.Spec.Shared()) != "", Folds: max(sc.Spec.Split.Folds, sc.Spec.Split.Repeats), Survey: p.findings.survey}
	read, looked := seen, p.withPreview(sc)
	if looked.Set == p.findings.set && p.ctl.Loading == nil { // else what is known is of data as it was read before
		read.Report, read.Advice = p.findings.report, p.findings.advice
	}
	var all []propose.Proposal
	if p.asProposed(looked) { // of what was read as proposed only what is new
		all, read.Options = propose.All(seen), p.findings.preview.options
	}
	for _, q := range propose.All(read) {
		if !slices.ContainsFunc(all, func(have propose.Proposal) bool { return have.ID == q.ID }) {
			all = append(all, q)
		}
	}
	if m := p.findings.preview.mending; m != nil && p.needsPreview(sc) && p.findings.preview.matches(seen.Options, len(p.dismissed)) {
		all = append(all, mendProposal(m))
	}
	all = slices.DeleteFunc(all, func(q propose.Proposal) bool { return p.dismissed[q.ID] })
	now := basis{recipe.Settings(seen.Options), seen.Standardized, seen.Folds, len(p.dismissed)}
	if now.equals(p.basis) {
		all = propose.Joined(p.proposals, all)
	}
	p.proposals, p.basis = all, now
	p.listCursor = min(p.listCursor, max(len(p.proposals)-1, 0))
	if at := p.firstProposedRow(sc); !p.cursorMoved && at >= 0 {
		p.cursor = at
	}
}

// mendProposal returns the proposal of changes with which data opens that does not open as it is.
func mendProposal(changes []propose.Change) propose.Proposal {
	var flags []string
	for _, c := range changes {
		flags = append(flags, "--"+c.Flag+" "+c.Value)
	}
	return propose.Proposal{ID: "mend", Urgent: true, What: "the data cannot be opened as it is", Why: "this was tried: the data opens, or fails for another reason",
		Gives: strings.Join(flags, " ") + " mends it", Changes: changes}
}

// firstProposedRow returns the first row with a proposed label, group, segment or target, else
// the first row with any proposal; -1 for none.
func (p *Page) firstProposedRow(sc *page.Scene) int {
	at := -1
	for i, r := range p.rows(sc) {
		switch flag := p.proposedRole(r.name); {
		case flag == "label" || flag == "group" || flag == "segment" || flag == "target":
			return i
		case flag != "" && at < 0:
			at = i
		}
	}
	return at
}

// proposedRole returns the flag of the role that is proposed for a column, "" for none.
func (p *Page) proposedRole(column string) string {
	for _, q := range p.proposals {
		for _, c := range q.Changes {
			if c.Value == column {
				return c.Flag
			}
		}
	}
	return ""
}

// urgentProposals returns the proposals without which results are wrong or impossible.
func (p *Page) urgentProposals() []propose.Proposal {
	return slices.DeleteFunc(slices.Clone(p.proposals), func(q propose.Proposal) bool { return !q.Urgent })
}

// accept applies proposals and reports it.
func (p *Page) accept(sc *page.Scene, proposals ...propose.Proposal) tea.Cmd {
	next, err := p.currentSetup(sc).withAll(proposals)
	if err != nil {
		sc.Message = clean.Of(err.Error())
		return nil
	}
	if len(proposals) == 1 {
		sc.Message = "applied: " + clean.Of(proposals[0].What) + "; " + clean.Of(proposals[0].Gives) + ". u undoes it"
	} else {
		sc.Message = clean.Sprintf("%d proposals applied; u undoes them", len(proposals))
	}
	return p.change(sc, next)
}

// dismiss declines the proposal under the cursor, or the first one.
func (p *Page) dismiss(sc *page.Scene) {
	q := p.proposals[p.proposalIndex(sc)]
	p.dismissed[q.ID] = true
	sc.Message = "declined: " + clean.Of(q.What)
	p.propose(sc)
}

// proposalIndex returns the index of the proposal under the cursor, else 0.
func (p *Page) proposalIndex(sc *page.Scene) int {
	if p.listShown {
		return p.listCursor
	}
	return max(p.proposalAtCursor(sc), 0)
}

// proposalAtCursor returns the index of the proposal about the column under the cursor, -1 for
// none.
func (p *Page) proposalAtCursor(sc *page.Scene) int {
	rows := p.rows(sc)
	if p.pane != columnsPane || p.cursor >= len(rows) {
		return -1
	}
	return slices.IndexFunc(p.proposals, func(q propose.Proposal) bool {
		return slices.ContainsFunc(q.Changes, func(c propose.Change) bool { return c.Value == rows[p.cursor].name })
	})
}

// offProposals returns why no proposal can be taken, "" where one can.
func (p *Page) offProposals(sc *page.Scene) clean.Text {
	switch {
	case p.findings.surveying:
		return "analysing the columns: proposals appear when this is done"
	case len(p.proposals) == 0:
		return "nothing is proposed"
	}
	return p.offChange(sc)
}
