// Package overview is what the first page is made of: the charts of slowness, of
// unit variance and of accuracy, and where they stand beside the table of points.
package overview

// The panes of the main page.
const (
	PaneSlowness = iota
	PaneVariance
	PaneAccuracy
	PaneTable
	Panes
)
