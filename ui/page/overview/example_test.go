package overview_test

import (
	"fmt"

	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/theme"
	"example.com/sfatui/ui/uitest"
)

// One pane alone on a small screen.
func Example() {
	scene := uitest.Done(60, 8)
	scene.Style, scene.Session = &theme.Style{}, &sessions.Session{}
	p := overview.New(control.New(scene, control.Options{}), nil)
	p.Focus = overview.PaneSlowness
	for _, line := range p.View(scene, layout.Size{W: 60, H: 8}) {
		fmt.Println(line)
	}
	// Output:
	// ━▸1 test slowness ↓ lower is better  m=100 ━━━━━━━━━━━━━━━━━
	// 0.05┤ ●╮
	//     │  ╰────╮                                           ╭─●
	// 0.04┤       ╰───╮                                 ╭─────╯
	// 0.03┤           ╰─●─────────╮            ╭────●───╯
	//     │                       ╰─────★──────╯
	//     └─┬───────────┬───────────────┬───────────┬───────────┬─
	//    σ  1           2              [5]         10          20
}
