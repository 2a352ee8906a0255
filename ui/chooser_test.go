package ui

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/uitest"
)

func newChooser(items ...Choice) *chooser {
	m := &chooser{style: newStyle(io.Discard, terminal.Environment{"TERM=dumb"}, ""), list: List{Title: "/srv/data"}, w: 80, h: 24}
	m.take(listed{note: "owner", items: items})
	return m
}

func someChoices(n int) []Choice {
	items := []Choice{
		{ID: "s1", Group: "sessions", Status: record.Running, Name: "words-1.sfa", Detail: "running  40/112 points"},
		{ID: "s2", Group: "sessions", Status: record.Done, Name: "words-0.sfa", Detail: "done  112/112 points"},
	}
	for i := range n {
		items = append(items, Choice{ID: fmt.Sprint("d", i), Group: "data", Name: clean.Sprintf("trial %d.csv", i), Detail: "table"})
	}
	return items
}

// The list fits every screen, shows the line under the cursor, and keys stay
// inside of it.
func TestChooserFits(t *testing.T) {
	m := newChooser(someChoices(60)...)
	for _, at := range []int{0, 1, 2, 30, 61} {
		m.at = at
		for w := 1; w <= 200; w += 7 {
			for h := 1; h <= 60; h++ {
				m.w, m.h = w, h
				text := m.View()
				uitest.CheckScreen(t, text, w, h)
				if w > 1 && h > 4 && !strings.Contains(text, "›") {
					t.Fatalf("at %d the cursor is not on a screen of %d×%d:\n%s", at, w, h, text)
				}
			}
		}
	}
	for _, key := range []string{"G", "down", "pgdown", "g", "up", "pgup", "end", "home", "j", "k"} {
		if m.press(key); m.at < 0 || m.at > 61 {
			t.Fatalf("%s goes to %d", key, m.at)
		}
	}
}

// What is chosen is what the cursor was on, also after the list has changed.
func TestChooserChooses(t *testing.T) {
	m := newChooser(someChoices(3)...)
	m.press("j")
	items := slices.Insert(someChoices(3), 0, Choice{ID: "s3", Group: "sessions", Name: "new.sfa"})
	if _, cmd := m.Update(listed{items: items}); cmd == nil {
		t.Error("the list is not looked at again")
	}
	if _, cmd := m.Update(tea.KeyMsg{Type: tea.KeyEnter}); cmd == nil || m.chosen != "s2" {
		t.Errorf("chosen %q", m.chosen)
	}
	m = newChooser()
	if m.press("enter") || !strings.Contains(m.View(), "nothing in the folder") {
		t.Errorf("an empty list:\n%s", m.View())
	}
	if !m.press("q") || m.chosen != "" {
		t.Error("q does not leave")
	}
	m.take(listed{err: errors.New("no \x1b[31mpermission")})
	if text := m.View(); strings.Contains(text, "\x1b") || !strings.Contains(text, "no permission") {
		t.Errorf("an error:\n%q", text)
	}
}

func TestChooserGolden(t *testing.T) {
	uitest.Golden(t, "chooser", "80×24", newChooser(someChoices(4)...).View())
}
