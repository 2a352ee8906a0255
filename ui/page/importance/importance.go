// Package importance is the page that shows which axes of a sweep matter to the score that
// points are chosen by.
package importance

import (
	"cmp"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export/svg"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// Page shows the shares of the variance of the score, and all points on parallel axes.
type Page struct {
	resultsKey resultsKey
	analysis   choose.Importance
	pickedAxis int  // index of the picked parallel axis
	axesShown  bool // shows the axes instead of the shares if both do not fit
	top        int  // first visible line of the shares
}

// resultsKey identifies the results that the shares were computed from.
type resultsKey struct {
	session   *sessions.Session
	results   int
	objective string
}

// Name returns the page's name.
func (p *Page) Name() page.Name { return page.Matters }

// Actions returns the actions of the page.
func (p *Page) Actions() []page.Action {
	const group = "Views"
	return []page.Action{
		{ID: "pick parallel", Group: group, Who: page.Anyone, Keys: []string{"left", "right"}, Short: "axis", Long: "pick one of the parallel axes",
			Modes: page.Paned, Footer: 2, Off: page.NoRows, Do: page.Keyed(func(sc *page.Scene, key string) {
				n := len(parallelAxes(sc))
				p.pickedAxis = (min(p.pickedAxis, n-1) + n + page.Sideways(key)) % max(n, 1)
			})},
		{ID: "brush", Group: group, Who: page.Anyone, Keys: []string{"/"}, Short: "brush", Long: "filter points by values of the picked axis (a filter that starts with its name)",
			Modes: page.AnyMode, Footer: 3, Off: page.NoRows, Do: page.Doing(p.brush)},
		page.Picture.With(page.NoRows, page.Doing(func(*page.Scene) { p.axesShown = !p.axesShown })), page.Details,
	}
}

// brush prompts for a filter on the picked axis, which applies while it is typed.
func (p *Page) brush(sc *page.Scene) {
	axes := parallelAxes(sc)
	if len(axes) == 0 {
		return
	}
	text := sc.Table.Filter.Text
	if text != "" {
		text += " "
	}
	sc.AskFilter(text + axes[min(p.pickedAxis, len(axes)-1)].id)
}

// Move moves the cursor along the picked axis; by a screen it scrolls the shares.
func (p *Page) Move(sc *page.Scene, by int) {
	if by == 10 || by == -10 {
		p.top = max(p.top+by, 0)
		return
	}
	axes := parallelAxes(sc)
	at := min(p.pickedAxis, len(axes)-1)
	if at < 0 {
		return
	}
	for _, a := range sc.Sweep.Drawn {
		if a.Name == axes[at].id {
			sc.Table.Step(&sc.Sweep, a, max(min(-by, 1), -1), false)
		}
	}
}

// bothHeight is the least height at which the axes fit below the shares.
const bothHeight = 28

// View draws the shares beside the parallel axes, or above them.
func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	p.update(sc)
	w, h := size.W, size.H
	left := min(w*2/5, 56)
	shares := func(w, h int) []clean.Text {
		head := layout.Header(sc.Style, "6", "what matters", "share of the variance of "+clean.Of(sc.Sweep.By.Name()), w, sc.Shown == page.Matters)
		lines := layout.Indent(p.scrolled(sc, p.text(sc, w-2), h-1))
		sc.Record(page.Figure{Name: "share of the variance of " + clean.Of(sc.Sweep.By.Name()), Lines: lines, Drawing: p.figure})
		return append([]clean.Text{head}, lines...)
	}
	axes := func(w, h int) []clean.Text {
		head := layout.Header(sc.Style, "", "parallel axes", "★ ◉ and ≈ as good; dots: all", w, false)
		return append([]clean.Text{head}, parallel(sc, p.pickedAxis, w, h-1)...)
	}
	if w >= 100 {
		return layout.SideBySide(layout.Fit(shares(left, h), left, h), layout.Fit(axes(w-left-1, h), w-left-1, h), left, w, h)
	}
	if h < bothHeight {
		if p.axesShown {
			return axes(w, h)
		}
		return shares(w, h)
	}
	top := shares(w, h)
	if most := max(h-9, h/2); len(top) > most {
		top = top[:most]
	}
	return append(top, layout.Fit(axes(w, h-len(top)), w, h-len(top))...)
}

// scrolled returns the lines from p.top on that fit into h lines, without blank ones if there
// are too many.
func (p *Page) scrolled(sc *page.Scene, lines []clean.Text, h int) []clean.Text {
	if len(lines) > h {
		lines = slices.DeleteFunc(lines, func(line clean.Text) bool { return line == "" })
	}
	p.top = max(min(p.top, len(lines)-h), 0)
	return layout.Scrolled(sc.Style, lines, p.top, h)
}

// update computes the shares again if there are new results.
func (p *Page) update(sc *page.Scene) {
	now := resultsKey{sc.Session, len(sc.Sweep.State.Results), sc.Sweep.By.Objective}
	if now == p.resultsKey {
		return
	}
	p.resultsKey = now
	p.analysis = sc.Sweep.By.Importance(sc.Sweep.Rows, initialPoints(sc))
}

// initialPoints returns the points of the first plan.
func initialPoints(sc *page.Scene) []part.Point {
	if sc.Session != nil {
		if plans := sc.Session.Plans(); len(plans) > 0 {
			return plans[0]
		}
	}
	return sc.Sweep.Outline.Points
}

// text returns the shares as bars, the largest first: of all points, and of the better half.
func (p *Page) text(sc *page.Scene, w int) (lines []clean.Text) {
	m := &p.analysis
	missing := sc.Sweep.Missing()
	if missing > 0 {
		lines = layout.Wrap(clean.Sprintf("%d of %d fits are not finished: the shares cover the finished points that form a full grid.", missing, sc.Sweep.State.Total), w)
	}
	if m.Alike() || m.Nothing() {
		return append(lines, layout.Wrap(clean.Of(m.Basis()+"."), w)...)
	}
	if !m.Enough() {
		text := clean.Of(m.Basis() + ". The shares need at least 8 points and half of all points, with every value of an axis at every value of the others.")
		if missing > 0 {
			text = clean.Sprintf("no shares yet: %d of %d fits are not finished, and ", missing, sc.Sweep.State.Total) + text
		}
		return layout.Wrap(text, w)
	}
	lines = append(lines, layout.Wrap(clean.Sprintf("shares of the variance of %s %s, %s", sc.Sweep.By.On(), sc.Sweep.By.Name(), m.Basis()), w)...)
	told, rest := m.Notable()
	names, width := make([]clean.Text, len(told)), layout.Width("the rest")
	for i, s := range told {
		names[i] = sc.Style.Spell(p.shareName(s))
		width = max(width, layout.Width(names[i]))
	}
	width = min(width, w/3)
	bar := max(min((w-width-20)/2, 40), 1)
	head, half := layout.Pad("", width+2)+layout.Pad("all points", bar+10), clean.Text("among the better half")
	if layout.Width(head+half) > w {
		half = "better half"
	}
	lines = append(lines, "", sc.Style.Paint(chart.Faint, layout.Cut(head+half, w)))
	better := func(s choose.Share) clean.Text {
		if m.BetterNothing() {
			return sc.Style.Paint(chart.Faint, "–")
		}
		return shareBar(sc, s.BetterHalf, s.BetterHalfError, bar)
	}
	add := func(name clean.Text, s choose.Share) {
		lines = append(lines, layout.Cut(layout.Pad(layout.Cut(name, width), width)+"  "+shareBar(sc, s.Share, s.Error, bar)+"  "+better(s), w))
	}
	for i, s := range told {
		add(names[i], s)
	}
	add("the rest", rest)
	lines = append(lines, "")
	for _, s := range told {
		if s.Effect != "" {
			lines = append(lines, layout.Wrap(sc.Style.Spell(clean.Exponents(s.Effect)), w)...)
		}
	}
	lines = append(lines, layout.Wrap(sc.Style.Spell("effects are means over the other axes; ± is the standard error over the validation parts"), w)...)
	lines = append(lines, "")
	if n := float64(m.Noise); n == n {
		lines = append(lines, layout.Wrap(clean.Sprintf("noise: %.0f %% of the variance of the mean score, where the validation parts disagree; excluded from the shares", 100*max(0, min(n, 1))), w)...)
	} else {
		lines = append(lines, layout.Wrap("one validation part cannot separate noise from effects: each share includes some noise", w)...)
	}
	return append(lines, layout.Wrap("A pair has the joint effect of its axes beyond their separate effects. Among the better half, scores worse than the median of their part count as the median: this shows what matters near the best point.", w)...)
}

// figure returns the shares as bars; nil if there are none.
func (p *Page) figure(title clean.Text) svg.Drawing {
	m := &p.analysis
	if m.Alike() || m.Nothing() || !m.Enough() {
		return nil
	}
	out := svg.Bars{Title: string(title), Heads: []string{"all points", "among the better half"}}
	add := func(name clean.Text, s choose.Share) {
		bar := svg.Bar{Name: string(name), Shares: []float64{float64(s.Share)}, Texts: []string{choose.Percent(s.Share, s.Error) + " %"}}
		if !m.BetterNothing() {
			bar.Shares, bar.Texts = append(bar.Shares, float64(s.BetterHalf)), append(bar.Texts, choose.Percent(s.BetterHalf, s.BetterHalfError)+" %")
		}
		out.Rows = append(out.Rows, bar)
	}
	told, rest := m.Notable()
	for _, s := range told {
		add(p.shareName(s), s)
	}
	add("the rest", rest)
	return out
}

// shareBar draws a share as a bar with its percentage and error.
func shareBar(sc *page.Scene, x, e part.Float, w int) clean.Text {
	text := sc.Style.Spell(clean.Sprintf(" %s %%", choose.Percent(x, e)))
	if layout.Width(text) > 8 { // 12+-3 %
		text = sc.Style.Spell(clean.Sprintf(" %s%%", choose.Percent(x, e)))
	}
	return sc.Style.Paint(chart.Accent, chart.Progress(float64(x), w)) + layout.Pad(text, 8)
}

// shareName returns the symbols of a share's axes.
func (p *Page) shareName(s choose.Share) clean.Text {
	names := make([]clean.Text, len(s.Axes))
	for i, name := range s.Axes {
		names[i] = cmp.Or(sweepview.ParameterOf(name).Symbol, clean.Of(name))
	}
	return clean.Join(names, "×")
}
