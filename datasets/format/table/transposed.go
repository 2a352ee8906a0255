package table

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/storage"
)

// maxSuspected is the most bytes of a table that is read whole to see whether it is
// stored transposed.
const maxSuspected = 64 << 20

// grid are all fields of a text as records line by line, each with its length
// before it: in memory or, as a spool has them, in a file.
type grid struct {
	room   []float64 // holds the fields; its length does not count
	used   int       // bytes of it
	starts []int     // of each line's first field
	next   []int     // of the field of each line that a turned grid reads next
	width  int       // fields in a line
	lines  []int     // numbers of the lines
	at     int
	fields [][]byte
}

// turned are the columns of a grid as records.
type turned struct{ *grid }

// readGrid reads all fields of a text whose lines have the same number.
func (t *tableReader) readGrid() (*grid, error) {
	g := &grid{}
	allowLong(t.to, t.scan)
	for {
		fields, err := t.record()
		if err == io.EOF {
			g.rewind()
			return g, nil
		} else if err != nil {
			return nil, err
		}
		for len(fields) > 1 && len(fields) > g.width && len(fields[len(fields)-1]) == 0 {
			fields = fields[:len(fields)-1]
		}
		if g.lines == nil {
			g.width = len(fields)
		}
		if len(fields) != g.width {
			return nil, t.at("%s, but line %d has %d: each line must have as many", message.Counted(len(fields), "field"), g.lines[0], g.width)
		}
		if t.to.Transpose && len(g.lines) == data.MaxInputs {
			return nil, fmt.Errorf("%s: transposed it would have more than %d columns: leave out --transpose", t.path, data.MaxInputs)
		}
		if g.used > t.to.Limit()/2 {
			return nil, fmt.Errorf("%s: the table is too long to be transposed: cut it into parts", t.path)
		}
		g.starts, g.lines = append(g.starts, g.used), append(g.lines, t.scan.Line)
		for _, f := range fields {
			if err := g.add(&t.to.Store, f); err != nil {
				return nil, err
			}
		}
	}
}

// add appends a field.
func (g *grid) add(s *storage.Store, field []byte) error {
	room, err := s.Grow(g.room[:(g.used+7)/8], (binary.MaxVarintLen64+len(field))/8+2)
	if err != nil {
		return err
	}
	g.room = room[:cap(room)]
	b := storage.Bytes(g.room)
	g.used += binary.PutUvarint(b[g.used:], uint64(len(field)))
	g.used += copy(b[g.used:], field)
	return nil
}

// field is the field that begins at a byte, and where the next one does.
func (g *grid) field(at int) (field []byte, next int) {
	b := storage.Bytes(g.room)
	length, n := binary.Uvarint(b[at:g.used])
	from := at + n
	next = from + int(length)
	return b[from:next:next], next
}

// line are the fields of a line, from 0, valid until the next call.
func (g *grid) line(i int) [][]byte {
	g.fields = g.fields[:0]
	at := g.starts[i]
	for range g.width {
		var field []byte
		field, at = g.field(at)
		g.fields = append(g.fields, field)
	}
	return g.fields
}

// rewind makes the first record the next one again.
func (g *grid) rewind() {
	g.at = 0
	g.next = append(g.next[:0], g.starts...)
}

func (g *grid) place() (int, string) { return g.lines[max(g.at-1, 0)], "line" }

func (g *grid) record() ([][]byte, error) {
	if g.at == len(g.lines) {
		return nil, io.EOF
	}
	g.at++
	return g.line(g.at - 1), nil
}

func (g turned) place() (int, string) { return g.at, "column" }

func (g turned) record() ([][]byte, error) {
	if g.at == g.width {
		return nil, io.EOF
	}
	g.fields = g.fields[:0]
	for i, at := range g.next {
		var field []byte
		field, g.next[i] = g.field(at)
		g.fields = append(g.fields, field)
	}
	g.at++
	return g.fields, nil
}

// turn reads the table by its columns where it is stored transposed: where the
// user says so, or the table shows it beyond doubt.
func (t *tableReader) turn(src *format.Source, rows *firstRows) (*firstRows, error) {
	suspect := len(rows.cells[0]) >= format.Wide*rows.count(src.Len()) && src.Len() <= maxSuspected && t.isHeaderless(rows.cells)
	if !t.to.Transpose && !suspect {
		return rows, nil
	}
	g, err := t.readGrid()
	if err != nil {
		return nil, err
	}
	t.rec, t.grid = g, g
	reason := ""
	if !t.to.Transpose {
		reason = t.whyTurned(src, g)
		if reason == "" && g.width > data.MaxInputs {
			return nil, fmt.Errorf("%s:1: %w", t.path, lex.TooManyFields(data.MaxInputs))
		}
		if reason == "" {
			t.to.Note("%s: %s of %s; if each row is a variable, read it with --transpose", t.base, message.Counted(len(g.lines), "row"), message.Counted(g.width, "column"))
			return rows, nil
		}
	}
	t.to.Note("%s: taken as stored transposed%s: %s of %s", t.base, reason, message.Counted(g.width, "row"), message.Counted(len(g.lines), "column"))
	t.rec = turned{g}
	first := &firstRows{heading: nil, all: true}
	for len(first.cells) < min(layoutRows, g.width) {
		fields, err := t.rec.record()
		if err != nil {
			return nil, err
		}
		first.add(fields, g.at)
	}
	first.all = len(first.cells) == g.width
	g.rewind()
	return first, nil
}

// whyTurned says why a wide table without a header is stored transposed, ""
// where nothing but its width speaks for it.
func (t *tableReader) whyTurned(src *format.Source, g *grid) string {
	if g.width < format.Wide*len(g.lines) {
		return ""
	}
	if other := tableAsWide(src, len(g.lines)); other != "" {
		return fmt.Sprintf(", as it has as many rows as %s has columns", other)
	}
	if t.rowsKeepScale(g) {
		return ", as each row keeps to a scale of its own"
	}
	return ""
}

// tableAsWide is the name of another table to read, without a header, that has
// so many columns; "" if there is none.
func tableAsWide(src *format.Source, columns int) string {
	for _, other := range src.All {
		if other.Path == src.File.Path || other.Format != src.Format {
			continue
		}
		if w, err := headlessWidth(src, other.Path); err == nil && w == columns {
			return other.Base()
		}
	}
	return ""
}

// Thresholds by which the rows of a table keep to scales of their own: the
// share of the variance of log₁₀|x| that lies between the rows, and the
// standard deviation of the rows' means of it.
const (
	scaleShare  = 0.95
	scaleSpread = 0.5
)

// headlessWidth is the number of columns of a table without a header, 0 for a
// table with one.
func headlessWidth(src *format.Source, path string) (int, error) {
	f, err := src.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	h, err := lex.ReadHead(f.Unhashed())
	if err != nil {
		return 0, err
	}
	delim := lex.SniffDelimiter(h.Text, h.Whole)
	t := tableReader{scan: lex.NewScanner(nil, delim), decimal: lex.Decimal{Comma: delim != ','}}
	rows, err := t.firstRows(h)
	if err != nil || !t.isHeaderless(rows.cells) {
		return 0, err
	}
	return len(rows.cells[0]), nil
}

// rowsKeepScale reports whether the rows of a table of numbers differ in scale
// by orders of magnitude, and each keeps to its own. So do variables with
// units, and neither samples nor series of one variable.
func (t *tableReader) rowsKeepScale(g *grid) bool {
	d := lex.Decimal{Comma: t.decimal.Comma}
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

// meanVariance are the mean and the variance of numbers.
func meanVariance(x []float64) (mean, variance float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(len(x))
	}
	return mean, variance
}
