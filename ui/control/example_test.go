package control_test

import (
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/uitest"
	"fmt"
)

// What cannot be done now says why.
func Example() {
	scene := uitest.Done(80, 24)
	scene.Mode, scene.Session = page.Live, &sessions.Session{}
	c := control.New(scene, control.Options{})
	fmt.Println(c.Status(), c.Computing())
	for _, a := range c.Actions() {
		if a.ID == "start" || a.ID == "pause" {
			fmt.Println(a.Short+":", a.Off(scene))
		}
	}
	// Output:
	// done false
	// start: every point is computed: press e to add more
	// pause: no sweep is running
}
