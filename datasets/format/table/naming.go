package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
)

// nameAll names the columns, from the header if there is one.
func (t *tableReader) nameAll(rows *firstRows) error {
	var note string
	beside := t.cells.settingsBeside(rows)
	switch {
	case beside != nil:
		note = t.nameBesideSettings(rows, beside)
	case isCounter(rows.cells[0]):
		t.header = true
		note = t.base + ": the first line, which counts the columns, is taken as the header"
	case t.cells.hasNumberHeader(rows.cells):
		t.header = true
		note = fmt.Sprintf("%s: the first line, whose numbers rise and are unlike those of all rows below, is taken as the header; if it is a sample, write a line of names above it", t.base)
	case t.cells.isHeaderless(rows.cells):
		note = t.nameColumns(rows)
		if t.cells.isFirstUnlike(rows.cells) {
			t.to.Note("%s: row 1 is unlike all others in every column: if it is not a sample, delete it", t.base)
		}
	default:
		t.header = true
	}
	if t.header {
		t.findSecond(rows)
		if err := t.readHeader(rows); err != nil {
			return err
		}
	}
	if note != "" {
		t.to.Notes = append(t.to.Notes, note)
	}
	if t.start > 0 {
		start := time.Unix(int64(t.start), 0).UTC().Format(time.DateTime)
		t.to.Note("%s: the first two lines are taken as the start, %s UTC, and the rate, %s", t.base, start, message.Sampling(t.rate))
	} else if t.skip > 0 {
		t.to.Note("%s: left out, because they precede the table: %s", t.base, message.Counted(t.skip, "line"))
	}
	t.noteSecond(rows)
	return nil
}

// noteSecond notes the records between the header and the samples.
func (t *tableReader) noteSecond(rows *firstRows) {
	if t.countRecord {
		t.to.Note("%s: the line below the header counts the rows, and is left out", t.base)
	}
	if t.settings > 0 {
		names, where := rows.cells[0][t.settings:], "below"
		if t.second == nil {
			where = "in"
		}
		t.to.Note("%s: columns that contain only a setting %s the header are left out: %s", t.base, where, message.List(format.CleanNames(names[:filled(names)])))
	}
	if t.joined {
		t.to.Note("%s: the names of the columns span two lines", t.base)
	} else if t.second != nil {
		t.to.Note("%s: the line below the header has no number, and is left out: %s", t.base, message.List(format.CleanNames(t.second[:filled(t.second)])))
		if t.extraRecord {
			t.to.Note("%s: the next line has no number either, and is left out", t.base)
		}
	}
}

// isCounter reports whether a row is 0, 1, 2 …, as in the header of a table
// whose columns had no names. An empty field may come before it.
func isCounter(row []string) bool {
	indexed := len(row) > 1 && row[0] == ""
	if indexed {
		row = row[1:]
	}
	for i, cell := range row {
		if cell != strconv.Itoa(i) {
			return false
		}
	}
	return indexed || len(row) > 2
}

// nameColumns names the columns of a table without a header: by the words of the
// comment before it, if their number fits, else x1, x2 … It returns a note.
func (t *tableReader) nameColumns(rows *firstRows) string {
	width := len(rows.cells[0])
	for width > 1 && !slices.ContainsFunc(rows.cells, func(row []string) bool { return len(row) >= width && row[width-1] != "" }) {
		width--
	}
	names, heading := namesInComments(rows.headings, t.in.scan.Delim, len(rows.cells[0])) // also of columns that are empty in the first rows
	if names == nil {
		names, heading = namesInComments(rows.headings, t.in.scan.Delim, width)
	}
	if names != nil {
		t.names, t.headed = names, true
		return fmt.Sprintf("%s: the columns are named by the comment %q", t.base, message.Shorten(message.Clean(strings.Join(strings.Fields(string(heading)), " ")), 60))
	}
	t.names = format.Numbered(width)
	last := ""
	if width > 1 {
		last = " to " + t.names[width-1]
	}
	return fmt.Sprintf("%s: there is no header line; the columns are named x1%s", t.base, last)
}
