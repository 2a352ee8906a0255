package table

import (
	"io"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/format/unpack"
)

// ucrName matches the file names of the UCR time series archive.
var ucrName = regexp.MustCompile(`(?i)_(TRAIN|TEST)\.tsv$`)

// isUCR reports whether a table is a file of the UCR time series archive
// (2018): its name, no header, tabs, and integers as labels in the first
// column. With flags that name columns it is read as a table of samples.
func (t *tableReader) isUCR(f format.File, rows *firstRows) bool {
	if !ucrName.MatchString(unpack.TrimName(filepath.Base(f.Path))) || t.in.scan.Delim != '\t' || t.to.Columns.Flag() != "" || t.to.Transpose {
		return false
	}
	for _, row := range rows.cells {
		if len(row) < 3 || strings.Trim(row[0], "-0123456789") != "" || t.cells.class(row[0]) != numberCell {
			return false
		}
	}
	return t.cells.isHeaderless(rows.cells)
}

// readUCR reads each row as a segment of one input: its label, then the series,
// padded with NaN where the series differ in length.
func (rr *rowReader) readUCR(f format.File) error {
	r := rr.to.NewSeries(f)
	if err := r.Begin(rr.in.path, 1, ""); err != nil {
		return err
	}
	for {
		fields, err := rr.in.record()
		if err == io.EOF {
			rr.to.Note("%s: each row is read as a series, after its label, as in the UCR archive; to read rows as samples name a column, as in --label x1", rr.base)
			return r.Finish()
		} else if err != nil {
			return err
		}
		s := format.Sample{Channels: [][]float64{make([]float64, 0, len(fields))}, Label: rr.textOf(fields, 0), Labelled: true, Target: math.NaN()}
		for i, cell := range fields[1:] {
			x, err := rr.number(cell)
			if err == lex.ErrMissing || err == lex.ErrEmpty {
				x = math.NaN()
			} else if err != nil {
				return rr.badCell(strconv.Itoa(i+2), cell, err, missingInput, "leave the series out")
			}
			s.Channels[0] = append(s.Channels[0], x)
		}
		if err := r.Add(rr.in.scan.Line, s); err != nil {
			return rr.in.at("%w", err)
		}
		if err := rr.in.ctx.Err(); err != nil {
			return err
		}
	}
}
