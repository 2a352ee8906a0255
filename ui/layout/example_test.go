package layout_test

import (
	"fmt"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/theme"
)

// Two panels, each with its heading, side by side.
func Example() {
	body := func(text clean.Text) func(w, h int) []clean.Text {
		return func(w, h int) []clean.Text { return layout.Wrap(text, w) }
	}
	row := []layout.Panel{
		{Name: "left", Body: body("a sentence that takes two lines")},
		{Name: "right", Detail: "detail", Body: body("short")},
	}
	for _, line := range layout.Panels(&theme.Style{}, [][]layout.Panel{row}, 46, 3) {
		fmt.Println(line)
	}
	// Output:
	// ─ left ─────────────── ─ right  detail ───────
	// a sentence that takes  short
	// two lines
}
