package header_test

import (
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/header"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
	"example.com/sfatui/ui/uitest"
	"fmt"
)

// The two lines above a sweep that is done.
func Example() {
	scene := uitest.Done(60, 24)
	scene.Style, scene.Mode, scene.Session = &theme.Style{}, page.Live, &sessions.Session{Header: sessions.Header{Data: sessions.Data{Name: "words", N: 700, D: 3, Segments: 16}}}
	h := header.New(scene, control.New(scene, control.Options{}), func(clean.Text, int) clean.Text { return "" })
	fmt.Println(h.Title(60))
	fmt.Println(h.Progress(60))
	// Output:
	// sfatui · fake  240 samples × 3 inputs · 12 segments … ✓ done
	// ▕██████████▏ 180/180 points · 0:15
}
