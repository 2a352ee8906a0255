package data

import (
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/survey"
	"example.com/sfatui/ui/clean"
)

// row is a line of the first pane: a column of a table, a file, or a segment.
type row struct {
	name   string
	column *survey.Column // nil for files and segments
	file   *survey.File
	set    *data.Set // set that contains the segment
	at     int       // index of the segment in set
}

// heading is the heading of a column of the first pane, with its width in cells.
type heading struct {
	name clean.Text
	w    int
	text func(r row) clean.Text
}

// segmentHeads returns the headings of segments and files.
func segmentHeads() []heading {
	of := func(f func(r row) clean.Text) func(row) clean.Text {
		return func(r row) clean.Text {
			if r.set == nil {
				return "–"
			}
			return f(r)
		}
	}
	return []heading{
		{"label", 10, of(func(r row) clean.Text {
			if r.set.Label == nil {
				return "–"
			}
			class, one := r.set.SegmentClass(r.set.Segments[r.at])
			switch {
			case !one:
				return "several"
			case class < 0:
				return "–"
			}
			return clean.Of(r.set.Classes[class])
		})},
		{"group", 12, of(func(r row) clean.Text {
			if g := r.set.Segments[r.at].Group; g != "" {
				return clean.Of(g)
			}
			return "–"
		})},
		{"samples", 8, of(func(r row) clean.Text { return clean.Count(r.set.Segments[r.at].Len()) })},
		{"", 9, of(func(r row) clean.Text {
			if r.set.Segments[r.at].Held {
				return "test data"
			}
			return ""
		})},
	}
}
