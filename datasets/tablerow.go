package datasets

import (
	"fmt"
	"math"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// row appends one row to the segment that it belongs to.
func (t *tableReader) row(fields [][]byte) error {
	at, _ := t.rec.place()
	if err := t.cut.place(at, marks{t.textOf(fields, t.of[SegmentName]), t.textOf(fields, t.of[Group]), t.textOf(fields, t.of[CutBy]), t.textOf(fields, t.of[SplitColumn])}); err != nil {
		return t.at("%w", err)
	}
	r := t.cut.cur
	if r.Rows == 0 && !t.roles.cuts() && t.expect > 0 {
		x, err := t.to.store.Floats(t.expect * len(t.inputs))
		if err != nil {
			return err
		}
		r.X, r.Placed, t.expect = x[:0], true, 0 // pieces behind a gap grow as they come
	}
	if r.Placed {
		var err error
		if r.X, err = t.to.store.Grow(r.X, len(t.inputs)); err != nil {
			return err
		}
	}
	r.Rows++
	for i, c := range t.inputs {
		x, err := t.decimal.parse(fields[c])
		if err != nil && t.to.missing.fill > 0 && err != errText && err != errMixed {
			if t.missing.last != at {
				t.missing.add(at)
			}
			x, err = math.NaN(), nil
		}
		if err != nil && t.to.missing.split && err != errText && err != errMixed {
			r.Rows--
			r.X = r.X[:len(r.X)-i]
			t.missing.add(at)
			t.cut.breakOff(at)
			return nil
		}
		if err != nil {
			return t.badCell(t.inputNames[i], fields[c], err, "drop the column with --drop "+message.Quote(t.inputNames[i:i+1]))
		}
		r.X = append(r.X, x)
	}
	if err := t.numbers(r, fields); err != nil {
		return err
	}
	if t.clock != nil {
		t.clock.add(t.timeOf(fields))
	}
	if t.of[Label] >= 0 {
		label := t.textOf(fields, t.of[Label])
		if label == "" {
			t.nolabel++
		}
		r.Labels = append(r.Labels, label)
	}
	return nil
}

// numbers appends the target and the importances of a row.
func (t *tableReader) numbers(r *data.Recording, fields [][]byte) error {
	for _, role := range [...]struct {
		column int
		what   string
		to     *[]float64
	}{{t.of[Target], "a target", &r.Target}, {t.of[Importance], "an importance", &r.Importance}, {t.of[TransitionImportance], "an importance", &r.TransitionImportance}} {
		if role.column < 0 {
			continue
		}
		y, err := t.decimal.parse(fields[role.column])
		if err != nil {
			return t.badCell(t.names[role.column], fields[role.column], err, role.what+" must be a number in every row")
		}
		*role.to = append(*role.to, y)
	}
	return nil
}

// textOf is the text of a row's field, cleaned, each distinct text once; ""
// where the column is -1.
func (t *tableReader) textOf(fields [][]byte, column int) string {
	if column < 0 {
		return ""
	}
	cell := fields[column]
	if s, ok := t.intern[string(cell)]; ok {
		return s
	}
	s := message.Clean(string(cell))
	t.intern[string(cell)] = s
	return s
}

// badCell is the error of a cell that is no number.
func (t *tableReader) badCell(column string, cell []byte, why error, remedy string) error {
	text := fmt.Sprintf("%q", message.Shorten(message.Clean(string(cell[:min(len(cell), 1024)])), 40))
	const row = "leave the row out (--missing split), fill short gaps (--missing interpolate:3)"
	switch why {
	case errEmpty:
		return t.at("column %s is empty: fill the cell, %s, or %s", column, row, remedy)
	case errMissing:
		return t.at("column %s: %s stands for a missing number: fill the cell, %s, or %s", column, text, row, remedy)
	case errInfinite:
		return t.at("column %s: %s is not finite: correct the cell, %s, or %s", column, text, row, remedy)
	case errMixed:
		return t.at("column %s: %s has another decimal sign than the rows before (%q): use one in the whole file", column, text, t.decimal.sign)
	}
	hint := ""
	if strings.ContainsRune(text, ',') && !t.decimal.comma {
		hint = "; a decimal comma needs another delimiter than the comma"
	}
	return t.at("column %s: %s is not a number: correct the cell, or %s%s", column, text, remedy, hint)
}
