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

// SweepSaved tells that a sweep was written to a file, or why not.
type SweepSaved struct {
	Path string
	over bool
	Err  error
}

// SweepLoaded brings a sweep of a file, or tells why there is none.
type SweepLoaded struct {
	Path string
	spec sweep.Spec
	Err  error
}

// saveSweep writes a sweep to a file, over another one only where that is said.
func saveSweep(path string, spec sweep.Spec, over bool) tea.Cmd {
	return func() tea.Msg {
		text, err := draft.EncodeSweep(spec)
		if err == nil {
			err = store.SaveBytes(input.Path(path), over, text)
		}
		return SweepSaved{path, over, err}
	}
}

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

// sweepSaved says that a sweep was saved, or asks whether to write over a file.
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

// sweepLoaded makes a sweep that was read the draft; u takes that back.
func (p *Page) sweepLoaded(sc *page.Scene, msg SweepLoaded) tea.Cmd {
	if msg.Err != nil {
		sc.Message = clean.Of(msg.Path) + ": " + clean.Of(msg.Err.Error())
		return nil
	}
	p.Draft.Remember()
	p.Draft.Spec = msg.spec
	sc.Message = "read " + clean.Of(msg.Path) + "; u takes it back"
	return p.checkLater()
}

// fileActions save and load sweeps. Both take a path, and ask for one that is missing.
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
		{ID: "write", Group: group, Who: page.Local, Keys: []string{"Y"}, Takes: "FILE", Short: "write file", Long: "write the sweep to a file, as --sweep reads it",
			Modes: page.Live | page.Opened, Footer: 5, Off: p.offFiles, Do: ask("write to", write), Take: write},
		{ID: "read", Group: group, Who: page.Local, Takes: "FILE", Short: "read", Long: "read the settings of a sweep from a file, as --sweep does",
			Modes: page.Live | page.Opened, Pages: page.But(page.Palette), Off: p.offRead, Do: ask("read", read), Take: read},
	}
}

// withPath does something with the path of a file, and remembers it.
func (p *Page) withPath(path string, do func(path string) tea.Cmd) tea.Cmd {
	if path = strings.TrimSpace(path); path == "" {
		return nil
	}
	p.Draft.Path = path
	return do(path)
}

func (p *Page) offRead(sc *page.Scene) clean.Text {
	if !p.files {
		return p.offFiles(sc)
	}
	return p.ctl.OffEdit()
}

func (p *Page) offFiles(sc *page.Scene) clean.Text {
	if !p.files {
		return "the files of this machine are not yours"
	}
	return p.offNoData(sc)
}
