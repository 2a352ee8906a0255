package datasets

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// tableReader reads one table. Its first records settle the columns, the
// others fill recordings.
type tableReader struct {
	j    *job
	m    *material
	path string // for messages
	base string // names the segment of a table without a segment column
	scan *csvScanner

	columns
	decimal decimal
	width   int // fields in a row
	rows    int // rows read
	nolabel int // rows with an empty label
	intern  map[string]string

	held    bool
	cur     *recording
	segment []byte         // the current row's segment text
	group   []byte         // the current row's group text
	seen    map[string]int // the line on which a segment ended, by name
}

// readTable reads a table and appends its segments to m.
func (j *job) readTable(path string, held bool, m *material) error {
	f, c, err := j.open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r, delim, err := readHead(c)
	if err != nil {
		return fmt.Errorf("%s: %w", Clean(path), reason(err))
	}
	t := &tableReader{
		j: j, m: m, path: Clean(path), base: Clean(filepath.Base(path)), held: held,
		scan:    newCSVScanner(r, delim),
		decimal: decimal{comma: delim != ','},
		intern:  map[string]string{},
		seen:    map[string]int{},
	}
	first, err := t.header()
	if err != nil {
		return err
	}
	if err := t.matchInputs(); err != nil {
		return err
	}
	if err := t.readRows(first); err != nil {
		return err
	}
	m.sources = append(m.sources, c.source(path))
	if t.nolabel > 0 {
		m.note("%s: %s without a label", t.base, counted(t.nolabel, "row"))
	}
	return nil
}

// at puts the file and the line before an error's text.
func (t *tableReader) at(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", t.path, t.scan.line, fmt.Errorf(format, args...))
}

// record is the next record; its error has the file and the line.
func (t *tableReader) record() ([][]byte, error) {
	fields, err := t.scan.record()
	if err == nil || err == io.EOF || errors.Is(err, t.j.ctx.Err()) {
		return fields, err
	}
	return nil, t.at("%w", reason(err))
}

// matchInputs holds the columns of a further table against the first.
func (t *tableReader) matchInputs() error {
	m := t.m
	if len(m.sources) == 0 {
		m.inputs, m.targetName = t.inputNames, Clean(t.j.o.Target)
		return nil
	}
	first := m.sources[0].Path
	if len(t.inputNames) != len(m.inputs) {
		return fmt.Errorf("%s has %s, %s has %s: all tables must have the same inputs; drop what is not in both with --drop%s",
			t.path, counted(len(t.inputNames), "input"), first, counted(len(m.inputs), "input"), t.differing())
	}
	for i, name := range t.inputNames {
		if name != m.inputs[i] {
			return fmt.Errorf("%s: input %d is %q, but in %s it is %q: all tables must have the same inputs in the same order",
				t.path, i+1, name, first, m.inputs[i])
		}
	}
	return nil
}

// differing names the inputs that only one of two tables has.
func (t *tableReader) differing() string {
	count := map[string]int{}
	for _, n := range slices.Concat(t.inputNames, t.m.inputs) {
		count[n]++
	}
	maps.DeleteFunc(count, func(_ string, n int) bool { return n == 2 })
	if len(count) == 0 {
		return ""
	}
	return " (only in one: " + enumerate(slices.Sorted(maps.Keys(count))) + ")"
}

// readRows reads all rows, the first of which is already there.
func (t *tableReader) readRows(fields [][]byte) error {
	for {
		if len(fields) != t.width {
			return t.ragged(len(fields))
		}
		if err := t.row(fields); err != nil {
			return err
		}
		t.rows++
		if t.rows%1024 == 0 {
			if err := t.j.ctx.Err(); err != nil {
				return err
			}
		}
		if err := t.j.hold(len(t.inputs), t.path); err != nil {
			return err
		}
		var err error
		if fields, err = t.record(); err == io.EOF {
			t.close()
			return nil
		} else if err != nil {
			return err
		}
	}
}

// ragged is the error of a row with too few or too many fields.
func (t *tableReader) ragged(n int) error {
	names := "the header has " + counted(len(t.names), "name")
	if t.rowNumbers {
		names = fmt.Sprintf("%d (a row number and the header's %d)", t.width, len(t.names))
	}
	remedy := "complete the row"
	if n > t.width {
		remedy = "put text that holds the delimiter in double quotes"
	}
	return t.at("%s, but %s (delimiter: %s): %s", counted(n, "field"), names, delimiterNames[t.scan.delim], remedy)
}

// row appends one row to the segment that it belongs to.
func (t *tableReader) row(fields [][]byte) error {
	if err := t.place(fields); err != nil {
		return err
	}
	r := t.cur
	r.rows++
	for i, c := range t.inputs {
		x, err := t.decimal.parse(fields[c])
		if err != nil {
			return t.badCell(t.inputNames[i], fields[c], err, "drop the column with --drop "+quoteNames(t.inputNames[i:i+1]))
		}
		r.x = append(r.x, x)
	}
	for _, role := range []struct {
		column int
		what   string
		to     *[]float64
	}{{t.target, "a target", &r.target}, {t.importance, "an importance", &r.importance}, {t.transition, "an importance", &r.transition}} {
		if role.column < 0 {
			continue
		}
		y, err := t.decimal.parse(fields[role.column])
		if err != nil {
			return t.badCell(t.names[role.column-t.shift()], fields[role.column], err, role.what+" must be a number in every row")
		}
		*role.to = append(*role.to, y)
	}
	if t.label >= 0 {
		label := t.text(fields[t.label])
		if label == "" {
			t.nolabel++
		}
		r.labels = append(r.labels, label)
	}
	return nil
}

// text is a cell's text, cleaned, each distinct text once.
func (t *tableReader) text(cell []byte) string {
	if s, ok := t.intern[string(cell)]; ok {
		return s
	}
	s := Clean(string(cell))
	t.intern[string(cell)] = s
	return s
}

// badCell is the error of a cell that is no number.
func (t *tableReader) badCell(column string, cell []byte, why error, remedy string) error {
	text := fmt.Sprintf("%q", shorten(Clean(string(cell[:min(len(cell), 1024)])), 40))
	switch why {
	case errEmpty:
		return t.at("column %s is empty: fill the cell, leave the row out, or %s", column, remedy)
	case errMissing:
		return t.at("column %s: %s stands for a missing number: fill the cell, leave the row out, or %s", column, text, remedy)
	case errInfinite:
		return t.at("column %s: %s is not finite: correct the cell, leave the row out, or %s", column, text, remedy)
	case errMixed:
		return t.at("column %s: %s has another decimal sign than the rows before (%q): use one in the whole file", column, text, t.decimal.sign)
	}
	hint := ""
	if strings.ContainsRune(text, ',') && !t.decimal.comma {
		hint = "; a decimal comma needs another delimiter than the comma"
	}
	return t.at("column %s: %s is not a number: correct the cell, or %s%s", column, text, remedy, hint)
}
