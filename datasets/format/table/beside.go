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

// settingsBeside returns the columns that hold settings beside the first samples and nothing below,
// as in files of older oscilloscopes of Tektronix, whose tables have no header: a block of settings
// before the table or, for several channels, one before the columns of each. It returns nil for
// none.
func (cc *cellClassifier) settingsBeside(rows *firstRows) []bool {
	cells := rows.cells
	end := len(cells) // of the rows with settings
	for end > 0 && cells[end-1][0] == "" {
		end--
	}
	if end < 2 || end > maxSettings || end+leastBeneath > len(cells) || cc.class(cells[0][0]) != textCell {
		return nil
	}
	beside, stated := make([]bool, filled(cells[0])), false
	for c := range beside {
		beside[c] = cells[end][c] == ""
		stated = stated || beside[c] && cc.isNumber(cells[0][c])
	}
	samples := slices.Index(beside, false)
	if !stated || samples < 2 {
		return nil
	}
	for i, row := range cells {
		if len(row) != len(cells[0]) {
			return nil
		}
		for c, cell := range row {
			empty := c >= len(beside) || beside[c]
			if empty && i >= end && cell != "" || !empty && len(cc.rowNumbers(row[c:c+1])) == 0 {
				return nil
			}
		}
	}
	return beside
}

// nameBesideSettings names the columns of a table beside settings, which may state the interval of
// the rows. It returns a note.
func (t *tableReader) nameBesideSettings(rows *firstRows, beside []bool) string {
	t.unnamed = slices.Index(beside, false)
	t.beside = beside[t.unnamed:]
	t.names = format.Numbered(len(t.beside))
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
	return fmt.Sprintf("%s: there is no header line; left out: %s of settings beside the first rows, in columns %s, from %s to %s", t.base,
		message.Counted(n, "line"), rangesOf(beside), message.Clean(rows.cells[0][0]), message.Clean(rows.cells[last][0]))
}

// rangesOf returns the places of marked columns, from 1, as text: 1 to 3 and 6 to 8.
func rangesOf(marked []bool) string {
	var ranges []string
	for from := 0; from < len(marked); from++ {
		if to := from; marked[from] {
			for to+1 < len(marked) && marked[to+1] {
				to++
			}
			ranges = append(ranges, fmt.Sprintf("%d to %d", from+1, to+1))
			from = to
		}
	}
	return strings.Join(ranges, " and ")
}
