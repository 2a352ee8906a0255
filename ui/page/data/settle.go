package data

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/draft"
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

func (p *Page) now(sc *page.Scene) settled { return settled{p.ctl.DataOptions(), sc.Spec} }

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
	sc.Spec = next.spec
	p.known.spec = sweep.Spec{} // the split may be another
	var cmd tea.Cmd
	switch {
	case reread:
		p.known.report, p.known.advice, p.known.correlations = nil, nil, nil
		cmd = p.ctl.Reopen(next.options)
	case sc.Set != nil:
		sc.Plan = nil
		cmd = p.ctl.Planned()
	}
	p.propose(sc)
	return cmd
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

func (s settled) with(c propose.Change) (settled, error) {
	values := []string{c.Value}
	if c.Value == "" {
		values = nil
	}
	if c.Adds {
		values = append(slices.Clone(s.list(c.Flag)), c.Value)
	}
	s.options = cloned(s.options)
	if known, err := recipe.Apply(&s.options, c.Flag, values...); known || err != nil {
		return s, err
	}
	text := c.Value
	if text == "true" {
		text = "on"
	}
	for _, f := range draft.Fields() {
		if f.Name == c.Flag {
			return s, f.Set(&s.spec, text)
		}
	}
	panic("data: there is no setting " + c.Flag)
}

// list are the values of a flag now.
func (s settled) list(flag string) []string {
	for _, set := range recipe.Settings(s.options) {
		if set.Name == flag {
			return set.Values
		}
	}
	return nil
}

// cloned are options whose lists are their own.
func cloned(o datasets.Options) datasets.Options {
	o.Paths, o.TestPaths, o.Columns, o.Drop = slices.Clone(o.Paths), slices.Clone(o.TestPaths), slices.Clone(o.Columns), slices.Clone(o.Drop)
	return o
}

func (p *Page) accept(sc *page.Scene, proposals ...propose.Proposal) tea.Cmd {
	next := p.now(sc)
	for _, q := range proposals {
		for _, c := range q.Changes {
			var err error
			if next, err = next.with(c); err != nil {
				sc.Message = clean.Of(err.Error())
				return nil
			}
		}
	}
	if len(proposals) == 1 {
		sc.Message = "taken: " + clean.Of(proposals[0].What) + "; " + clean.Of(proposals[0].Gives) + ". u takes it back"
	} else {
		sc.Message = clean.Sprintf("%d proposals taken; u takes them back", len(proposals))
	}
	return p.change(sc, next)
}

// urgent are the proposals without which results are wrong or none.
func (p *Page) urgent() []propose.Proposal {
	return slices.DeleteFunc(slices.Clone(p.proposals), func(q propose.Proposal) bool { return !q.Urgent })
}

// acceptAll takes all that is urgent; where nothing is, all that is worth a try.
func (p *Page) acceptAll(sc *page.Scene) tea.Cmd {
	if urgent := p.urgent(); urgent != nil {
		return p.accept(sc, urgent...)
	}
	return p.accept(sc, p.proposals...)
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
	if len(p.proposals) == 0 {
		return "nothing is proposed"
	}
	return p.offChange(sc)
}
