// Package overview is the first page: the charts of slowness, of unit variance and of
// accuracy, beside the table of points or each alone.
package overview

// The panes of the main page.
const (
	PaneSlowness = iota
	PaneVariance
	PaneAccuracy
	PaneTable
	Panes // with numbers
)

// The panes without a number of their own.
const (
	PaneDetail  = Panes + iota // all about the point under the cursor
	PaneMatters                // what matters, and parallel axes
)
