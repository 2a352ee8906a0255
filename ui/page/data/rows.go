package data

import (
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/survey"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// row is a line of the first pane: a column of a table, a file, or a segment.
type row struct {
	name   string
	column *survey.Column // nil for files and segments
	file   *survey.File
	set    *data.Set // set that contains the segment
	at     int       // index of the segment in set
}

// rows returns the lines of the first pane that match the filter.
func (cs *columns) rows(sc *page.Scene) []row {
	var all []row
	add := func(r row) {
		if strings.Contains(strings.ToLower(r.name), strings.ToLower(cs.filter)) {
			all = append(all, r)
		}
	}
	s := cs.found.survey
	switch {
	case s != nil && len(s.Columns) > 0:
		for _, c := range s.Columns {
			add(row{name: c.Name, column: c})
		}
	case s != nil && len(s.Files) > 1:
		of := map[string]int{}
		if sc.Set != nil {
			for i, seg := range sc.Set.Segments {
				of[seg.Name] = i
			}
		}
		for i := range s.Files {
			r := row{name: s.Files[i].Base, file: &s.Files[i], at: -1}
			if at, ok := of[r.name]; ok {
				r.set, r.at = sc.Set, at
			}
			add(r)
		}
	case sc.Set != nil:
		for i, seg := range sc.Set.Segments {
			add(row{name: seg.Name, set: sc.Set, at: i})
		}
	}
	return all
}

// kind returns the title of the first pane: columns, files or segments.
func (cs *columns) kind() clean.Text {
	s := cs.found.survey
	switch {
	case s != nil && len(s.Columns) > 0:
		return "columns"
	case s != nil && len(s.Files) > 1:
		return "files"
	}
	return "segments"
}

// current returns the row under the cursor; false if there are no rows.
func (cs *columns) current(sc *page.Scene) (row, bool) {
	rows := cs.rows(sc)
	if len(rows) == 0 {
		return row{}, false
	}
	return rows[min(cs.cursor, len(rows)-1)], true
}
