package format

import (
	"math"
	"slices"

	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// headRows is the number of rows from which the meaning of a frame's columns is
// inferred.
const headRows = 200

// excludedColumns marks the columns that are inputs only on request, of all
// columns of X, beside it and of the clock. It also returns the names of the
// columns that number the rows.
func (fr *Frame) excludedColumns(columns int) (left []bool, counts []string) {
	left = make([]bool, columns)
	if fr.Clock != nil {
		left[columns-1] = true
	}
	for i := range fr.Further {
		left[len(fr.Names)+i] = !fr.Strict || fr.Further[i].Texts == nil
	}
	for c, name := range fr.Names {
		if fr.Strict && CountsRows(name, fr.head(c)) {
			left[c] = true
			counts = append(counts, name)
		}
	}
	return left, counts
}

// head returns the first values of a column of X.
func (fr *Frame) head(c int) []float64 {
	x := make([]float64, min(fr.Rows, headRows))
	for i := range x {
		x[i] = fr.X[i*len(fr.Names)+c]
	}
	return x
}

// findClock selects the clock column if the format has not: the column that a
// flag names, else one whose texts are times, else one of rising numbers whose
// name marks it as a time.
func (fr *Frame) findClock(o Columns) error {
	if o.Of[Time] != "" {
		return fr.namedClock(o)
	}
	if fr.Clock != nil || !fr.Strict {
		return nil
	}
	for i, b := range fr.Further {
		if o.Names(b.Name) {
			continue
		}
		if fr.textClock(i, AnyOrder) {
			return nil
		}
	}
	for c, name := range fr.Names {
		if _, ok := TimeName(name); !ok || !Ordered(fr.head(c)) || o.Names(name) || len(fr.Names) == 1 {
			continue
		}
		fr.numberClock(name, fr.column(c).Numbers, NumberUnit(0, name, fr.X[c]))
		fr.dropColumn(c)
		return nil
	}
	return nil
}

// namedClock makes the column that --clock names the clock. A missing column is
// reported when the roles are assigned.
func (fr *Frame) namedClock(o Columns) error {
	name := message.Clean(o.Of[Time])
	for i, b := range fr.Further {
		switch {
		case b.Name != name:
		case b.Texts == nil:
			fr.numberClock(name, b.Numbers, NumberUnit(o.Clock.Unit, name, b.Numbers[0]))
			fr.Further = slices.Delete(fr.Further, i, i+1)
			return nil
		case !fr.textClock(i, o.Clock.Order):
			return NoClock(fr.Path, name, b.Texts[0])
		case o.Clock.Unit > 0:
			return NoUnit(fr.Path, name)
		default:
			return nil
		}
	}
	if c := slices.Index(fr.Names, name); c >= 0 && len(fr.Names) > 1 {
		fr.numberClock(name, fr.column(c).Numbers, NumberUnit(o.Clock.Unit, name, fr.X[c]))
		fr.dropColumn(c)
	}
	return nil
}

// textClock makes a column of texts the clock, and reports whether its texts
// are times.
func (fr *Frame) textClock(i int, order DateOrder) bool {
	b := fr.Further[i]
	var rows [][]string
	for _, text := range b.Texts[:min(len(b.Texts), headRows)] {
		rows = append(rows, []string{text})
	}
	form, dayFirst, open := TimeTexts(rows, 0, order)
	if form == lex.NoTime {
		return false
	}
	fr.Clock = &Clock{Column: b.Name, DayFirst: dayFirst, Daily: form == lex.ClockOnly}
	for _, text := range b.Texts {
		fr.Clock.Add(lex.TimeOf([]byte(text), form, dayFirst))
		if open {
			fr.Clock.AddOther(lex.TimeOf([]byte(text), form, !dayFirst))
		}
	}
	fr.Further = slices.Delete(fr.Further, i, i+1)
	return true
}

// numberClock makes numbers the clock; unit is in seconds, 0 if unknown.
func (fr *Frame) numberClock(name string, times []float64, unit float64) {
	fr.Clock = &Clock{Column: name, Bare: unit == 0}
	if unit == 0 {
		unit = 1
	}
	for _, x := range times {
		fr.Clock.Add(x * unit)
	}
}

// dropColumn removes a column from X.
func (fr *Frame) dropColumn(c int) {
	kept := make([]int, 0, len(fr.Names))
	for i := range fr.Names {
		if i != c {
			kept = append(kept, i)
		}
	}
	fr.keepInputs(kept)
	fr.Names = slices.Delete(slices.Clone(fr.Names), c, c+1)
}

// rounded returns the names of the columns in use that contain integers of at
// least 2⁵³.
func (fr *Frame) rounded(r Roles) (names []string) {
	large := func(v float64) bool { return math.Abs(v) >= lex.Exact && v == math.Trunc(v) }
	d := len(fr.Names)
	for _, c := range slices.Concat(r.Inputs, r.Of[:]) {
		if c < 0 || c >= d+len(fr.Further) || c >= d && !slices.ContainsFunc(fr.Further[c-d].Numbers, large) {
			continue
		}
		if c >= d {
			names = append(names, fr.Further[c-d].Name)
			continue
		}
		for at := c; at < len(fr.X); at += d {
			if large(fr.X[at]) {
				names = append(names, fr.Names[c])
				break
			}
		}
	}
	return names
}

// NoteRounded notes the columns whose numbers may have lost digits.
func (to *Sink) NoteRounded(base string, names []string) {
	if len(names) > 0 {
		to.Note("%s: whole numbers of 16 digits and more are rounded to float64 in %s", base, message.List(names))
	}
}
