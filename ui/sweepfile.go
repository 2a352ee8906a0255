package ui

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/editor"
	tea "github.com/charmbracelet/bubbletea"
)

// The messages of files of sweeps.
type (
	sweepSaved struct {
		path string
		over bool
		err  error
	}
	sweepLoaded struct {
		path string
		spec sweep.Spec
		err  error
	}
)

// home replaces a leading ~ by the user's folder.
func home(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if dir, err := os.UserHomeDir(); err == nil {
			return filepath.Join(dir, rest)
		}
	}
	return path
}

// saveSweep writes a sweep to a file, over another one only where that is said.
func saveSweep(path string, spec sweep.Spec, over bool) tea.Cmd {
	return func() tea.Msg {
		text, err := editor.EncodeSweep(spec)
		if err == nil {
			err = store.Save(home(path), over, func(w io.Writer) error {
				_, err := w.Write(text)
				return err
			})
		}
		return sweepSaved{path, over, err}
	}
}

// loadSweep reads a sweep from a file.
func loadSweep(path string) tea.Cmd {
	return func() tea.Msg {
		text, err := store.ReadText(context.Background(), home(path), editor.MaxSweepFile)
		if err != nil {
			return sweepLoaded{path: path, err: err}
		}
		spec, err := editor.DecodeSweep(text)
		return sweepLoaded{path, spec, err}
	}
}

// sweepSaved says that a sweep was saved, or asks whether to write over a file.
func (m *model) sweepSaved(msg sweepSaved) {
	switch {
	case errors.Is(msg.err, fs.ErrExist) && !msg.over:
		draft := m.editor.Draft
		m.askOver(msg.path, func() tea.Cmd { return saveSweep(msg.path, draft, true) })
	case msg.err != nil:
		m.Message = "not saved: " + clean.Of(msg.err.Error())
	default:
		m.Message = "saved; sfatui --sweep " + clean.Of(msg.path) + " reads it"
	}
}

// askOver asks whether to write over a file.
func (m *model) askOver(path string, do func() tea.Cmd) {
	m.Ask = &page.Question{Text: clean.Of(path) + " is there already. y: write over it, other keys: no", Keys: []string{"y"},
		Pick: func(string) tea.Cmd { return do() }}
}

// sweepLoaded makes a sweep that was read the draft; u takes that back.
func (m *model) sweepLoaded(msg sweepLoaded) tea.Cmd {
	if msg.err != nil {
		m.Message = clean.Of(msg.path) + ": " + clean.Of(msg.err.Error())
		return nil
	}
	m.editor.Remember()
	m.editor.Draft = msg.spec
	m.Message = "read " + clean.Of(msg.path) + "; u takes it back"
	return m.checkLater()
}

// fileActions save and load sweeps.
func fileActions() []action {
	const group = "Editor"
	ask := func(label clean.Text, do func(m *model, path string) tea.Cmd) func(*model, string) tea.Cmd {
		return func(m *model, _ string) tea.Cmd {
			m.Prompt = &page.Prompt{Label: label, Input: input.New(m.editor.File()), Hint: "a file", Done: func(path string) tea.Cmd {
				if path = strings.TrimSpace(path); path == "" {
					return nil
				}
				m.editor.Path = path
				return do(m, path)
			}}
			return nil
		}
	}
	return []action{
		{id: "save", group: group, keys: []string{"w"}, short: "save", long: "write the sweep to a file, as --sweep reads it",
			modes: page.Live | page.Opened, pages: page.Only(page.Editor), footer: 6, off: offFiles, do: ask("save to", func(m *model, path string) tea.Cmd { return saveSweep(path, m.editor.Draft, false) })},
		{id: "load", group: group, keys: []string{"r"}, short: "read", long: "read a sweep from a file",
			modes: page.Live | page.Opened, pages: page.Only(page.Editor), footer: 7, off: offFiles, do: ask("read", func(m *model, path string) tea.Cmd { return loadSweep(path) })},
	}
}

func offFiles(m *model) clean.Text {
	if m.cfg.Host != nil {
		return "the files of this machine are not yours"
	}
	return offNoData(m)
}
