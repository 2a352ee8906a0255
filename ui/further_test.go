package ui

import (
	"strings"
	"testing"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/uitest"
)

// blankPage is a page from outside the program.
type blankPage struct{ turns int }

func (p *blankPage) Name() page.Name { return "blank" }

func (p *blankPage) Opens() page.Action {
	return page.Action{ID: "blank", Group: "Pages", Keys: []string{"#"}, Short: "blank", Long: "a page from outside", Modes: page.AnyMode, Off: page.NoRows}
}

func (p *blankPage) Actions() []page.Action {
	turn := page.Action{ID: "turn", Group: "Blank", Who: page.Anyone, Keys: []string{"%"}, Short: "turn it", Long: "turn the page from outside", Modes: page.AnyMode, Footer: 1}
	return []page.Action{turn.With(nil, page.Doing(func(*page.Scene) { p.turns++ }))}
}

func (p *blankPage) View(sc *page.Scene, size layout.Size) []clean.Text {
	return []clean.Text{clean.Sprintf("turned %d times in %d×%d", p.turns, size.W, size.H)}
}

// A page from outside can be opened by its key, drawn, listed in footer and help, and left.
func TestFurtherPage(t *testing.T) {
	c := fakeConfig()
	c.Pages = []page.Page{&blankPage{}}
	m := newModel(c, page.Live)
	m.ctl.Work = control.NewGroup(t.Context())
	m.withSession(uitest.Then(uitest.Records(180, nil), sweep.Ended, uitest.Object{"reason": "done"}))
	m.keys("#", "%", "%")
	view := m.View()
	if m.scene.Shown != "blank" || !strings.Contains(view, "turned 2 times in 80×21") || !strings.Contains(view, "% turn it") {
		t.Errorf("the page shows\n%s", view)
	}
	m.keys("?", "o", "u", "t", "s", "i", "d", "e")
	if view := m.View(); !strings.Contains(view, "turn the page from outside") || !strings.Contains(view, "a page from outside") {
		t.Errorf("the help has\n%s", view)
	}
	m.keys("esc", "esc", "esc")
	if m.scene.Shown != page.Overview {
		t.Errorf("esc goes to %s", m.scene.Shown)
	}
}
