package palette_test

import (
	"fmt"
	"strings"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/palette"
	"example.com/sfatui/ui/theme"
	"example.com/sfatui/ui/uitest"
	tea "github.com/charmbracelet/bubbletea"
)

// pages is a program with two actions.
type pages struct{}

func (pages) All() []page.Action {
	return []page.Action{
		{ID: "knit", Group: "Wool", Keys: []string{"k"}, Short: "knit", Long: "knit a row", Modes: page.AnyMode, Pages: page.SweepPages},
		{ID: "purl", Group: "Wool", Keys: []string{"p"}, Short: "purl", Long: "purl a row", Modes: page.AnyMode, Pages: page.SweepPages},
	}
}

func (pages) Reason(a *page.Action) clean.Text {
	if a.ID == "knit" {
		return "no needles"
	}
	return ""
}

func (pages) Perform(a *page.Action, key string) tea.Cmd { return nil }

// Typing filters the list.
func Example() {
	p := palette.New(pages{}, nil, nil, nil, nil, "")
	scene := uitest.Done(60, 10)
	scene.Style = &theme.Style{}
	p.Actions()[1].Do(scene, "?")
	show := func() {
		for _, line := range p.View(scene, layout.Size{W: 40, H: 6}) {
			fmt.Println(strings.TrimRight(string(line), " "))
		}
	}
	show()
	p.Type(scene, input.Press{Name: "p", Text: "p"})
	show()
	// Output:
	// ━▸ keys here ━━━━━━━━━━━━━━━━━━━━━━━━━━━
	// ›k                knit a row
	//  p                purl a row
	// ─ knit  k ──────────────────────────────
	//  knit a row
	//  not now: no needles
	// ━▸ keys here ━━━━━━━━━━━━━━━━━━━━━━━━━━━
	// ›p                purl a row
	// ─ purl  p ──────────────────────────────
	//  purl a row
}
