package table

import (
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
)

// Limits of the settings beside a table: the maximum number of their rows, and
// the minimum number of rows below them.
const (
	maxSettings  = 30
	leastBeneath = 10
)

// settingsBeside returns the number of first columns that hold settings beside
// the first samples and nothing below, as in files of older oscilloscopes of
// Tektronix, whose tables have no header; 0 for none.
func (cc *cellClassifier) settingsBeside(rows *firstRows) int {
	cells := rows.cells
	end := len(cells) // of the rows with settings
	for end > 0 && cells[end-1][0] == "" {
		end--
	}
	if end < 2 || end > maxSettings || end+leastBeneath > len(cells) || cc.class(cells[0][0]) != textCell {
		return 0
	}
	beside := len(cells[0])
	for i, row := range cells {
		empty := slices.IndexFunc(row, func(cell string) bool { return cell != "" })
		if len(row) != len(cells[0]) || i >= end && empty < 0 {
			return 0
		} else if i >= end {
			beside = min(beside, empty)
		}
	}
	if beside < 2 || !slices.ContainsFunc(cells[0][:beside], cc.isNumber) {
		return 0
	}
	for _, row := range cells {
		if samples := row[beside:filled(cells[0])]; !slices.ContainsFunc(samples, cc.isNumber) || len(cc.rowNumbers(samples)) != len(samples) {
			return 0
		}
	}
	return beside
}

// nameBesideSettings names the columns of a table beside settings in the first
// columns, which may state the interval of the rows. It returns a note.
func (t *tableReader) nameBesideSettings(rows *firstRows, columns int) string {
	t.unnamed = columns
	t.names = format.Numbered(filled(rows.cells[0]) - t.unnamed)
	n, last := 0, 0
	for i, row := range rows.cells {
		if row[0] == "" {
			continue
		}
		n, last = n+1, i
		if x := t.cells.rowNumbers(row[1:t.unnamed]); strings.EqualFold(row[0], "Sample Interval") && len(x) == 1 && x[0] > 0 {
			t.rate, t.rateLine = 1/x[0], rows.places[i]
		}
	}
	return fmt.Sprintf("%s: there is no header line; left out: %s of settings beside the first rows, in columns 1 to %d, from %s to %s", t.base,
		message.Counted(n, "line"), t.unnamed, message.Clean(rows.cells[0][0]), message.Clean(rows.cells[last][0]))
}
