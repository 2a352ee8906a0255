package settings_test

import (
	"fmt"
	"strings"

	"example.com/sfatui/ui/layout"
	page "example.com/sfatui/ui/page/settings"
	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/theme"
	"example.com/sfatui/ui/uitest"
)

// A key changes a setting at once.
func Example() {
	chosen := settings.Settings{}
	p := page.New(&chosen, "", func() { fmt.Println("drawn anew") })
	scene := uitest.Done(60, 10)
	scene.Style = &theme.Style{}
	for _, a := range p.Actions() {
		if a.ID == "set" {
			a.Do(scene, "right")
		}
	}
	fmt.Println(strings.TrimRight(string(p.View(scene, layout.Size{W: 60, H: 10})[2]), " "))
	fmt.Println(chosen.Theme, "·", scene.Message)
	// Output:
	// drawn anew
	// › theme     dark   light   contrast   mono
	// light · it applies until you quit
}
