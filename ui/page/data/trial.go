package data

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/page"
)

// mostLost is the share of rows, and of labels, that taking all proposals may cost.
const mostLost = 0.1

// Tried tells of data as it would be with several proposals.
type Tried struct {
	id        int
	proposals []propose.Proposal
	options   datasets.Options
	set       *data.Set // nil where it cannot be read
}

// acceptAll takes all that is urgent; where nothing is, all that is worth a try. What costs
// rows or labels is left: so the data is read first as it would be.
func (p *Page) acceptAll(sc *page.Scene) tea.Cmd {
	all := p.urgent()
	if all == nil {
		all = p.proposals
	}
	if !costs(all) || p.known.survey == nil {
		return p.accept(sc, all...)
	}
	next, err := p.now(sc).withAll(all)
	if err != nil {
		sc.Message = clean.Of(err.Error())
		return nil
	}
	p.trial = p.ctl.NextID()
	t := Tried{id: p.trial, proposals: slices.Clone(all), options: next.options}
	if v := p.known.preview; v.set != nil && sameSettings(recipe.Settings(v.options), recipe.Settings(next.options)) {
		t.set = v.set
		return p.tried(sc, t)
	}
	sc.Message = "reading the data as it would be, to see what is lost"
	ctx := p.ctl.Work.Context
	return func() tea.Msg {
		t.set, _ = p.ctl.Preview(ctx, t.options) // why there is none, the check says once it is taken
		return t
	}
}

// costs reports whether any of the proposals may leave out rows.
func costs(all []propose.Proposal) bool {
	return slices.ContainsFunc(all, func(q propose.Proposal) bool { return slices.ContainsFunc(q.Changes, leavesRows) })
}

// leavesRows reports whether a change may leave out rows.
func leavesRows(c propose.Change) bool { return c.Flag == "missing" || c.Flag == "missing-value" }

// tried takes proposals whose result was seen, without those that cost too much.
func (p *Page) tried(sc *page.Scene, t Tried) tea.Cmd {
	if t.id != p.trial {
		return nil
	}
	p.trial = 0
	kept, rows := p.kept(t)
	if t.set == nil || float64(kept) >= (1-mostLost)*float64(rows) {
		cmd := p.accept(sc, t.proposals...)
		if t.set != nil && kept < rows {
			sc.Message = clean.Sprintf("%d proposals taken: %s of %s stay; u takes them back", len(t.proposals), humanize.Count(kept), humanize.Counted(rows, "row"))
		}
		return cmd
	}
	rest := slices.DeleteFunc(slices.Clone(t.proposals), func(q propose.Proposal) bool { return slices.ContainsFunc(q.Changes, leavesRows) })
	cmd := p.accept(sc, rest...)
	sc.Message = clean.Sprintf("%d of %d taken; left are those by which only %s of %s would stay: drop sparse columns first, or take them one by one",
		len(rest), len(t.proposals), humanize.Count(kept), humanize.Counted(rows, "row"))
	return cmd
}

// kept is how many rows stay of how many, by what was read; all of them where rows are not
// the samples.
func (p *Page) kept(t Tried) (kept, rows int) {
	for _, c := range p.known.survey.Columns {
		rows = max(rows, c.Numbers+c.Texts+c.Missing)
	}
	o := t.options
	if t.set == nil || t.set.Series || o.Limit > 0 || o.Where != "" || (o.Embed != "" && o.Embed != "none") || o.STFT != "" || o.Resample != "" || o.Transpose {
		return rows, rows
	}
	kept, _ = t.set.X.Dims()
	return min(kept, rows), rows
}
