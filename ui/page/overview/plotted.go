package overview

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/projection"
	"example.com/sfatui/ui/snapshot"
	"example.com/sfatui/ui/theme"
)

// plotted is a pane that is a chart.
type plotted interface {
	// Aim says which part of the sweep it shows.
	Aim(*snapshot.Sweep, projection.Slice, part.Point) projection.View
	// Name is what it shows.
	Name(*snapshot.Sweep, projection.View) clean.Text
	Series(*snapshot.Sweep, projection.View) ([]clean.Text, [][]projection.Sample)
	View(*snapshot.Sweep, projection.View, *theme.Style, int, int) []clean.Text
	axes() *projection.Chart
}

// curves are the series of a view of what is known of each row, with what the
// cursor reads there.
func curves(sc *snapshot.Sweep, v projection.View, of func(*choose.Row) choose.Stat, write func(float64) clean.Text) ([]clean.Text, [][]projection.Sample) {
	names, series := projection.Curves(sc, v, func(r *choose.Row) (float64, float64) {
		s := of(r)
		return snapshot.Mean(s), s.SE
	})
	for _, s := range series {
		for i := range s {
			s[i].Reading = humanize.WithError(s[i].Y, s[i].Err, write)
		}
	}
	return names, series
}
