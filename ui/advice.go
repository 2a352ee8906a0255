package ui

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/parameter"
	"example.com/sfatui/ui/theme"
	tea "github.com/charmbracelet/bubbletea"
)

// advisor is what is known of what to do next. It speaks when a sweep is done:
// half a sweep misleads.
type advisor struct {
	list  []advise.Advice // the first is the advice
	about results
	at    int // the one under the cursor of the page
	// widths are the heuristic widths measured, by what a function space sees.
	widths map[part.Point]float64
	asked  map[part.Point]bool
	// driver goes on by itself; nil where it is not to.
	driver *advise.Driver
}

// results names what an advice is about.
type results struct {
	session   *sessions.Session
	n, widths int
	last      *result.Result
	objective string
	missing   int
}

// widthMeasured tells the heuristic width of what a function space sees.
type widthMeasured struct {
	of    part.Point
	width float64
}

// seenBy is what a heuristic width depends on.
func seenBy(p part.Point) part.Point {
	return part.Point{Frame: part.Frame{Standardize: p.Standardize}}.With(space.Reduction.Is(space.Reduction.Of(p)), hierarchy.Layers.Is(hierarchy.Layers.Of(p)))
}

// speaks says that the results may be judged: this program could add to them,
// and nothing is being computed.
func (m *model) speaks() bool {
	st := m.status()
	return m.Mode&(page.Live|page.Opened) != 0 && m.Session != nil && !m.computing() && st != record.Running && st != record.Paused &&
		len(m.Sweep.State.Results) > 0
}

// consult asks the advisor where there is something new to judge.
func (m *model) consult() tea.Cmd {
	a := &m.advisor
	if a.driver != nil && !m.computing() {
		a.driver = nil
		m.tellDriven()
	}
	if !m.speaks() {
		a.list, a.about = nil, results{}
		return nil
	}
	all := m.Sweep.State.Results
	now := results{m.Session, len(all), len(a.widths), all[len(all)-1], m.Sweep.Objective, m.Sweep.Missing()}
	if now == a.about {
		return nil
	}
	a.about, a.at = now, 0
	a.list = advise.Consider(advise.Sweep{
		Rows: m.Sweep.Rows, By: m.Sweep.By, Missing: now.missing,
		Width: func(p part.Point) float64 { return a.widths[seenBy(p)] },
	})
	return m.measureWidth()
}

// measureWidth measures the heuristic width for the best point, once.
func (m *model) measureWidth() tea.Cmd {
	if m.Set == nil || m.Sweep.Best < 0 {
		return nil
	}
	set, p := m.Set, m.Sweep.Rows[m.Sweep.Best].Config
	of := seenBy(p)
	if !kernel.Sigma.Of(p).OK || m.advisor.asked[of] {
		return nil
	}
	if m.advisor.asked == nil {
		m.advisor.asked = map[part.Point]bool{}
	}
	m.advisor.asked[of] = true
	return func() tea.Msg {
		w, err := sweep.HeuristicWidth(set, p)
		if err != nil {
			w = 0 // it has no meaning there, and nothing rests on it
		}
		return widthMeasured{of, w}
	}
}

func (m *model) widthMeasured(msg widthMeasured) {
	if m.advisor.widths == nil {
		m.advisor.widths = map[part.Point]float64{}
	}
	m.advisor.widths[msg.of] = msg.width
}

// tellDriven says how the advisor came to its end.
func (m *model) tellDriven() {
	log := m.Sweep.State.Log
	for _, l := range slices.Backward(log[max(0, len(log)-3):]) {
		if strings.HasPrefix(l.Text, "auto ended") {
			m.Message = clean.Of(l.Text)
			return
		}
	}
}

// driving says in a word or two that the advisor goes on by itself.
func (m *model) driving() clean.Text {
	switch {
	case m.Sweep.State.Rounds > 0 && m.status() == record.Running:
		return clean.Sprintf(" auto %d", m.Sweep.State.Rounds)
	case m.advisor.driver != nil:
		return ", then auto"
	}
	return ""
}

// adviceLine is the advice in the place of the progress, which has come to its
// end; "" where there is none.
func (m *model) adviceLine(counts clean.Text, w int) clean.Text {
	if len(m.advisor.list) == 0 || !m.speaks() {
		return ""
	}
	first, word := m.advisor.list[0], clean.Text("next ")
	if first.Kind == advise.Done {
		word = ""
	}
	return layout.Cut(" "+counts+m.Style.Paint(chart.Faint, " · ")+m.Style.Paint(chart.Accent, word)+clean.Of(first.Sentence()), w)
}

// adviceView draws the page of all advice: what to do, why, what it changes and
// what it rests on.
func (m *model) adviceView(w, h int) []clean.Text {
	a := &m.advisor
	if len(a.list) == 0 {
		return m.TextPage("·", "advice", layout.Wrap("The advisor looks at training and validation results when the sweep is done: "+m.offAdvice(), w-2), w, h)
	}
	var lines []clean.Text
	from, to := 0, 0
	for i := range a.list {
		if i == a.at {
			from = len(lines)
		}
		lines = append(lines, m.adviceText(i, w-4)...)
		if i == a.at {
			to = len(lines)
		}
	}
	m.Scroll = min(max(m.Scroll, to-(h-1)), from)
	return m.TextPage("·", "advice", lines, w, h)
}

// adviceText is one advice of the page.
func (m *model) adviceText(i, w int) []clean.Text {
	a := m.advisor.list[i]
	mark, role := clean.Text("  "), chart.Text
	if i == m.advisor.at {
		mark, role = m.Style.Paint(chart.Accent, "› "), theme.Strong
	}
	var lines []clean.Text
	for j, text := range layout.Wrap(clean.Of(a.Do), w) {
		if j > 0 {
			mark = "  "
		}
		lines = append(lines, mark+m.Style.Paint(role, text))
	}
	add := func(name, value clean.Text) {
		for _, line := range layout.Entry(m.Style, name, value, w-2) {
			lines = append(lines, "    "+line)
		}
	}
	add("why", clean.Of(a.Why))
	if a.Points != nil {
		values := make([]clean.Text, len(a.Values))
		for k, v := range a.Values {
			values[k] = clean.Of(parameter.Exponent.Replace(fmt.Sprintf("%g", v)))
		}
		add("change", clean.Sprintf("%s more: %s %s", humanize.Counted(len(a.Points), "point"), parameter.OfAxis(a.Axis).Symbol, clean.Join(values, " ")))
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
		add(name, clean.Sprintf("%s %s at %s%s", e.Measure, humanize.Number(e.Value), m.ChoiceOf(e.Config), key))
	}
	return append(lines, "")
}

// nothingLeft takes up that a driver had nothing to add.
func (m *model) nothingLeft(err error) bool {
	var nothing *compute.NothingToAdd
	if !errors.As(err, &nothing) {
		return false
	}
	m.advisor.driver = nil
	m.Message = "auto: " + clean.Of(nothing.Why)
	return true
}
