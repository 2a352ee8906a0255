// Package matters is the page that says which axes of a sweep matter to what is
// chosen by.
package matters

import (
	"cmp"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/parameter"
)

// Page shows the shares of the variance of the score.
type Page struct {
	about about
	known choose.Importance
}

// about is what the shares are of.
type about struct {
	session   *sessions.Session
	results   int
	objective string
}

// New is the page.
func New() *Page { return &Page{} }

func (p *Page) Name() page.Name { return "what matters" }

func (p *Page) Actions() []page.Action { return nil }

func (p *Page) Opens() page.Action {
	return page.Action{ID: "what matters", Group: "Views", Keys: []string{"i"}, Short: "what matters",
		Long: "which axes of the sweep matter: their shares of the variance of the score, alone and in pairs", Modes: page.AnyMode, Off: page.NoRows}
}

func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	p.take(sc)
	return sc.TextPage("·", "what matters", p.text(sc, size.W-2), size.W, size.H)
}

// take analyses the sweep anew where points have come.
func (p *Page) take(sc *page.Scene) {
	now := about{sc.Session, len(sc.Sweep.State.Results), sc.Sweep.Objective}
	if now == p.about {
		return
	}
	p.about = now
	p.known = sc.Sweep.By.Importance(sc.Sweep.Rows, first(sc))
}

// first are the points that the sweep was begun with.
func first(sc *page.Scene) []part.Point {
	if sc.Session != nil {
		if plans := sc.Session.Plans(); len(plans) > 0 {
			return plans[0]
		}
	}
	return sc.Sweep.Outline.Points
}

// text lists the shares as bars, the largest first: of all points, and of the better half.
func (p *Page) text(sc *page.Scene, w int) []clean.Text {
	m := &p.known
	if !m.Enough() {
		return layout.Wrap(clean.Of(m.Basis()+". At least 8 points, with every value of an axis at every value of the others, and half of all points tell what matters."), w)
	}
	lines := layout.Wrap(clean.Sprintf("shares of the variance of validation %s, %s", sc.Sweep.Objective, m.Basis()), w)
	told, rest := m.Told()
	names, width := make([]clean.Text, len(told)), layout.Width("the rest")
	for i, s := range told {
		names[i] = p.name(s)
		width = max(width, layout.Width(names[i]))
	}
	width = min(width, w/3)
	bar := max(min((w-width-16)/2, 40), 1)
	head := layout.Pad("", width+2) + layout.Pad("all points", bar+8) + "among the better half"
	lines = append(lines, "", sc.Style.Paint(chart.Faint, layout.Cut(head, w)))
	add := func(name clean.Text, s choose.Share) {
		lines = append(lines, layout.Cut(layout.Pad(layout.Cut(name, width), width)+"  "+share(sc, s.Share, bar)+"  "+share(sc, s.BetterHalf, bar), w))
	}
	for i, s := range told {
		add(names[i], s)
	}
	add("the rest", rest)
	lines = append(lines, "")
	if n := float64(m.Noise); n == n {
		lines = append(lines, layout.Wrap(clean.Sprintf("noise: %.0f %% of the variance of the mean score, on which the validation parts do not agree; it is in none of the shares", 100*max(0, min(n, 1))), w)...)
	} else {
		lines = append(lines, layout.Wrap("one validation part alone does not tell noise from what matters: some of each share is noise", w)...)
	}
	return append(lines, layout.Wrap("A pair has what its axes do together beyond what each does alone. Among the better half, scores worse than the median of their part count as the median: what matters near the best point.", w)...)
}

// share is a bar with its percentage.
func share(sc *page.Scene, x part.Float, w int) clean.Text {
	return sc.Style.Paint(chart.Accent, chart.Progress(float64(x), w)) + clean.Sprintf(" %3.0f %%", 100*float64(x))
}

// name names the axes of a share as the other pages do.
func (p *Page) name(s choose.Share) clean.Text {
	names := make([]clean.Text, len(s.Axes))
	for i, name := range s.Axes {
		names[i] = cmp.Or(parameter.OfAxis(name).Symbol, clean.Of(name))
	}
	return clean.Join(names, "×")
}
