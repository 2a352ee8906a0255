package palette

import (
	"io"
	"os"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/store"
)

// mostHistory is how many lines are kept.
const mostHistory = 200

// history is what was typed before, the latest last.
type history struct {
	path  string // of the file that keeps it; "" for none
	lines []string
	at    int  // how far back the line is; 0 for none of them
	known bool // it was read
}

// HistoryRead brings what was typed before.
type HistoryRead struct{ lines []string }

// read reads the history, once.
func (h *history) read() tea.Cmd {
	h.at = 0
	if h.path == "" || h.known {
		return nil
	}
	h.known = true
	path := h.path
	return func() tea.Msg { return HistoryRead{linesOf(path)} }
}

// linesOf are the lines of a file. One that cannot be read has none: what was typed
// before is a convenience.
func linesOf(path string) []string {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 1<<20))
	if err != nil {
		return nil
	}
	var out []string
	for line := range strings.Lines(string(text)) {
		if line = message.Clean(strings.TrimSpace(line)); line != "" {
			out = append(out, line)
		}
	}
	return out[max(len(out)-mostHistory, 0):]
}

// take puts what was read before what was typed since.
func (h *history) take(msg HistoryRead) { h.lines = append(msg.lines, h.lines...) }

// keep keeps a line, also in the file.
func (h *history) keep(line string) tea.Cmd {
	line = strings.TrimSpace(line)
	h.at = 0
	if line == "" {
		return nil
	}
	h.lines = append(slices.DeleteFunc(h.lines, func(l string) bool { return l == line }), line)
	h.lines = h.lines[max(len(h.lines)-mostHistory, 0):]
	if h.path == "" {
		return nil
	}
	path, text := h.path, strings.Join(h.lines, "\n")+"\n"
	return func() tea.Msg {
		_ = store.Save(path, true, func(w io.Writer) error { // a convenience: nothing is lost
			_, err := io.WriteString(w, text)
			return err
		})
		return nil
	}
}

// shows says that the line is the one that the history is at.
func (h *history) shows(now string) bool {
	return h.at == 0 && now == "" || h.at > 0 && h.lines[len(h.lines)-h.at] == now
}

// before is the line before; false where there is none, or the line has been changed.
func (h *history) before(now string) (string, bool) {
	if !h.shows(now) || h.at == len(h.lines) {
		return "", false
	}
	h.at++
	return h.lines[len(h.lines)-h.at], true
}

// after is the line after, in the end the empty one.
func (h *history) after(now string) (string, bool) {
	if h.at == 0 || !h.shows(now) {
		return "", false
	}
	if h.at--; h.at == 0 {
		return "", true
	}
	return h.lines[len(h.lines)-h.at], true
}
