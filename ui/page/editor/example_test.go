package editor_test

import (
	"fmt"

	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/theme"
	"example.com/sfatui/ui/uitest"
)

// A text is typed into a field and stored with enter.
func Example() {
	scene := uitest.Done(60, 12)
	scene.Style, scene.Set, scene.Shown = &theme.Style{}, uitest.Set(), page.Editor
	p := editor.New(scene, control.New(scene, control.Options{}), true)
	p.Draft.Spec.Set("sigma", "1,2,5")
	p.Draft.Begin()
	fmt.Println(p.Typing(), p.Draft.Input.String())
	fmt.Println(p.View(scene, layout.Size{W: 60, H: 12})[3])
	// Output:
	// true 1,2,5
	// › σ sigma          1,2,5
}
