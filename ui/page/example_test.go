package page_test

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
	"example.com/sfatui/ui/uitest"
)

// Tally is a page from outside: it counts the rows of the sweep.
type Tally struct{ doubled bool }

func (p *Tally) Name() page.Name { return "tally" }

func (p *Tally) Opens() page.Action {
	return page.Action{ID: "tally", Group: "Pages", Who: page.Anyone, Keys: []string{"#"}, Short: "tally", Long: "how many rows there are", Modes: page.AnyMode, Off: page.NoRows}
}

func (p *Tally) Actions() []page.Action {
	double := page.Action{ID: "double", Group: "Tally", Who: page.Anyone, Keys: []string{"2"}, Short: "double", Long: "count every row twice", Modes: page.AnyMode}
	return []page.Action{double.With(page.NoRows, func(sc *page.Scene, _ string) tea.Cmd {
		p.doubled = !p.doubled
		sc.Message = "counted anew"
		return nil
	})}
}

func (p *Tally) View(sc *page.Scene, size layout.Size) []clean.Text {
	n := len(sc.Sweep.Rows)
	if p.doubled {
		n *= 2
	}
	return []clean.Text{layout.Header(sc.Style, "#", "tally", "", size.W, true), clean.Sprintf("%d rows", n)}
}

// A page registered from outside, as [ui.Config] takes it, and drawn.
func Example() {
	var tally page.Page = &Tally{}
	scene := uitest.Done(30, 4)
	scene.Style = &theme.Style{}
	double := tally.Actions()[0]
	if double.Off(scene) == "" {
		double.Do(scene, "2")
	}
	for _, line := range tally.View(scene, layout.Size{W: 30, H: 4}) {
		fmt.Println(line)
	}
	fmt.Println(scene.Message)
	// Output:
	// ━▸# tally ━━━━━━━━━━━━━━━━━━━━
	// 120 rows
	// counted anew
}
