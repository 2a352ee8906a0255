package table

import (
	"context"
	"errors"
	"fmt"
	"io"

	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// records iterates over the rows of a table, divided into fields.
type records interface {
	// record returns the next row, valid until the next call, or io.EOF.
	record() ([][]byte, error)
	// place returns the position of the last row in the file and its unit:
	// "line" or, in a transposed table, "column".
	place() (int, string)
}

// lines reads the records of a text.
type lines struct{ *lex.Scanner }

func (l lines) record() ([][]byte, error) { return l.Record() }

func (l lines) place() (int, string) { return l.Line, "line" }

// A recordSource iterates over the records of one file; its errors contain the file and the place.
type recordSource struct {
	ctx  context.Context
	path string // for messages
	rec  records
	scan *lex.Scanner // scanner behind rec
	grid *grid        // table that rec reads; nil unless it was read whole
}

// unit returns the unit in which rows are counted.
func (rs *recordSource) unit() string { _, unit := rs.rec.place(); return unit }

// at formats an error with the file and the place before it.
func (rs *recordSource) at(format string, args ...any) error {
	n, unit := rs.rec.place()
	place := fmt.Sprintf("%s:%d", rs.path, n)
	if unit != "line" {
		place = fmt.Sprintf("%s: %s %d", rs.path, unit, n)
	}
	return fmt.Errorf("%s: %w", place, fmt.Errorf(format, args...))
}

// record returns the next row; its error contains the file and the line.
func (rs *recordSource) record() ([][]byte, error) {
	fields, err := rs.rec.record()
	if err == nil || err == io.EOF || errors.Is(err, rs.ctx.Err()) {
		return fields, err
	}
	return nil, rs.at("%w", message.Reason(err))
}
