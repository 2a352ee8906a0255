package page

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/theme"
)

// Question waits for one of its answers. Any other key cancels.
type Question struct {
	Name    clean.Text // what the text is about, written before it; "" if the text has it
	Text    clean.Text
	Answers []Answer
}

// Answer is a key that answers a question.
type Answer struct {
	Key  string
	Does clean.Text     // effect of the key; "" if another answer shows it
	Do   func() tea.Cmd // nil to change nothing
}

// Confirm returns a question that y confirms and n refuses; yes and no are the effects of the
// two. The key that asked, if not "", confirms too.
func Confirm(text, yes, no clean.Text, asked string, do func() tea.Cmd) *Question {
	q := &Question{"", text, []Answer{{"y", yes, do}, {"n", no, nil}}}
	if asked != "" {
		q.Answers = append(q.Answers, Answer{Key: asked, Do: do})
	}
	return q
}

// Takes reports whether a key is one of the answers.
func (q *Question) Takes(key string) bool {
	return slices.ContainsFunc(q.Answers, func(a Answer) bool { return a.Key == key })
}

// Answer returns the command of a key, nil for a key that changes nothing.
func (q *Question) Answer(key string) tea.Cmd {
	for _, a := range q.Answers {
		if a.Key == key && a.Do != nil {
			return a.Do()
		}
	}
	return nil
}

// View draws the question into a line, followed by its keys. A narrow line cuts the middle of the
// name, then the question, not the keys.
func (q *Question) View(st *theme.Style, w int) clean.Text {
	keys := clean.Text("")
	for _, a := range q.Answers {
		if a.Does != "" {
			keys += "  " + st.Paint(theme.Keycap, input.Name(a.Key)) + " " + a.Does
		}
	}
	text, room := q.Text, max(w-layout.Width(keys), 0)
	if q.Name != "" {
		text = layout.CutMiddle(q.Name, max(room-layout.Width(q.Text)-1, room/2)) + " " + q.Text
	}
	return layout.Cut(st.Paint(chart.Warn, layout.CutWords(text, room))+keys, w)
}

// AskOver asks the user whether to overwrite a file, and calls do if confirmed.
func (sc *Scene) AskOver(path string, do func() tea.Cmd) {
	sc.Ask = Confirm("exists.", "overwrite it", "keep it", "", do)
	sc.Ask.Name = clean.Of(path)
}
