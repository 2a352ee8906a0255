package editor

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	tea "github.com/charmbracelet/bubbletea"
)

// SweepSaved is the message that a sweep was written to a file, or why not.
type SweepSaved struct {
	Path string
	over bool
	Err  error
}

// SweepLoaded is the message with a sweep from a file, or with the error of reading it.
type SweepLoaded struct {
	Path string
	spec sweep.Spec
	Err  error
}

// saveSweep returns a command that writes a sweep to a file. It replaces an existing file only
// if over is true.
func saveSweep(path string, spec sweep.Spec, over bool) tea.Cmd {
	return func() tea.Msg {
		text, err := draft.EncodeSweep(spec)
		if err == nil {
			err = store.SaveBytes(input.Path(path), over, text)
		}
		return SweepSaved{path, over, err}
	}
}

// loadSweep returns a command that reads a sweep from a file.
func loadSweep(path string) tea.Cmd {
	return func() tea.Msg {
		text, err := store.ReadText(context.Background(), input.Path(path), draft.MaxSweepFile)
		if err != nil {
			return SweepLoaded{Path: path, Err: err}
		}
		spec, err := draft.DecodeSweep(text)
		return SweepLoaded{path, spec, err}
	}
}

// files reads and writes sweeps.
type files struct{ page *Page }

// saved shows that a sweep was saved, or asks the user whether to overwrite a file.
func (fl files) saved(sc *page.Scene, msg SweepSaved) {
	switch {
	case errors.Is(msg.Err, fs.ErrExist) && !msg.over:
		spec := fl.page.Draft.Spec
		sc.AskOver(msg.Path, func() tea.Cmd { return saveSweep(msg.Path, spec, true) })
	case msg.Err != nil:
		sc.Message = "not saved: " + clean.Of(msg.Err.Error())
	default:
		sc.Message = "saved; sfatui --sweep " + clean.Of(msg.Path) + " reads it"
	}
}

// loaded replaces the draft by a sweep from a file; u undoes that.
func (fl files) loaded(sc *page.Scene, msg SweepLoaded) tea.Cmd {
	if msg.Err != nil {
		sc.Message = clean.Of(msg.Path) + ": " + clean.Of(msg.Err.Error())
		return nil
	}
	fl.page.Draft.Remember()
	fl.page.Draft.Replace(msg.spec)
	sc.Message = "read " + clean.Of(msg.Path) + "; u undoes it"
	return fl.page.checkLater()
}

// actions returns the actions that save and load sweeps. Both take a path, and prompt for a
// missing one.
func (fl files) actions() []page.Action {
	const group = "Editor"
	write := func(sc *page.Scene, path string) tea.Cmd {
		return fl.page.ctl.Data.With(func() tea.Cmd {
			return fl.withPath(path, func(path string) tea.Cmd { return saveSweep(path, fl.page.Draft.Spec, false) })
		})
	}
	read := func(sc *page.Scene, path string) tea.Cmd {
		return fl.page.WithDraft(func() tea.Cmd { return fl.withPath(path, loadSweep) })
	}
	ask := func(label clean.Text, do func(*page.Scene, string) tea.Cmd) func(*page.Scene, string) tea.Cmd {
		return func(sc *page.Scene, _ string) tea.Cmd {
			sc.Prompt = &page.Prompt{Label: label, Input: input.New(fl.page.Draft.File()), Hint: "a file", Complete: page.CompletePath, Done: func(path string) tea.Cmd { return do(sc, path) }}
			return nil
		}
	}
	return []page.Action{
		{ID: "write", Group: group, Who: page.Local, Keys: []string{"Y"}, Takes: "FILE", Short: "write file", Long: "save the sweep to a file for --sweep",
			Modes: page.Live | page.Opened, Footer: 5, Off: fl.off, Do: fl.page.whenRead(ask("write to", write)), Take: write},
		{ID: "read", Group: group, Who: page.Local, Takes: "FILE", Short: "read", Long: "read the settings of a sweep from a file, like --sweep",
			Modes: page.Live | page.Opened, Pages: page.But(page.Palette), Off: fl.offRead, Do: ask("read", read), Take: read},
	}
}

// withPath calls do with the path of a file, and remembers the path.
func (fl files) withPath(path string, do func(path string) tea.Cmd) tea.Cmd {
	if path = strings.TrimSpace(path); path == "" {
		return nil
	}
	fl.page.Draft.Path = path
	return do(path)
}

// offRead returns the reason why no file can be read; "" if one can.
func (fl files) offRead(sc *page.Scene) clean.Text {
	if !fl.page.mayUseFiles {
		return fl.off(sc)
	}
	return fl.page.ctl.OffEdit()
}

// off returns the reason why no file can be written; "" if one can.
func (fl files) off(sc *page.Scene) clean.Text {
	if !fl.page.mayUseFiles {
		return "files of this machine are not available through a server"
	}
	return fl.page.offNoData(sc)
}
