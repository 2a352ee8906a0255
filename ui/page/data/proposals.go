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

// basis is what proposals are made for. As long as it is the same, what is shown stays as it
// is, so that nothing else is taken than what was read.
type basis struct {
	settings     []recipe.Setting
	standardized bool
	folds, left  int
}

func (b basis) same(other basis) bool {
	return b.standardized == other.standardized && b.folds == other.folds && b.left == other.left && sameSettings(b.settings, other.settings)
}

// propose finds what is to be settled, without what the user leaves. There is nothing while
// the columns are looked at, as that may change it.
func (p *Page) propose(sc *page.Scene) {
	if p.known.surveying {
		p.proposals, p.basis = nil, basis{}
		return
	}
	seen := propose.Seen{Options: p.ctl.DataOptions(), Standardized: preparation.Standardize.On(sc.Spec.Shared()), Clipped: preparation.Clip.Of(sc.Spec.Shared()) != "", Folds: max(sc.Spec.Split.Folds, sc.Spec.Split.Repeats), Survey: p.known.survey}
	read, looked := seen, p.looked(sc)
	if looked.Set == p.known.set && p.ctl.Loading == nil { // else what is known is of data as it was read before
		read.Report, read.Advice = p.known.report, p.known.advice
	}
	var all []propose.Proposal
	if p.asProposed(looked) { // of what was read as proposed only what is new
		all, read.Options = propose.All(seen), p.known.preview.options
	}
	for _, q := range propose.All(read) {
		if !slices.ContainsFunc(all, func(have propose.Proposal) bool { return have.ID == q.ID }) {
			all = append(all, q)
		}
	}
	if m := p.known.preview.mending; m != nil && p.previews(sc) && p.known.preview.is(seen.Options, len(p.left)) {
		all = append(all, mended(m))
	}
	all = slices.DeleteFunc(all, func(q propose.Proposal) bool { return p.left[q.ID] })
	now := basis{recipe.Settings(seen.Options), seen.Standardized, seen.Folds, len(p.left)}
	if now.same(p.basis) {
		all = propose.Joined(p.proposals, all)
	}
	p.proposals, p.basis = all, now
	p.listAt = min(p.listAt, max(len(p.proposals)-1, 0))
	if at := p.first(sc); !p.moved && at >= 0 {
		p.at = at
	}
}

// mended is the proposal of changes with which data opens that does not open as it is.
func mended(changes []propose.Change) propose.Proposal {
	var flags []string
	for _, c := range changes {
		flags = append(flags, "--"+c.Flag+" "+c.Value)
	}
	return propose.Proposal{ID: "mend", Urgent: true, What: "the data cannot be opened as it is", Why: "this was tried: the data opens, or fails for another reason",
		Gives: strings.Join(flags, " ") + " mends it", Changes: changes}
}

// first is the row where something is to be settled: a label, a group, a segment or a
// target, else any; -1 for none.
func (p *Page) first(sc *page.Scene) int {
	at := -1
	for i, r := range p.rows(sc) {
		switch flag := p.proposed(r.name); {
		case flag == "label" || flag == "group" || flag == "segment" || flag == "target":
			return i
		case flag != "" && at < 0:
			at = i
		}
	}
	return at
}

// proposed is the role that is proposed for a column, by its flag; "" for none.
func (p *Page) proposed(column string) string {
	for _, q := range p.proposals {
		for _, c := range q.Changes {
			if c.Value == column {
				return c.Flag
			}
		}
	}
	return ""
}

// urgent are the proposals without which results are wrong or none.
func (p *Page) urgent() []propose.Proposal {
	return slices.DeleteFunc(slices.Clone(p.proposals), func(q propose.Proposal) bool { return !q.Urgent })
}

func (p *Page) accept(sc *page.Scene, proposals ...propose.Proposal) tea.Cmd {
	next, err := p.now(sc).withAll(proposals)
	if err != nil {
		sc.Message = clean.Of(err.Error())
		return nil
	}
	if len(proposals) == 1 {
		sc.Message = "taken: " + clean.Of(proposals[0].What) + "; " + clean.Of(proposals[0].Gives) + ". u takes it back"
	} else {
		sc.Message = clean.Sprintf("%d proposals taken; u takes them back", len(proposals))
	}
	return p.change(sc, next)
}

// leave leaves a proposal as it is: the one under the cursor, or the first.
func (p *Page) leave(sc *page.Scene) {
	q := p.proposals[p.chosen(sc)]
	p.left[q.ID] = true
	sc.Message = "left as it is: " + clean.Of(q.What)
	p.propose(sc)
}

// chosen is the proposal under the cursor: of the list, or about the column; else the
// first.
func (p *Page) chosen(sc *page.Scene) int {
	if p.listed {
		return p.listAt
	}
	return max(p.about(sc), 0)
}

// about is the proposal about the column under the cursor, -1 for none.
func (p *Page) about(sc *page.Scene) int {
	rows := p.rows(sc)
	if p.pane != columnsPane || p.at >= len(rows) {
		return -1
	}
	return slices.IndexFunc(p.proposals, func(q propose.Proposal) bool {
		return slices.ContainsFunc(q.Changes, func(c propose.Change) bool { return c.Value == rows[p.at].name })
	})
}

func (p *Page) offProposals(sc *page.Scene) clean.Text {
	switch {
	case p.known.surveying:
		return "the columns are looked at: what is proposed comes when that is done"
	case len(p.proposals) == 0:
		return "nothing is proposed"
	}
	return p.offChange(sc)
}
