package ui

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/replay"
	"example.com/sfatui/ui/uitest"
)

var fuzzKeys = []string{"s", " ", "x", "e", "tab", "shift+tab", "1", "2", "3", "4", "z", "enter", "up", "down", "j", "k", "pgup", "pgdown", "g", "G",
	"o", "O", "b", "left", "right", "a", "v", "f", "[", "]", "u", "d", "l", "?", "esc", ".", "<", ">", "0", "5", "9", "home", "end",
	"backspace", "ctrl+u", "y", "n", "w", "W", "C", "D", "Y", "N", ",", "é", "日", "paste", "delete",
	"tab", "i", "w", "F", "E", "6", "7", "8", "=", "-", "L"}

// FuzzKeys presses keys, changes the size and delivers records and ticks in any order: nothing
// panics, and every screen is clean and fits. Commands are not run.
func FuzzKeys(f *testing.F) {
	f.Add([]byte{0, 3, 11, 42, 200, 80, 24})
	f.Add([]byte{1, 1, 2, 2, 3, 4, 21, 22, 23, 201, 3, 9, 35, 14, 11})
	f.Add([]byte{2, 43, 44, 1, 202, 50, 60, 11, 5, 5, 24, 24})
	f.Add([]byte{3, 3, 3, 35, 37, 11, 203, 203})
	f.Add([]byte{5, 0, 240, 0, 3, 1})
	f.Add([]byte{6, 3, 11, 49, 50, 51, 11, 204, 13, 13, 13, 13, 1, 32})
	rng := rand.New(rand.NewPCG(21, 22))
	presses := 70
	if os.Getenv("CI") != "" {
		presses = 250
	}
	for kind := range byte(7) {
		keys := make([]byte, presses)
		for i := range keys {
			keys[i] = byte(rng.Uint32())
		}
		f.Add(append([]byte{kind}, keys...))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 || len(data) > 300 {
			return
		}
		m := fuzzModel(t, data[0])
		records := uitest.Then(uitest.Records(180, uitest.Failing), sweep.Ended, uitest.Object{"reason": "done"})
		for i := 1; i < len(data); i++ {
			b := int(data[i])
			switch {
			case b < 200:
				k := input.Press{Name: fuzzKeys[b%len(fuzzKeys)]}
				switch {
				case k.Name == "paste":
					k.Text = hostile
				case len(k.Name) < 4:
					k.Text = k.Name
				}
				m.press(k)
			case b < 215 && i+2 < len(data):
				m.Update(tea.WindowSizeMsg{Width: int(data[i+1]), Height: int(data[i+2]) % 70})
				i += 2
			case b < 235:
				n := min(max(b-215, 0), len(records))
				m.Update(control.Arrived{ID: m.ctl.RunID, Feed: control.NewFeed(), Batch: control.Batch{Records: records[:n]}})
				records = records[n:]
			case b < 245:
				m.Update(control.Ticked{Now: m.scene.Now.Add(control.UpdateEvery * 3)})
			case b%2 == 0:
				m.fakeAnswer()
			case m.scene.Set != nil:
				m.finishCheck()
			}
			text := m.View()
			uitest.CheckScreen(t, text, m.scene.W, m.scene.H)
			checkText(t, text, "after "+strconv.Itoa(i)+" keys")
		}
	})
}

// fuzzModel returns a model in one of the initial states of the program.
func fuzzModel(t *testing.T, kind byte) *model {
	switch kind % 7 {
	case 0:
		return done(t, 80, 24)
	case 1:
		return newFake(t, page.Live, 80, 24).computingFake(uitest.Records(0, nil))
	case 2:
		m := newFake(t, page.Replaying, 80, 24).withSession(nil)
		m.ctl.Player = replay.New(uitest.Records(100, uitest.Failing), 1, choose.By{Objective: "accuracy"})
		return m
	case 3:
		return newFake(t, page.Opened, 80, 24).withSession(uitest.Records(100, nil))
	case 4:
		return newFake(t, page.Following, 60, 15).withSession(nil)
	case 5:
		return looks["watching"](t, 80, 24)
	}
	return newReady(t, 80, 24)
}
