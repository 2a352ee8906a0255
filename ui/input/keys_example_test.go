package input_test

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/input"
)

// Letters received in one read are separate presses.
func Example_keys() {
	for _, k := range input.Of(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("ab")}) {
		fmt.Println(k.Name)
	}
	fmt.Println(input.Name("shift+left"))
	// Output:
	// a
	// b
	// ⇧←
}
