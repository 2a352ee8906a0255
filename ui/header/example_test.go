package header_test

import (
	"fmt"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/header"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
	"example.com/sfatui/ui/uitest"
)

// The two lines above a finished sweep.
func Example() {
	scene := uitest.Done(60, 24)
	scene.Style, scene.Mode, scene.Shown, scene.Session = &theme.Style{}, page.Live, page.Overview, &sessions.Session{Header: sessions.Header{Created: uitest.Epoch, Data: sessions.Data{Name: "words", N: 700, D: 3, Segments: 16}}}
	scene.Now = uitest.Epoch.Add(time.Minute)
	h := header.New(scene, control.New(scene, control.Options{}), func(clean.Text, int) clean.Text { return "" })
	fmt.Println(h.Title(66))
	fmt.Println(h.Progress(66))
	// Output:
	// sfatui › fake › today 12:00       60 points × 3 folds  ✓ done 0:15
	// ▕███████████▏ 180/180 fits · 0:15
}

// A queued session shows its job and since when it has been queued.
func ExampleInQueue() {
	submitted := list.Submitted{Job: "4711", Since: uitest.Epoch, Queried: true, Waiting: 40}
	fmt.Println(header.InQueue(&submitted, uitest.Epoch.Add(time.Minute)))
	submitted.Running, submitted.Broken = 12, 2
	fmt.Println(header.InQueue(&submitted, uitest.Epoch))
	fmt.Println(header.InQueue(&list.Submitted{Since: uitest.Epoch}, uitest.Epoch.AddDate(0, 0, 1)))
	// Output:
	// ◷ queued, Slurm job 4711, since 12:00
	// ◷ 12 run 40 queued ✗2
	// ◷ submitted, since yesterday 12:00
}

// The title of home shows the numbers of running sessions here or elsewhere, and by
// Slurm.
func ExampleHeader_home() {
	scene := &page.Scene{Style: &theme.Style{}, Mode: page.AtHome, Shown: page.Home, Now: time.Date(2026, 11, 22, 17, 2, 0, 0, time.Local)}
	h := header.New(scene, control.New(scene, control.Options{}), nil)
	h.Running = func() (n, slurm int) { return 2, 1 }
	fmt.Println(h.Title(66))
	// Output:
	// sfatui · home                   ● 2 computing  ◷ 1 in Slurm  17:02
}
