package table

import (
	"context"
	"io"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
)

// extent returns the numbers of rows and columns of a table.
func extent(ctx context.Context, f format.File, r io.ReaderAt, size int64) (e format.Extent, err error) {
	h, err := lex.ReadHead(io.NewSectionReader(r, 0, size), lex.MaxRecord)
	if err != nil {
		return e, err
	}
	t, rows, err := begin(ctx, h, f, &format.Sink{Raw: &data.Raw{}})
	if err != nil {
		return e, err
	}
	if t.isUCR(f, rows) {
		return e, nil // each row is a series
	}
	if err := t.nameAll(rows); err != nil {
		return e, err
	}
	body := t.body(rows)
	times, err := t.clockFinder().findTimes(body)
	if err != nil {
		return e, err
	}
	e.Columns = len(t.names)
	for c := range t.names {
		if !times[c] && t.cells.isText(body, c) {
			e.Texts++
		}
	}
	if size > format.MostCounted {
		e.Rows, e.About = format.Roughly(float64(size)/float64(rows.bytes)*float64(len(rows.cells))), true
		return e, nil
	}
	e.Rows = -t.recordsBefore()
	for {
		switch _, err := t.in.record(); {
		case err == io.EOF:
			return e, nil
		case err != nil:
			return e, err
		}
		if e.Rows++; e.Rows%1024 == 0 && ctx.Err() != nil {
			return e, ctx.Err()
		}
	}
}
