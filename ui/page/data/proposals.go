package data

import (
	"slices"
	"strings"

	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/recipe"
	prepare "example.com/sfatui/engine/preparation"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// basis is the state that proposals are computed from. While it is unchanged, shown proposals
// stay in place and new ones follow them, so that a key accepts the proposal that the user
// read.
type basis struct {
	settings         []recipe.Setting
	standardized     bool
	folds, dismissed int
}

// equals reports whether two states are equal.
func (b basis) equals(other basis) bool {
	return b.standardized == other.standardized && b.folds == other.folds && b.dismissed == other.dismissed && sameSettings(b.settings, other.settings)
}

// proposals holds the proposed changes without those that the user declined.
type proposals struct {
	found     *findings
	list      []propose.Proposal
	basis     basis           // inputs that the list was computed from
	dismissed map[string]bool // IDs of declined proposals
}

// renew computes the proposals without the declined ones. There are none while the survey
// runs, since it may change them.
func (ps *proposals) renew(sc *page.Scene) {
	if ps.found.surveying {
		ps.list, ps.basis = nil, basis{}
		return
	}
	seen := propose.Situation{Options: ps.found.ctl.Data.Options(), Standardized: prepare.Standardize.On(sc.Spec.Shared()), Clipped: prepare.Clip.Of(sc.Spec.Shared()) != "", Folds: max(sc.Spec.Split.Folds, sc.Spec.Split.Repeats), Survey: ps.found.survey}
	read, looked := seen, ps.found.withPreview(sc)
	if looked.Set == ps.found.set && ps.found.ctl.Data.Loading == nil { // otherwise the report describes the data before the change
		read.Report, read.Advice = ps.found.report, ps.found.advice
	}
	var all []propose.Proposal
	if ps.found.asProposed(looked) { // if the data was read as proposed, keep only new proposals
		all, read.Options = propose.All(seen), ps.found.preview.options
	}
	for _, q := range propose.All(read) {
		if !slices.ContainsFunc(all, func(have propose.Proposal) bool { return have.ID == q.ID }) {
			all = append(all, q)
		}
	}
	if m := ps.found.preview.mending; m != nil && ps.found.needsPreview(sc) && ps.found.preview.matches(seen.Options) {
		all = append(all, mendProposal(m))
	}
	all = slices.DeleteFunc(all, func(q propose.Proposal) bool { return ps.dismissed[q.ID] })
	now := basis{recipe.Settings(seen.Options), seen.Standardized, seen.Folds, len(ps.dismissed)}
	if now.equals(ps.basis) {
		all = propose.Joined(ps.list, all)
	}
	ps.list, ps.basis = all, now
}

// mendProposal returns the proposal of changes that make unreadable data readable.
func mendProposal(changes []propose.Change) propose.Proposal {
	var flags []string
	for _, c := range changes {
		flags = append(flags, "--"+c.Flag+" "+c.Value)
	}
	return propose.Proposal{ID: "mend", Urgent: true, What: "the data cannot be opened as it is", Why: "this was tried: the data opens, or fails for another reason",
		Gives: strings.Join(flags, " ") + " mends it", Changes: changes}
}

// proposedRole returns the flag of the role that is proposed for a column, "" for none.
func (ps *proposals) proposedRole(column string) string {
	for _, q := range ps.list {
		for _, c := range q.Changes {
			if namesColumn(c.Flag, c.Value, column) {
				return c.Flag
			}
		}
	}
	return ""
}

// urgent returns the proposals without which results are wrong or impossible.
func (ps *proposals) urgent() []propose.Proposal {
	return slices.DeleteFunc(slices.Clone(ps.list), func(q propose.Proposal) bool { return !q.Urgent })
}

// decline leaves out a proposal from now on.
func (ps *proposals) decline(sc *page.Scene, q propose.Proposal) {
	ps.dismissed[q.ID] = true
	ps.found.preview.drop()
	ps.renew(sc)
}

// proposedValue returns the value that is proposed for a flag, "" for none.
func (ps *proposals) proposedValue(flag string) string {
	for _, q := range ps.list {
		for _, c := range q.Changes {
			if c.Flag == flag && c.Value == "true" {
				return "yes"
			}
			if c.Flag == flag {
				return c.Value
			}
		}
	}
	return ""
}

// proposalText returns the proposal about a column, or that it is constant.
func (ps *proposals) proposalText(r row) clean.Text {
	for _, q := range ps.list {
		for _, c := range q.Changes {
			if c.Value == r.name {
				return "▲ " + clean.Of(q.What)
			}
		}
	}
	if r.column.Constant() {
		return "constant"
	}
	return ""
}
