package format

import (
	"slices"
	"strings"
)

// countNames are names of columns that count the rows, if their values do.
var countNames = []string{"row", "rows", "rowid", "row_number", "rownum", "index", "idx", "id", "no", "no.", "nr", "#", "unnamed: 0", "__index_level_0__", "sample", "frame"}

// CountsRows reports whether a column counts the rows, by its name and by the
// first of its values. It would be the slowest of all inputs, and tell nothing.
func CountsRows(name string, x []float64) bool {
	if len(x) < 3 || !slices.Contains(countNames, strings.ToLower(name)) {
		return false
	}
	for i, v := range x {
		if v != x[0]+float64(i) {
			return false
		}
	}
	return true
}

// NoteCounts notes the columns that were left out as they count the rows.
func (to *Sink) NoteCounts(base string, names []string) {
	for _, name := range names {
		to.Note("%s: the column %s counts the rows and is left out; rename it to make it an input", base, name)
	}
}
