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

// Output copies and writes files for a workbench.
type Output struct {
	ctl           *control.Control
	wire          *terminal.Output
	capture       func() page.Capture
	mayWriteFiles bool // the user may write files on this machine
}

// New returns an output to a terminal's clipboard and, if files is true, to files. capture
// returns what the current page shows.
func New(ctl *control.Control, wire *terminal.Output, files bool, capture func() page.Capture) *Output {
	return &Output{ctl: ctl, wire: wire, mayWriteFiles: files, capture: capture}
}

// Exported is the message that a file was written, or why not.
type Exported struct {
	Path  string
	over  bool
	model bool // arrays contain the model, not the features
	Row   *choose.Row
	Err   error
}

// unsafeInNames matches characters that are replaced in names of files.
var unsafeInNames = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// doExport prompts for the file to write to. Its extension selects the content: the features of
// the selected point, its model on the model tab, or the whole session.
func (o *Output) doExport(sc *page.Scene, _ string) tea.Cmd {
	r := sc.Table.Row(&sc.Sweep)
	model := sc.Shown == page.Model
	name := unsafeInNames.ReplaceAllString(sc.Session.Header.Data.Name, "-") + ".csv"
	if r.Measured() {
		name = strings.TrimSuffix(name, ".csv") + "-" + sweepview.FirstSound(r).Key[:8]
		if model {
			name += "-model"
		}
		name += ".npz"
	}
	sc.Prompt = &page.Prompt{Label: "export to", Input: input.New(name), Hint: extensionHint(model), Complete: page.CompletePath, Typed: checkExportPath,
		Done: func(path string) tea.Cmd { return o.export(sc, strings.TrimSpace(path), r, model, false) }}
	sc.Prompt.Err = checkExportPath(name)
	return nil
}

// listedExporters returns the exporters that only need the name of a file, those of a point
// first.
func listedExporters() []export.Exporter {
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

// extensionHint returns the possible extensions of a file with their contents.
func extensionHint(model bool) clean.Text {
	var text clean.Builder
	all := listedExporters()
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

// exporterFor returns the exporter of a path's extension.
func exporterFor(path string) (export.Exporter, error) {
	ending := strings.TrimPrefix(filepath.Ext(strings.TrimSpace(path)), ".")
	for _, e := range listedExporters() {
		if e.Extension == ending {
			return e, nil
		}
	}
	return export.Exporter{}, errors.New("end it with " + string(extensionHint(false)))
}

// checkExportPath returns an error if a path's extension is unknown.
func checkExportPath(path string) error {
	_, err := exporterFor(path)
	return err
}

// export returns a command that writes the current session to a file.
func (o *Output) export(sc *page.Scene, path string, r *choose.Row, model, over bool) tea.Cmd {
	ctx, s, set := o.ctl.Work.Context, sc.Session, sc.Set
	sc.Message = "writing " + clean.Of(path) + " …"
	return func() tea.Msg {
		return Exported{path, over, model, r, writeExport(ctx, s, input.Path(path), set, r, model, over)}
	}
}

// writeExport writes a session, read again, to a file.
func writeExport(ctx context.Context, s *sessions.Session, path string, set *data.Set, r *choose.Row, model, over bool) error {
	if err := store.MayWrite(path, over); err != nil {
		return err // fails before the computation
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
			return errors.New("no fold of this point has features: .csv and .html export the whole sweep")
		}
	}
	return store.Save(path, over, func(w io.Writer) error { return e.Write(ctx, w, s, o) })
}

// handleExported shows that a file was written, or asks the user whether to overwrite one.
func (o *Output) handleExported(sc *page.Scene, msg Exported) {
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

// offFiles returns the reason why no file can be written; "" if one can.
func (o *Output) offFiles(*page.Scene) clean.Text {
	if !o.mayWriteFiles {
		return "files of this machine are not available through a server"
	}
	return ""
}

// offFigure returns the reason why there is nothing to write; "" if there is.
func (o *Output) offFigure(sc *page.Scene) clean.Text {
	if why := o.offFiles(sc); why != "" || sc.Shown != page.Overview {
		return why
	}
	return page.NoSession(sc)
}

// offExport returns the reason why nothing can be exported; "" if something can.
func (o *Output) offExport(sc *page.Scene) clean.Text {
	if why := o.offFiles(sc); why != "" {
		return why
	}
	if why := page.NoSession(sc); why != "" {
		return why
	}
	return page.NoPoint(sc)
}
