// Package palette is the page of all that can be done: typing narrows the list down,
// and what is picked is done.
package palette

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/keys"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// Actor knows what can be done, and does it.
type Actor interface {
	All() []page.Action
	// Reason is why an action cannot be done now, "" when it can.
	Reason(*page.Action) clean.Text
	Perform(a *page.Action, key string) tea.Cmd
}

// Page lists the actions.
type Page struct {
	actor  Actor
	filter input.Line
	at     int
	top    int
	from   page.Name // the page that it lies over
	lines  []int     // in which line of the page each action is drawn
}

// New is the page.
func New(actor Actor) *Page { return &Page{actor: actor} }

func (p *Page) Name() page.Name { return page.Palette }

func (p *Page) Actions() []page.Action {
	return []page.Action{{ID: "help", Group: "Pages", Keys: []string{"?"}, Short: "help", Long: "all keys; type to find one, enter does it",
		Modes: page.AnyMode, Pages: page.But(page.Palette), Footer: 4, Do: page.Doing(func(sc *page.Scene) {
			*p = Page{actor: p.actor, from: sc.Shown}
			sc.Shown = page.Palette
		})}}
}

// Typing says that keys are text.
func (p *Page) Typing() bool { return true }

// Hints are the keys of the page, and why what is picked cannot be done now.
func (p *Page) Hints(sc *page.Scene) ([]page.Hint, clean.Text) {
	hints := []page.Hint{{Press: "down", Shown: "↑↓", Does: "choose"}, {Press: "enter", Shown: "enter", Does: "do it"}, {Press: "esc", Shown: "esc", Does: "back"}}
	if found := p.Matching(sc); p.at < len(found) {
		if why := p.actor.Reason(found[p.at]); why != "" {
			return hints, "not now: " + why
		}
	}
	return hints, ""
}

// Click picks an action; one that is picked is done.
func (p *Page) Click(sc *page.Scene, _ layout.Size, _, y int) tea.Cmd {
	i := slices.Index(p.lines, y)
	switch {
	case i < 0:
		return nil
	case i == p.at:
		return p.Type(sc, keys.Press{Name: "enter"})
	}
	p.at = i
	return nil
}

// Matching are the actions that the page and the filter leave, those of the main
// page among them. Under a filter those come first whose name is meant.
func (p *Page) Matching(sc *page.Scene) []*page.Action {
	var out []*page.Action
	filter := strings.ToLower(p.filter.String())
	seen := map[string]bool{}
	all := p.actor.All()
	for i := range all {
		a := &all[i]
		if !a.Applies(sc.Mode, p.from) && (!a.Applies(sc.Mode, page.Overview) || a.ID == "back") {
			continue
		}
		if seen[a.ID] { // another page does it too
			continue
		}
		hay := strings.ToLower(string(a.Long + " " + a.Short + " " + a.KeyText() + " " + a.Group))
		found := true
		for word := range strings.FieldsSeq(filter) {
			found = found && strings.Contains(hay, word)
		}
		if found {
			seen[a.ID] = true
			out = append(out, a)
		}
	}
	if filter != "" {
		slices.SortStableFunc(out, func(a, b *page.Action) int { return meant(a, filter) - meant(b, filter) })
	}
	return out
}

// meant is how little a text means the action's name: 0 where it is the name.
func meant(a *page.Action, text string) int {
	short, long := string(a.Short), strings.ToLower(string(a.Long))
	switch {
	case short == text || a.ID == text:
		return 0
	case strings.HasPrefix(short, text), strings.HasPrefix(a.ID, text):
		return 1
	case strings.Contains(short, text), strings.HasPrefix(long, text):
		return 2
	}
	return 3
}

// Type edits the filter, moves, or runs what is picked.
func (p *Page) Type(sc *page.Scene, k keys.Press) tea.Cmd {
	switch k.Name {
	case "esc":
		if p.filter.String() != "" {
			p.filter = input.New("")
			return nil
		}
		sc.Shown = p.from
	case "up":
		p.at = max(p.at-1, 0)
	case "down":
		p.at = min(p.at+1, max(len(p.Matching(sc))-1, 0))
	case "pgup":
		p.at = max(p.at-10, 0)
	case "pgdown":
		p.at = min(p.at+10, max(len(p.Matching(sc))-1, 0))
	case "enter":
		found := p.Matching(sc)
		if p.at >= len(found) {
			return nil
		}
		a := found[p.at]
		if sc.Shown = p.from; !a.Applies(sc.Mode, sc.Shown) {
			sc.Shown = page.Overview
		}
		return p.actor.Perform(a, a.Keys[0])
	case "?":
		sc.Shown = p.from
	default:
		if p.filter.Press(k) {
			p.at = 0
		}
	}
	return nil
}

func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	found := p.Matching(sc)
	lines := []clean.Text{layout.Header(sc.Style, "?", "keys", "type to filter, enter does it", w, true)}
	lines = append(lines, " "+sc.Style.Paint(chart.Faint, "filter")+" "+p.filter.View(sc.Style, w-8))
	var list []clean.Text
	place, group := 0, clean.Text("")
	at := make([]int, len(found))
	for i, a := range found {
		if a.Group != group && p.filter.String() == "" {
			group = a.Group
			list = append(list, sc.Style.Paint(theme.Strong, " "+group))
		}
		if i == p.at {
			place = len(list)
		}
		at[i] = len(list)
		list = append(list, p.line(sc, a, i == p.at, w))
	}
	if len(found) == 0 {
		list = []clean.Text{sc.Style.Paint(chart.Faint, " nothing matches; esc clears the filter")}
	}
	rows := max(h-len(lines), 1)
	p.top = min(max(p.top, place-rows+1), place)
	if p.top == 1 { // keep the first heading in sight
		p.top = 0
	}
	p.top = max(min(p.top, len(list)-rows), 0)
	p.lines = at
	for i := range at {
		at[i] += len(lines) - p.top
	}
	return append(lines, list[p.top:min(p.top+rows, len(list))]...)
}

func (p *Page) line(sc *page.Scene, a *page.Action, here bool, w int) clean.Text {
	why := p.actor.Reason(a)
	text := a.Long
	if why != "" {
		text += " (" + why + ")"
	}
	line := layout.Pad("   "+a.KeyText(), 19) + " " + text
	switch {
	case here:
		return sc.Style.Paint(theme.Selected, layout.Pad(" ›"+line[2:], w))
	case why != "":
		return sc.Style.Paint(chart.Faint, layout.Cut(line, w))
	}
	return sc.Style.Paint(theme.Keycap, layout.Pad("   "+a.KeyText(), 19)) + " " + layout.Cut(text, w-20)
}
