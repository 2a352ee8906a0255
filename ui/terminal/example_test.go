package terminal_test

import (
	"fmt"

	"example.com/sfatui/ui/terminal"
)

// What a terminal can is read off its environment; the terminal is never asked.
func Example() {
	env := terminal.Environment{"TERM=xterm-256color", "LANG=C", "NO_COLOR=1"}
	_, color := terminal.Profile(env, "auto")
	fmt.Println("colours:", color, "ASCII only:", terminal.ASCII(env, "auto"))
	// Output: colours: false ASCII only: true
}
