// Package output takes something along from a sweep: a text to the clipboard, or a
// file.
package output

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/page"
)

// Actions take something along.
func (o *Output) Actions() []page.Action {
	const group = "Points"
	return []page.Action{
		{ID: "copy", Group: group, Keys: []string{"y"}, Short: "copy", Long: "copy the command that computes the point anew, its row or a value; over SSH too",
			Modes: page.AnyMode, Pages: page.Only(page.Overview, page.Point), Footer: 12, Off: page.NoPoint, Do: o.doCopy},
		{ID: "export", Group: group, Keys: []string{"Y"}, Short: "export", Long: "write the point's features (.npz), or all points as a table (.csv, .json) or a report (.html, .md)",
			Modes: page.AnyMode, Pages: page.SweepPages, Footer: 14, Off: o.offExport, Do: o.doExport},
	}
}

// Update takes up that something was written.
func (o *Output) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case Copied:
		o.copied(sc, msg)
	case Exported:
		o.exported(sc, msg)
	}
	return nil
}
