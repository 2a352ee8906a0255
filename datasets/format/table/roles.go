package table

import (
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// assignRoles determines the roles of the columns from the first rows.
func (t *tableReader) assignRoles(rows *firstRows) error {
	if err := t.nameAll(rows); err != nil {
		return err
	}
	body := t.body(rows)
	times := t.clockFinder()
	left, err := times.findTimes(body)
	if err != nil {
		return err
	}
	further := t.times.further(left)
	counts := t.findCounts(body, left)
	for c, settings := range t.beside {
		left[c] = left[c] || settings
	}
	if t.samples.Roles, err = t.to.Columns.Assign(t.in.path, t.names, nil, left); err != nil {
		return err
	}
	t.to.NoteCounts(t.base, t.unused(counts, t.to.Columns))
	t.to.NoteTimes(t.base, t.unused(further, t.to.Columns))
	t.samples.inputNames = make([]string, len(t.samples.Inputs))
	for i, c := range t.samples.Inputs {
		t.samples.inputNames[i] = t.names[c]
	}
	t.samples.clock = times.newClock()
	if t.unnamed > 0 && t.header {
		t.to.Note("%s: the first column has no name; taken as row numbers and left out", t.base)
	}
	t.to.NoteRoles(t.base, t.samples.inputNames)
	t.noteThousands(body)
	return t.checkText(rows, body)
}

// clockFinder returns the finder of the table's clock.
func (t *tableReader) clockFinder() *clockFinder {
	return &clockFinder{path: t.in.path, flags: t.to.Columns, cells: &t.cells, layout: &t.layout}
}

// findCounts returns the columns that number the rows, and marks them in left.
func (t *tableReader) findCounts(body [][]string, left []bool) []int {
	var counts []int
	for c, name := range t.names {
		var x []float64
		for _, row := range body {
			if v, err := (&lex.Decimal{}).Parse([]byte(row[c])); err == nil {
				x = append(x, v)
			}
		}
		if len(x) == len(body) && (format.CountsRows(name, x) || c < len(t.second) && format.CountsRows(t.second[c], x)) {
			left[c] = true
			counts = append(counts, c)
		}
	}
	return counts
}

// noteThousands notes an input in which every comma has three digits after it
// and may separate thousands.
func (t *tableReader) noteThousands(body [][]string) {
	for i, c := range t.samples.Inputs {
		example := ""
		for _, row := range body {
			_, behind, comma := strings.Cut(row[c], ",")
			if comma && len(behind) != 3 || strings.Contains(row[c], ".") {
				example = ""
				break
			} else if comma && example == "" {
				example = row[c]
			}
		}
		if example != "" && t.cells.comma {
			t.to.Note("%s: %s in column %s is read with a decimal comma; if the comma separates thousands, delete it from the file", t.base, message.Clean(example), t.samples.inputNames[i])
			return
		}
	}
}

// checkText returns one error for all inputs with text in the first row.
func (t *tableReader) checkText(rows *firstRows, body [][]string) error {
	if len(body) == 0 {
		return nil
	}
	var names []string
	example := ""
	for i, c := range t.samples.Inputs {
		if class := t.cells.class(body[0][c]); class == textCell || class == timeCell {
			if names == nil {
				example = message.Shorten(message.Clean(body[0][c]), 40)
			}
			names = append(names, t.samples.inputNames[i])
		}
	}
	if names == nil {
		return nil
	}
	if line := t.firstBelowText(rows); line > 0 {
		return fmt.Errorf("%s:1: lines 1 to %d hold text, and rows of numbers follow: if these lines are settings or notes, read the file without them, from tail -n +%d OLD > NEW", t.in.path, line-1, line)
	}
	return fmt.Errorf("%s:%d: %w", t.in.path, t.placeOfFirst(rows), format.TextInputs(names, example, len(t.samples.Inputs)))
}

// leastTextAbove is the number of first rows with text in an input from which they are taken as
// lines above the table.
const leastTextAbove = 3

// firstBelowText returns the line of the first row of numbers if there is text in all rows
// above it, and numbers in all inputs below; 0 for other tables.
func (t *tableReader) firstBelowText(rows *firstRows) int {
	above, below, line := 0, 0, 0
	for i, row := range rows.cells {
		if !t.isSample(rows, i) {
			continue
		}
		isText := func(c int) bool { return t.cells.class(row[c+t.unnamed]) == textCell }
		isNumber := func(c int) bool { return t.cells.isNumber(row[c+t.unnamed]) }
		switch {
		case below == 0 && slices.ContainsFunc(t.samples.Inputs, isText):
			above++
		case !slices.ContainsFunc(t.samples.Inputs, func(c int) bool { return !isNumber(c) }):
			below++
		default:
			return 0
		}
		if below == 1 {
			line = rows.places[i]
		}
	}
	if above < leastTextAbove || below < leastBelow {
		return 0
	}
	return line
}
