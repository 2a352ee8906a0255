package output

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/terminal"
)

// Output is what writes for a workbench.
type Output struct {
	ctl   *control.Control
	wire  *terminal.Output
	files bool // the files of this machine are the user's
}

// New writes to a terminal's clipboard and, where they are the user's, to files.
func New(ctl *control.Control, wire *terminal.Output, files bool) *Output {
	return &Output{ctl: ctl, wire: wire, files: files}
}

// Exported tells whether a file was written.
type Exported struct {
	Path  string
	over  bool
	model bool // arrays are of the model, not the features
	Row   *choose.Row
	Err   error
}

// notForNames is what a file's name is better without.
var notForNames = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// doExport asks where to write the features of the selected point, its model on the tab
// of the model, or the whole session: the ending of the file says what.
func (o *Output) doExport(sc *page.Scene, _ string) tea.Cmd {
	r := sc.Table.Row(&sc.Sweep)
	model := sc.Shown == page.Model
	name := notForNames.ReplaceAllString(sc.Session.Header.Data.Name, "-") + ".csv"
	if r.Measured() {
		name = strings.TrimSuffix(name, ".csv") + "-" + sweepview.FirstSound(r).Key[:8]
		if model {
			name += "-model"
		}
		name += ".npz"
	}
	sc.Prompt = &page.Prompt{Label: "export to", Input: input.New(name), Hint: endings(model), Complete: page.CompletePath, Typed: exportable,
		Done: func(path string) tea.Cmd { return o.export(sc, strings.TrimSpace(path), r, model, false) }}
	sc.Prompt.Err = exportable(name)
	return nil
}

// offered are the exporters that need no more than a file's name, those of a point
// first.
func offered() []export.Exporter {
	all := slices.DeleteFunc(export.All(), func(e export.Exporter) bool { return e.Summary == "" })
	slices.SortStableFunc(all, func(a, b export.Exporter) int {
		switch ofPoint := a.ForPoint(export.Options{}); {
		case ofPoint == b.ForPoint(export.Options{}):
			return 0
		case ofPoint:
			return -1
		}
		return 1
	})
	return all
}

// endings are what a file can end with, and what it holds then.
func endings(model bool) clean.Text {
	var text clean.Builder
	all := offered()
	for i := range all {
		if model && all[i].Extension == "npz" {
			all[i].Summary = "model of the point"
		}
	}
	for i, e := range all {
		text.Add("." + clean.Of(e.Extension))
		switch {
		case i+1 < len(all) && all[i+1].Summary == e.Summary:
			text.Add(" ")
		case i+1 < len(all):
			text.Add(" " + clean.Of(e.Summary) + "  ")
		default:
			text.Add(" " + clean.Of(e.Summary))
		}
	}
	return text.Text()
}

// exporterFor is the exporter that the ending of a path names.
func exporterFor(path string) (export.Exporter, error) {
	ending := strings.TrimPrefix(filepath.Ext(strings.TrimSpace(path)), ".")
	for _, e := range offered() {
		if e.Extension == ending {
			return e, nil
		}
	}
	return export.Exporter{}, errors.New("end it with " + string(endings(false)))
}

// exportable says what is wrong with the name of a file.
func exportable(path string) error {
	_, err := exporterFor(path)
	return err
}

// export writes the session as it is now.
func (o *Output) export(sc *page.Scene, path string, r *choose.Row, model, over bool) tea.Cmd {
	ctx, s, set := o.ctl.Work.Context, sc.Session, sc.Set
	sc.Message = "writing " + clean.Of(path) + " …"
	return func() tea.Msg {
		return Exported{path, over, model, r, writeExport(ctx, s, input.Path(path), set, r, model, over)}
	}
}

func writeExport(ctx context.Context, s *sessions.Session, path string, set *data.Set, r *choose.Row, model, over bool) error {
	if err := store.MayWrite(path, over); err != nil {
		return err // before computing
	}
	e, err := exporterFor(path)
	if err != nil {
		return err
	}
	s, err = s.Reopen()
	if err != nil {
		return err
	}
	o := export.Options{Data: set, Values: map[string]any{"model": model}}
	if e.ForPoint(o) {
		if o.Point = sweepview.FirstSound(r); o.Point == nil {
			return errors.New("no fold of this point has features: .csv and .html hold the whole sweep")
		}
	}
	return store.Save(path, over, func(w io.Writer) error { return e.Write(ctx, w, s, o) })
}

// exported says that a file was written, or asks whether to write over one.
func (o *Output) exported(sc *page.Scene, msg Exported) {
	switch {
	case errors.Is(msg.Err, fs.ErrExist) && !msg.over:
		sc.AskOver(msg.Path, func() tea.Cmd { return o.export(sc, msg.Path, msg.Row, msg.model, true) })
	case msg.Err != nil:
		sc.Message = "not written: " + clean.Of(msg.Err.Error())
	case msg.model && strings.HasSuffix(msg.Path, ".npz"):
		sc.Message = clean.Sprintf("wrote %s: model of fold %d; sfatui transform applies it to other data", msg.Path, sweepview.FirstSound(msg.Row).Point.Fold+1)
	case strings.HasSuffix(msg.Path, ".npz"):
		sc.Message = clean.Sprintf("wrote %s: features of fold %d; numpy.load reads it", msg.Path, sweepview.FirstSound(msg.Row).Point.Fold+1)
	default:
		sc.Message = "wrote " + clean.Of(msg.Path)
	}
}

func (o *Output) offExport(sc *page.Scene) clean.Text {
	switch {
	case !o.files:
		return "the files of this machine are not yours"
	case sc.Session == nil:
		return "the sweep is not started yet"
	}
	return page.NoPoint(sc)
}
