package input

import (
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/ui/clean"
	tea "github.com/charmbracelet/bubbletea"
)

var keyNames = map[string]clean.Text{" ": "space", "shift+tab": "⇧tab", "shift+left": "⇧←", "shift+right": "⇧→",
	"left": "←", "right": "→", "up": "↑", "down": "↓"}

// Name returns the notation of a key.
func Name(name string) clean.Text {
	if shown, ok := keyNames[name]; ok {
		return shown
	}
	return clean.Of(name)
}

// Press is a key press: its name in Bubble Tea's notation, and the text it enters.
type Press struct{ Name, Text string }

// Of returns the key presses of a message. Several keys received in one read, as over a slow
// line, are separate presses: letters in a row, and Esc before another key, which is reported
// as Alt. Pasted text is one press.
func Of(msg tea.KeyMsg) []Press {
	var keys []Press
	if msg.Alt {
		keys, msg.Alt = []Press{{Name: "esc"}}, false
	}
	switch {
	case msg.Paste:
		return []Press{{"paste", message.Clean(string(msg.Runes))}}
	case msg.Type == tea.KeySpace:
		return append(keys, Press{" ", " "})
	case msg.Type == tea.KeyRunes:
		for _, r := range msg.Runes {
			keys = append(keys, Press{string(r), message.Clean(string(r))})
		}
		return keys
	}
	return append(keys, Press{Name: msg.String()})
}
