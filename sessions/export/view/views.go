package view

import "slices"

// Views are all views that there are, in the order they are listed.
func Views() []string {
	return slices.Concat(SweepViews(), MapViews(), PointViews(), []string{DataView})
}
