package data

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// questions is the list of the proposals.
type questions struct {
	found     *findings
	proposals *proposals
	changes   *changes
	columns   *columns
	focus     *focus

	cursor int
}

// Keys returns the keys that apply and decline proposals.
func (qs *questions) Keys() []page.Action {
	off := qs.changes.offProposals
	return []page.Action{
		onData(4, page.Action{ID: "take proposal", Who: page.Owner, Keys: []string{"W"}, Short: "apply first", Long: "apply the first proposal", Footer: 3, Off: off,
			Do: func(sc *page.Scene, _ string) tea.Cmd { return qs.changes.take(sc, qs.proposals.list[0]) }}),
		onData(5, page.Action{ID: "take all", Who: page.Owner, Keys: []string{"A"}, Short: "all", Long: "apply all important proposals; then the optional ones", Footer: 4, Off: off,
			Do: func(sc *page.Scene, _ string) tea.Cmd { return qs.changes.acceptAll(sc) }}),
		onData(6, page.Action{ID: "open questions", Who: page.Anyone, Keys: []string{"w"}, Short: "why", Long: "list the open questions about the data, with reasons and effects", Footer: 5,
			Do: page.Doing(func(*page.Scene) { qs.focus.listed = !qs.focus.listed })}),
		onData(7, page.Action{ID: "leave as it is", Who: page.Owner, Keys: []string{"x"}, Short: "decline", Long: "decline the proposal", Off: off, Do: page.Doing(qs.dismiss)}),
	}
}

// Update moves the cursor, or applies the proposals of a trial.
func (qs *questions) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case move:
		qs.cursor = min(max(qs.at()+int(msg), 0), max(len(qs.proposals.list)-1, 0))
	case Tried:
		return qs.changes.acceptTried(sc, msg)
	}
	return nil
}

// at returns the index of the proposal under the cursor, 0 if there are none.
func (qs *questions) at() int { return min(qs.cursor, max(len(qs.proposals.list)-1, 0)) }

// View draws the proposals, each with its reason, its changes and their effect.
func (qs *questions) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	detail := clean.Count(len(qs.proposals.list))
	if len(qs.proposals.list) > 0 {
		detail += " · enter applies a proposal, x declines it"
	}
	lines := []clean.Text{layout.Header(sc.Style, "w", "open questions", detail, w, qs.focus.listed)}
	if qs.found.surveying {
		return append(lines, " "+sc.Style.Paint(chart.Faint, "·")+" analysing the columns: proposals appear when this is done")
	}
	if len(qs.proposals.list) == 0 && sc.Problem != nil {
		lines = append(lines, " "+sc.Style.Paint(chart.Bad, "✗")+" the data cannot be used as it is, and no proposal fixes it:")
		for _, line := range layout.Wrap(clean.Of(sc.Problem.Error()), w-3) {
			lines = append(lines, "   "+line)
		}
		return append(lines, layout.Wrap("   Correct the files and open them again, or change the preparation with e.", w)...)
	}
	if len(qs.proposals.list) == 0 && (qs.found.ctl.Data.Loading != nil || qs.found.inspecting(sc)) {
		return append(lines, " "+sc.Style.Paint(chart.Faint, "·")+" reading the data: further proposals may appear when this is done")
	}
	if len(qs.proposals.list) == 0 {
		return append(lines, " "+sc.Style.Paint(chart.Good, "✓")+" no open questions: s continues to the sweep")
	}
	var body []clean.Text
	from := 0
	for i, q := range qs.proposals.list {
		mark, sign := clean.Text("  "), sc.Style.Paint(chart.Faint, "·")
		if qs.focus.listed && i == qs.at() {
			mark, from = sc.Style.Paint(chart.Accent, " ›"), len(body)
		}
		if q.Urgent {
			sign = sc.Style.Paint(chart.Warn, "▲")
		}
		body = append(body, mark+clean.Sprintf("%d ", i+1)+sign+" "+sc.Style.Paint(theme.Strong, layout.Cut(clean.Of(q.What), w-7)))
		for _, line := range layout.Wrap(clean.Of(q.Why), w-9) {
			body = append(body, "       "+line)
		}
		changes := clean.Text("")
		for _, c := range q.Changes {
			if changes != "" {
				changes += ", "
			}
			changes += clean.Of(c.Flag) + ": " + clean.Of(c.Value)
		}
		for _, line := range layout.Wrap(changes+" → "+clean.Of(q.Gives), w-9) {
			body = append(body, "       "+sc.Style.Paint(chart.Faint, line))
		}
	}
	room := max(h-len(lines), 1)
	from = max(min(from, len(body)-room), 0)
	return append(lines, body[from:min(len(body), from+room)]...)
}

// dismiss declines the proposal under the cursor, or the first one.
func (qs *questions) dismiss(sc *page.Scene) {
	q := qs.proposals.list[qs.proposalIndex(sc)]
	sc.Message = "declined: " + clean.Of(q.What)
	qs.proposals.decline(sc, q)
	qs.columns.follow(sc)
}

// proposalIndex returns the index of the proposal under the cursor, else 0.
func (qs *questions) proposalIndex(sc *page.Scene) int {
	if qs.focus.listed {
		return qs.at()
	}
	return max(qs.columns.proposalAtCursor(sc), 0)
}
