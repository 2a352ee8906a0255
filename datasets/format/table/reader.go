package table

import (
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

// unit returns the unit in which rows are counted.
func (t *tableReader) unit() string { _, unit := t.rec.place(); return unit }

// at formats an error with the file and the place before it.
func (t *tableReader) at(format string, args ...any) error {
	n, unit := t.rec.place()
	place := fmt.Sprintf("%s:%d", t.path, n)
	if unit != "line" {
		place = fmt.Sprintf("%s: %s %d", t.path, unit, n)
	}
	return fmt.Errorf("%s: %w", place, fmt.Errorf(format, args...))
}

// record returns the next row; its error contains the file and the line.
func (t *tableReader) record() ([][]byte, error) {
	fields, err := t.rec.record()
	if err == nil || err == io.EOF || errors.Is(err, t.ctx.Err()) {
		return fields, err
	}
	return nil, t.at("%w", message.Reason(err))
}
