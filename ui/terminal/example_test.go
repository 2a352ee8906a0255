package terminal_test

import (
	"fmt"

	"example.com/sfatui/ui/terminal"
)

// The capabilities of a terminal are read from its environment; the terminal is never queried.
func Example() {
	env := terminal.Environment{"TERM=xterm-256color", "LANG=C", "NO_COLOR=1"}
	_, color := terminal.Profile(env, "auto")
	fmt.Println("colours:", color, "ASCII only:", terminal.ASCII(env, "auto"))
	// Output: colours: false ASCII only: true
}
