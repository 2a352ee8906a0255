package datasets

import (
	"math"
	"slices"
)

// headRows are how many first rows of a frame are looked at to tell what its
// columns are.
const headRows = 200

// leftOut marks the columns, of so many, that are no inputs unless they are
// asked for, and names those that count the rows.
func (fr *frame) leftOut(columns int) (left []bool, counts []string) {
	left = make([]bool, columns)
	if fr.clock != nil {
		left[columns-1] = true
	}
	for i := range fr.beside {
		left[len(fr.names)+i] = !fr.strict || fr.beside[i].texts == nil
	}
	for c, name := range fr.names {
		if fr.strict && countsRows(name, fr.head(c)) {
			left[c] = true
			counts = append(counts, name)
		}
	}
	return left, counts
}

// head are the first values of a column of x.
func (fr *frame) head(c int) []float64 {
	x := make([]float64, min(fr.rows, headRows))
	for i := range x {
		x[i] = fr.x[i*len(fr.names)+c]
	}
	return x
}

// findClock takes as the clock a column whose texts are times or, by its name,
// one of rising numbers, where the format itself has not settled one and no
// flag names the column.
func (fr *frame) findClock(o columns) {
	if fr.clock != nil || !fr.strict {
		return
	}
	for i, b := range fr.beside {
		if o.names(b.name) {
			continue
		}
		var rows [][]string
		for _, text := range b.texts[:min(len(b.texts), headRows)] {
			rows = append(rows, []string{text})
		}
		if form, dayFirst := timeTexts(rows, 0); form != noTime {
			fr.clock = &clock{column: b.name}
			for _, text := range b.texts {
				seconds, form := parseTime([]byte(text), dayFirst)
				if form == noTime {
					seconds = math.NaN()
				}
				fr.clock.add(seconds)
			}
			fr.beside = slices.Delete(fr.beside, i, i+1)
			return
		}
	}
	for c, name := range fr.names {
		unit, ok := timeName(name)
		if !ok || !rising(fr.head(c)) || o.names(name) || len(fr.names) == 1 {
			continue
		}
		if unit == 0 {
			unit = epochUnit(fr.x[c])
		}
		fr.clock = &clock{column: name}
		for _, x := range fr.column(c).numbers {
			fr.clock.add(x * unit)
		}
		fr.dropColumn(c)
		return
	}
}

// dropColumn takes a column out of x.
func (fr *frame) dropColumn(c int) {
	kept := make([]int, 0, len(fr.names))
	for i := range fr.names {
		if i != c {
			kept = append(kept, i)
		}
	}
	fr.keepInputs(kept)
	fr.names = slices.Delete(slices.Clone(fr.names), c, c+1)
}
