// Package overview is the first page: the charts of slowness, unit variance and accuracy, and
// the table of points, together or each alone.
package overview

// The panes of the main page.
const (
	PaneSlowness = iota
	PaneVariance
	PaneAccuracy
	PaneTable
	Panes // number of panes with digits
)

// The panes without digits.
const (
	PaneDetail  = Panes + iota // details of the point under the cursor
	PaneMatters                // parameter importance and parallel axes
)
