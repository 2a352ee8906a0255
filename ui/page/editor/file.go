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

// SweepLoaded is the message with a sweep from a file, or why there is none.
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

// sweepSaved shows that a sweep was saved, or asks the user whether to overwrite a file.
func (p *Page) sweepSaved(sc *page.Scene, msg SweepSaved) {
	switch {
	case errors.Is(msg.Err, fs.ErrExist) && !msg.over:
		spec := p.Draft.Spec
		sc.AskOver(msg.Path, func() tea.Cmd { return saveSweep(msg.Path, spec, true) })
	case msg.Err != nil:
		sc.Message = "not saved: " + clean.Of(msg.Err.Error())
	default:
		sc.Message = "saved; sfatui --sweep " + clean.Of(msg.Path) + " reads it"
	}
}

// sweepLoaded replaces the draft by a sweep from a file; u undoes that.
func (p *Page) sweepLoaded(sc *page.Scene, msg SweepLoaded) tea.Cmd {
	if msg.Err != nil {
		sc.Message = clean.Of(msg.Path) + ": " + clean.Of(msg.Err.Error())
		return nil
	}
	p.Draft.Remember()
	p.Draft.Replace(msg.spec)
	sc.Message = "read " + clean.Of(msg.Path) + "; u undoes it"
	return p.checkLater()
}

// fileActions returns the actions that save and load sweeps. Both take a path, and prompt for a
// missing one.
func (p *Page) fileActions() []page.Action {
	const group = "Editor"
	write := func(sc *page.Scene, path string) tea.Cmd {
		return p.withPath(path, func(path string) tea.Cmd { return saveSweep(path, p.Draft.Spec, false) })
	}
	read := func(sc *page.Scene, path string) tea.Cmd {
		return p.WithDraft(func() tea.Cmd { return p.withPath(path, loadSweep) })
	}
	ask := func(label clean.Text, do func(*page.Scene, string) tea.Cmd) func(*page.Scene, string) tea.Cmd {
		return func(sc *page.Scene, _ string) tea.Cmd {
			sc.Prompt = &page.Prompt{Label: label, Input: input.New(p.Draft.File()), Hint: "a file", Complete: page.CompletePath, Done: func(path string) tea.Cmd { return do(sc, path) }}
			return nil
		}
	}
	return []page.Action{
		{ID: "write", Group: group, Who: page.Local, Keys: []string{"Y"}, Takes: "FILE", Short: "write file", Long: "save the sweep to a file for --sweep",
			Modes: page.Live | page.Opened, Footer: 5, Off: p.offFiles, Do: ask("write to", write), Take: write},
		{ID: "read", Group: group, Who: page.Local, Takes: "FILE", Short: "read", Long: "read the settings of a sweep from a file, like --sweep",
			Modes: page.Live | page.Opened, Pages: page.But(page.Palette), Off: p.offRead, Do: ask("read", read), Take: read},
	}
}

// withPath calls do with the path of a file, and remembers the path.
func (p *Page) withPath(path string, do func(path string) tea.Cmd) tea.Cmd {
	if path = strings.TrimSpace(path); path == "" {
		return nil
	}
	p.Draft.Path = path
	return do(path)
}

// offRead returns why no file can be read, "" where one can.
func (p *Page) offRead(sc *page.Scene) clean.Text {
	if !p.mayUseFiles {
		return p.offFiles(sc)
	}
	return p.ctl.OffEdit()
}

// offFiles returns why no file can be written, "" where one can.
func (p *Page) offFiles(sc *page.Scene) clean.Text {
	if !p.mayUseFiles {
		return "over a server no files of this machine are available"
	}
	return p.offNoData(sc)
}
