package clean_test

import (
	"errors"
	"fmt"

	"example.com/sfatui/ui/clean"
)

// Names of columns in a file may contain escape sequences that a terminal executes.
func Example() {
	column := "speed\x1b[2J\x1b]52;c;cm0gLXJm\a"
	err := errors.New("cannot read \x1b[31mspeed")
	fmt.Printf("%q\n", clean.Of(column))
	fmt.Printf("%q\n", clean.Sprintf("%s: %d values, %v", column, 3, err))
	// Output:
	// "speed"
	// "speed: 3 values, cannot read speed"
}
