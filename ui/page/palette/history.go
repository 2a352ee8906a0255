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

// mostHistory is the largest number of stored lines.
const mostHistory = 200

// history holds earlier input lines, the latest last.
type history struct {
	path   string // path of the history file; "" for none
	lines  []string
	at     int  // distance of the shown line from the end; 0 for none
	loaded bool // the file has been read
}

// HistoryRead is the message with the lines of the history file.
type HistoryRead struct{ lines []string }

// read returns a command that reads the history file, once.
func (h *history) read() tea.Cmd {
	h.at = 0
	if h.path == "" || h.loaded {
		return nil
	}
	h.loaded = true
	path := h.path
	return func() tea.Msg { return HistoryRead{linesOf(path)} }
}

// linesOf returns the lines of a file, none if it cannot be read, since the history is only a
// convenience.
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

// prepend adds the lines of the file before those typed since.
func (h *history) prepend(msg HistoryRead) { h.lines = append(msg.lines, h.lines...) }

// add appends a line and returns a command that saves the history.
func (h *history) add(line string) tea.Cmd {
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
		_ = store.Save(path, true, func(w io.Writer) error { // an error is ignored, since the history is only a convenience
			_, err := io.WriteString(w, text)
			return err
		})
		return nil
	}
}

// isAt reports whether the input line is the one that the history shows.
func (h *history) isAt(now string) bool {
	return h.at == 0 && now == "" || h.at > 0 && h.lines[len(h.lines)-h.at] == now
}

// previous returns the previous line; false if there is none, or the input line has been
// changed.
func (h *history) previous(now string) (string, bool) {
	if !h.isAt(now) || h.at == len(h.lines) {
		return "", false
	}
	h.at++
	return h.lines[len(h.lines)-h.at], true
}

// next returns the next line, after the last the empty one; false if the input line has been
// changed.
func (h *history) next(now string) (string, bool) {
	if h.at == 0 || !h.isAt(now) {
		return "", false
	}
	if h.at--; h.at == 0 {
		return "", true
	}
	return h.lines[len(h.lines)-h.at], true
}
