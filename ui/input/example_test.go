package input_test

import (
	"fmt"

	"example.com/sfatui/ui/input"
)

func Example() {
	line := input.New("0.2")
	for _, k := range []input.Press{{Name: "backspace"}, {Name: "5", Text: "5"}, {Name: "home"}, {Name: "1", Text: "1"}} {
		line.Press(k)
	}
	fmt.Println(line.String())
	// Output: 10.5
}
