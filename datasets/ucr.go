package datasets

import (
	"io"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// ucrName is how the files of the UCR time series archive are named.
var ucrName = regexp.MustCompile(`(?i)_(TRAIN|TEST)\.tsv$`)

// isUCR reports whether a table is a file of the UCR time series archive
// (2018): its name, no header, tabs, and whole numbers as labels in the first
// column. Flags that name columns ask for a table of samples.
func (t *tableReader) isUCR(f file, rows *firstRows) bool {
	if !ucrName.MatchString(filepath.Base(f.path)) || t.scan.delim != '\t' || t.to.columns.flag() != "" || t.to.transpose {
		return false
	}
	for _, row := range rows.cells {
		if len(row) < 3 || strings.Trim(row[0], "-0123456789") != "" || t.class(row[0]) != numberCell {
			return false
		}
	}
	return t.isHeaderless(rows.cells)
}

// readUCR reads each row as a segment of one input: its label, then the series,
// which NaN fills up where the series differ in length.
func (t *tableReader) readUCR(f file) error {
	if err := t.to.match(t.path, numbered(1), ""); err != nil {
		return err
	}
	r := &seriesReader{to: t.to, f: f, path: t.path}
	for {
		fields, err := t.record()
		if err == io.EOF {
			t.to.Note("%s: each row is read as a series, after its label, as in the UCR archive; to read rows as samples name a column, as in --label x1", t.base)
			return r.finish()
		} else if err != nil {
			return err
		}
		s := series{channels: [][]float64{make([]float64, 0, len(fields))}, label: t.textOf(fields, 0), labelled: true, target: math.NaN()}
		for i, cell := range fields[1:] {
			x, err := t.decimal.parse(cell)
			if err == errMissing || err == errEmpty {
				x = math.NaN()
			} else if err != nil {
				return t.badCell(strconv.Itoa(i+2), cell, err, "leave the series out")
			}
			s.channels[0] = append(s.channels[0], x)
		}
		if err := r.add(t.scan.line, s); err != nil {
			return t.at("%w", err)
		}
		if err := t.ctx.Err(); err != nil {
			return err
		}
	}
}
