package advice_test

import (
	"fmt"
	"strings"

	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/advice"
	"example.com/sfatui/ui/theme"
	"example.com/sfatui/ui/uitest"
)

// On a finished sweep, the page shows what to do next.
func Example() {
	scene := uitest.Done(70, 24)
	scene.Style, scene.Mode, scene.Session = &theme.Style{}, page.Live, &sessions.Session{}
	p := advice.New(control.New(scene, control.Options{}), nil)
	p.Update(scene, nil)
	fmt.Println(p.Announce(scene, "180 points", 70))
	for _, line := range p.View(scene, layout.Size{W: 70, H: 24}) {
		if strings.Contains(string(line), "›") {
			fmt.Println(line)
		}
	}
	// Output:
	// 180 points · next add m 200: validation accuracy improves up to the…
	//  › add m 200
}
