package theme_test

import (
	"fmt"
	"io"

	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/theme"
)

// Without colours, attributes carry the meaning.
func Example() {
	st := theme.New(io.Discard, []string{"TERM=xterm", "NO_COLOR=1"}, settings.Settings{Glyphs: "ascii"})
	fmt.Printf("%q\n", st.Paint(theme.Strong, "σ"))
	fmt.Println(theme.ToASCII("★ σ=5", 80, false))
	// Output:
	// "\x1b[1mσ\x1b[0m"
	// @ sigma=5
}
