package page

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/sweepview"
)

// AskFilter prompts for a filter of the points, starting with a text. The filter applies while
// it is typed; esc restores the previous one.
func (sc *Scene) AskFilter(begun string) {
	before := sc.Table.Filter
	take := func(f sweepview.Filter) {
		sc.Table.Filter = f
		sc.Arrange()
	}
	sc.Prompt = &Prompt{Label: "/", Input: input.New(begun), Hint: "acc>0.9 sigma<10 method=sfa ok · by:slowness",
		Typed: func(text string) error {
			f, err := sc.Table.ParseFilter(&sc.Sweep, text)
			if err == nil {
				take(f)
			}
			return err
		},
		Done: func(string) tea.Cmd { return nil },
		Back: func() { take(before) }}
}
