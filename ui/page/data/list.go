package data

import (
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// list draws the proposals, each with its reason, its changes and their effect.
func (p *Page) list(sc *page.Scene, w, h int) []clean.Text {
	detail := clean.Count(len(p.proposals)) + " · enter applies a proposal, x declines it"
	lines := []clean.Text{layout.Header(sc.Style, "w", "open questions", detail, w, p.listShown)}
	if p.findings.surveying {
		return append(lines, " "+sc.Style.Paint(chart.Faint, "·")+" analysing the columns: proposals appear when this is done")
	}
	if len(p.proposals) == 0 && sc.Problem != nil {
		lines = append(lines, " "+sc.Style.Paint(chart.Bad, "✗")+" the data cannot be used as it is, and no proposal fixes it:")
		for _, line := range layout.Wrap(clean.Of(sc.Problem.Error()), w-3) {
			lines = append(lines, "   "+line)
		}
		return append(lines, layout.Wrap("   Correct the files and open them again, or change the preparation with e.", w)...)
	}
	if len(p.proposals) == 0 {
		return append(lines, " "+sc.Style.Paint(chart.Good, "✓")+" no open questions: s continues to the sweep")
	}
	var body []clean.Text
	from := 0
	for i, q := range p.proposals {
		mark, sign := clean.Text("  "), sc.Style.Paint(chart.Faint, "·")
		if p.listShown && i == p.listCursor {
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

// command returns the command line that opens the data as configured.
func (p *Page) command(sc *page.Scene) string {
	now := p.currentSetup(sc)
	now.options.Memory, now.options.Root = 0, nil
	return sessions.CommandLine(now.options, now.spec)
}

// drawFlags draws the command line that opens the data as configured.
func (p *Page) drawFlags(sc *page.Scene, w, h int) []clean.Text {
	lines := []clean.Text{layout.Header(sc.Style, "", "as flags", "y copies; Y saves dataset.yaml, which opens like the data", w, false)}
	for _, line := range layout.Wrap(clean.Of(p.command(sc)), w-2) {
		lines = append(lines, " "+line)
	}
	return lines[:min(len(lines), h)]
}

// Second returns the line with the next step: the most urgent proposal, or opening the sweep.
// It returns "" while data is read and once a sweep exists, where progress is shown instead.
func (p *Page) Second(sc *page.Scene, w int) clean.Text {
	if sc.Session != nil || p.ctl.Loading != nil || p.offChange(sc) != "" || p.findings.survey == nil && sc.Problem == nil && !p.findings.surveying {
		return ""
	}
	if p.findings.surveying {
		return layout.Beside(" "+sc.Style.Paint(chart.Faint, "next")+"  analysing the columns: proposals appear when this is done", "", w)
	}
	text, key := clean.Text("no open questions"), clean.Text("s to the sweep")
	switch n := len(p.proposals); {
	case p.ctl.Halted():
		text, key = "reading the data was stopped", "s reads it"
	case n == 0 && sc.Problem != nil:
		text, key = "the data cannot be used as it is: 4 shows why", "e preparation"
	case n == 1:
		q := p.proposals[0]
		text, key = clean.Of(q.What)+": "+clean.Of(q.Gives), "W apply"
	case n > 1:
		q := p.proposals[0]
		text, key = clean.Sprintf("%d open questions; 1: ", n)+clean.Of(q.What)+", "+clean.Of(q.Gives), "W apply  A all  w why"
		if w < middling {
			text, key = clean.Sprintf("1 of %d: ", n)+clean.Of(q.What)+", "+clean.Of(q.Gives), "W apply  w all"
		}
	}
	return layout.Beside(" "+sc.Style.Paint(chart.Faint, "next")+"  "+text, sc.Style.Paint(theme.Keycap, key), w)
}
