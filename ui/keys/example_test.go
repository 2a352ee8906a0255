package keys_test

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/keys"
)

// Letters that came in one read are as many presses.
func Example() {
	for _, k := range keys.Of(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("ab")}) {
		fmt.Println(k.Name)
	}
	fmt.Println(keys.Name("shift+left"))
	// Output:
	// a
	// b
	// ⇧←
}
