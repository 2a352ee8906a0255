// Package advice shows the advice on a finished sweep: in a line of the header, and on a page
// with its reasons and evidence.
package advice

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/point"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/theme"
)

// Page shows the next steps. There is advice only on finished sweeps, because the results of
// half a sweep mislead.
type Page struct {
	ctl        *control.Control
	List       []advise.Advice // the most important first
	basis      adviceBasis
	cursor     int // index of the advice under the cursor
	finding    finding
	departures Departures // nil where they are unknown
	// widths are the measured heuristic widths, by the parameters that they depend on.
	widths     map[part.Point]float64
	widthAsked map[part.Point]bool
}

// New returns the page.
func New(ctl *control.Control, departures Departures) *Page {
	return &Page{ctl: ctl, departures: departures}
}

// Name returns the page's name.
func (p *Page) Name() page.Name { return page.Advice }

// Update updates the advice if there are new results.
func (p *Page) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(WidthMeasured); ok {
		p.handleWidthMeasured(msg)
	}
	return p.consult(sc)
}

// Move selects another advice; by more than a line it scrolls the text.
func (p *Page) Move(sc *page.Scene, by int) {
	if by != 1 && by != -1 {
		sc.Scroll = max(sc.Scroll+by, 0)
		return
	}
	p.cursor = max(0, min(p.cursor+by, len(p.List)-1))
}

// adviceBasis identifies the results that a piece of advice is based on.
type adviceBasis struct {
	session   *sessions.Session
	n, widths int
	last      *result.Result
	objective string
	missing   int
}

// WidthMeasured is the message with a heuristic width.
type WidthMeasured struct {
	Of    part.Point
	Width float64
}

// widthKey returns the parameters of a point that its heuristic width depends on.
func widthKey(p part.Point) part.Point {
	q := p.Shared(part.Preparing).With(hierarchy.Layers.Is(hierarchy.Layers.Of(p)))
	space.Fronts.Copy(&q, p)
	return q
}

// canAdvise reports whether there are results of a session that this program could add to, and
// no computation is running.
func (p *Page) canAdvise(sc *page.Scene) bool {
	st := p.ctl.Status()
	return sc.Mode&(page.Live|page.Opened) != 0 && sc.Session != nil && !p.ctl.Computing() && st != record.Running && st != record.Paused &&
		len(sc.Sweep.State.Results) > 0
}

// consult updates the advice if there are new results.
func (p *Page) consult(sc *page.Scene) tea.Cmd {
	p.ctl.Auto.Drop()
	if !p.canAdvise(sc) {
		p.List, p.basis = nil, adviceBasis{}
		return nil
	}
	all := sc.Sweep.State.Results
	now := adviceBasis{sc.Session, len(all), len(p.widths), all[len(all)-1], sc.Sweep.By.Objective, sc.Sweep.Missing()}
	if now == p.basis {
		return nil
	}
	p.basis, p.cursor = now, 0
	p.List = advise.Consider(advise.Sweep{
		Rows: sc.Sweep.Rows, By: sc.Sweep.By, Missing: now.missing,
		Width: func(of part.Point) float64 { return p.widths[widthKey(of)] },
	})
	return p.measureWidth(sc)
}

// measureWidth returns a command that measures the heuristic width for the best point, once.
func (p *Page) measureWidth(sc *page.Scene) tea.Cmd {
	if sc.Set == nil || sc.Sweep.Best < 0 {
		return nil
	}
	set, best := sc.Set, sc.Sweep.Rows[sc.Sweep.Best].Config
	of := widthKey(best)
	if !kernel.Sigma.Of(best).OK || p.widthAsked[of] {
		return nil
	}
	if p.widthAsked == nil {
		p.widthAsked = map[part.Point]bool{}
	}
	p.widthAsked[of] = true
	return func() tea.Msg {
		w, err := sweep.HeuristicWidth(set, best)
		if err != nil {
			w = 0 // the width is undefined there, and is not used
		}
		return WidthMeasured{of, w}
	}
}

// handleWidthMeasured stores a heuristic width.
func (p *Page) handleWidthMeasured(msg WidthMeasured) {
	if p.widths == nil {
		p.widths = map[part.Point]float64{}
	}
	p.widths[msg.Of] = msg.Width
}

// Announce draws the advice in place of the progress of a finished sweep; "" if there is none.
func (p *Page) Announce(sc *page.Scene, counts clean.Text, w int) clean.Text {
	if len(p.List) == 0 || !p.canAdvise(sc) {
		return ""
	}
	first, word := p.List[0], clean.Text("next ")
	if first.Kind == advise.Done {
		word = ""
	}
	return layout.CutWords(" "+counts+sc.Style.Paint(chart.Faint, " · ")+sc.Style.Paint(chart.Accent, word)+sc.Style.Spell(clean.Of(first.Sentence())), w)
}

// View draws why ★ was chosen, and below it all advice: what to do, why, the change and the
// evidence.
func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	var lines []clean.Text
	if p.finding.update(sc, p.departures); p.finding.sentences != nil {
		lines = append(append(lines, layout.Heading(sc.Style, clean.Of(p.finding.paper))), point.Bullets(p.finding.sentences, w-2)...)
		lines = append(lines, "")
	}
	lines = append(lines, point.Star(sc, w-2)...)
	lines = append(lines, "", layout.Heading(sc.Style, "what next"))
	if len(p.List) == 0 {
		return sc.TextPage("w", "why ★", append(lines, layout.Wrap("The advisor uses training and validation results once the sweep is done: "+p.offAdvice(sc), w-2)...), w, h)
	}
	from, to := 0, 0
	for i := range p.List {
		if i == p.cursor {
			from = len(lines)
		}
		lines = append(lines, p.text(sc, i, w-4)...)
		if i == p.cursor {
			to = len(lines)
		}
	}
	if p.cursor > 0 { // the first advice follows the text about ★
		sc.Scroll = min(max(sc.Scroll, to-(h-1)), from)
	}
	return sc.TextPage("w", "why ★, and what next", lines, w, h)
}

// text returns the lines of a piece of advice.
func (p *Page) text(sc *page.Scene, i, w int) []clean.Text {
	a := p.List[i]
	mark, role := clean.Text("  "), chart.Text
	if i == p.cursor {
		mark, role = sc.Style.Paint(chart.Accent, "› "), theme.Strong
	}
	var lines []clean.Text
	for j, text := range layout.Wrap(clean.Of(a.Do), w) {
		if j > 0 {
			mark = "  "
		}
		lines = append(lines, mark+sc.Style.Paint(role, text))
	}
	add := func(name, value clean.Text) {
		for _, line := range layout.Entry(sc.Style, name, value, w-2) {
			lines = append(lines, "    "+line)
		}
	}
	add("why", clean.Of(a.Why))
	switch {
	case a.Points == nil:
	case a.Axis == "":
		add("change", costText(sc, a.Points))
	default:
		values := make([]clean.Text, len(a.Values))
		for k, v := range a.Values {
			values[k] = clean.Exponents(fmt.Sprintf("%g", v))
		}
		add("change", clean.Sprintf("%s %s: %s", sweepview.ParameterOf(a.Axis).Symbol, clean.Join(values, " "), costText(sc, a.Points)))
	}
	for k, e := range a.Evidence {
		name := clean.Text("")
		if k == 0 {
			name = "evidence"
		}
		key := ""
		if len(e.Keys) > 0 && len(e.Keys[0]) >= 8 {
			key = "  " + e.Keys[0][:8]
			if n := len(e.Keys); n > 1 {
				key += fmt.Sprintf(" and %d more", n-1)
			}
		}
		add(name, clean.Sprintf("%s %s at %s%s", e.Measure, clean.Number(e.Value), sc.ChoiceOf(e.Config), key))
	}
	return append(lines, "")
}

// costText returns the numbers of points and fits to compute, and the time that they take if
// each model takes as long as the average so far.
func costText(sc *page.Scene, points []part.Point) clean.Text {
	configs, models, done := map[part.Point]bool{}, 0, 0
	for _, p := range points {
		configs[p.Config()] = true
		models += 1 + p.Inner
	}
	for _, r := range sc.Sweep.State.Results {
		done += 1 + r.Point.Inner
	}
	text := clean.Counted(len(configs), "point") + " more, " + clean.Counted(len(points), "fit")
	if done == 0 {
		return text
	}
	takes := float64(sc.Sweep.State.Elapsed()) / float64(done) * float64(models)
	return text + ", about " + clean.Span(time.Duration(takes)) + " at the pace so far"
}
