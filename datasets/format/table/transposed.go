package table

import (
	"fmt"
	"math"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// maxSuspected is the maximum size in bytes of a table that is read whole to
// detect whether it is stored transposed.
const maxSuspected = 64 << 20

// transpose reads the table by columns if it is stored transposed: on request,
// or if the content proves it. It returns the first rows.
func (t *tableReader) transpose(src *format.Source, rows *firstRows) (*firstRows, error) {
	suspect := len(rows.cells[0]) >= format.Wide*rows.count(src.Len()) && src.Len() <= maxSuspected && t.cells.isHeaderless(rows.cells)
	switch {
	case !t.to.Transpose && !suspect && len(rows.cells[0]) > data.MaxInputs:
		return nil, fmt.Errorf("%s:%d: %w", t.in.path, rows.places[0], lex.TooManyFields(data.MaxInputs))
	case !t.to.Transpose && !suspect:
		return rows, nil
	}
	g, err := t.in.readGrid(t.to)
	if err != nil {
		return nil, err
	}
	t.in.rec, t.in.grid = g, g
	reason := ""
	if !t.to.Transpose {
		reason = t.transposedReason(src, g)
		if reason == "" && g.width > data.MaxInputs {
			return nil, fmt.Errorf("%s:1: %w", t.in.path, lex.TooManyFields(data.MaxInputs))
		}
		if reason == "" {
			t.to.Note("%s: %s of %s; if each row is a variable, read it with --transpose", t.base, message.Counted(len(g.lines), "row"), message.Counted(g.width, "column"))
			return rows, nil
		}
	}
	t.to.Note("%s: taken as stored transposed%s: %s of %s", t.base, reason, message.Counted(g.width, "row"), message.Counted(len(g.lines), "column"))
	t.in.rec = transposedGrid{g}
	first := &firstRows{all: true}
	for len(first.cells) < min(layoutRows, g.width) {
		fields, err := t.in.rec.record()
		if err != nil {
			return nil, err
		}
		first.add(fields, g.at)
	}
	first.all = len(first.cells) == g.width
	g.rewind()
	return first, nil
}

// transposedReason returns the reason to read a wide table without a header as
// transposed, or "" if only its width suggests it.
func (t *tableReader) transposedReason(src *format.Source, g *grid) string {
	if g.width < format.Wide*len(g.lines) {
		return ""
	}
	if other := equallyWideTable(src, len(g.lines)); other != "" {
		return fmt.Sprintf(", because it has as many rows as %s has columns", other)
	}
	if t.cells.rowsKeepScale(g) {
		return ", because each row has its own scale"
	}
	return ""
}

// equallyWideTable returns the name of another table in the data, without a header,
// that has the given number of columns; "" for none.
func equallyWideTable(src *format.Source, columns int) string {
	for _, other := range src.All {
		if other.Path == src.File.Path || other.Format != src.Format {
			continue
		}
		if w, err := widthWithoutHeader(src, other.Path); err == nil && w == columns {
			return other.Base()
		}
	}
	return ""
}

// Thresholds for rows with scales of their own: the share of the variance of
// log₁₀|x| between the rows, and the standard deviation of the rows' means of
// log₁₀|x|.
const (
	scaleShare  = 0.95
	scaleSpread = 0.5
)

// widthWithoutHeader returns the number of columns of a table without a header,
// 0 for a table with one.
func widthWithoutHeader(src *format.Source, path string) (int, error) {
	f, err := format.OpenContent(src.From, path, nil)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	r, err := f.Beginning()
	if err != nil {
		return 0, err
	}
	h, err := lex.ReadHead(r, lex.MaxRecord)
	if err != nil {
		return 0, err
	}
	var t tableReader
	t.cells.comma = t.in.scanLines(nil, h.Text, h.Whole)
	rows, err := t.firstRows(h)
	if err != nil || !t.cells.isHeaderless(rows.cells) {
		return 0, err
	}
	return len(rows.cells[0]), nil
}

// rowsKeepScale reports whether the rows of a table of numbers differ in scale
// by orders of magnitude, each keeping its own. This holds for variables with
// different units, but not for samples or series of one variable.
func (cc *cellClassifier) rowsKeepScale(g *grid) bool {
	d := lex.Decimal{Comma: cc.comma}
	var means, within []float64
	for line := range g.lines {
		var logs []float64
		for _, field := range g.line(line) {
			x, err := d.Parse(field)
			if err != nil {
				return false
			}
			if x != 0 {
				logs = append(logs, math.Log10(math.Abs(x)))
			}
		}
		if len(logs) > 0 {
			mean, variance := meanVariance(logs)
			means, within = append(means, mean), append(within, variance)
		}
	}
	if len(means) < 4 {
		return false
	}
	inside, _ := meanVariance(within)
	_, between := meanVariance(means)
	return between >= scaleShare*(between+inside) && between >= scaleSpread*scaleSpread
}

// meanVariance returns the mean and the variance of numbers.
func meanVariance(x []float64) (mean, variance float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(len(x))
	}
	return mean, variance
}
