package series

import (
	"context"
	"io"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
)

// arffExtent returns the numbers of rows and columns of a table, or zeros for
// series.
func arffExtent(ctx context.Context, _ format.File, r io.ReaderAt, size int64) (e format.Extent, err error) {
	text := newText(r, size)
	a := &arffReader{to: &format.Sink{Raw: &data.Raw{}}}
	if a.attributes, err = headerOfARFF(text.scan); err != nil {
		return e, err
	}
	for _, at := range a.attributes {
		switch at.kind {
		case arffRelational:
			return format.Extent{}, nil
		case arffNominal, arffString:
			e.Texts++
		}
	}
	if a.isSeries() {
		return format.Extent{}, nil
	}
	e.Columns = len(a.attributes)
	_, rows, about, err := text.count(ctx)
	e.Rows, e.About = rows, about
	return e, err
}

// tsExtent returns the numbers of samples and dimensions of series of equal
// length.
func tsExtent(ctx context.Context, _ format.File, r io.ReaderAt, size int64) (e format.Extent, err error) {
	text := newText(r, size)
	h, err := readTSHeader(text.scan)
	if err != nil {
		return e, err
	}
	first, series, about, err := text.count(ctx)
	if err != nil || h.unequal || series == 0 {
		return e, err
	}
	parts := strings.Split(first, ":")
	e.Columns = len(parts)
	if h.labelled || h.target {
		e.Columns--
	}
	e.Rows, e.About = series*(strings.Count(parts[0], ",")+1), about
	return e, nil
}

// text is the beginning of a file of lines.
type text struct {
	scan       *lex.Scanner
	read, size int64
}

func newText(r io.ReaderAt, size int64) *text {
	t := &text{read: min(size, format.MostCounted), size: size}
	t.scan = lex.NewScanner(io.NewSectionReader(r, 0, t.read), ',')
	t.scan.MaxLine = maxSeriesLine
	return t
}

// count returns the number of remaining data lines, and the first of them. For
// a long file the number is an estimate.
func (t *text) count(ctx context.Context) (first string, rows int, about bool, err error) {
	for {
		line, err := t.scan.ReadLine()
		switch {
		case err == io.EOF && t.read < t.size:
			return first, format.Roughly(float64(rows) * float64(t.size) / float64(t.read)), true, nil
		case err == io.EOF:
			return first, rows, false, nil
		case err != nil:
			return "", 0, false, err
		case ctx.Err() != nil:
			return "", 0, false, ctx.Err()
		}
		if line = lex.Trim(line); len(line) == 0 || line[0] == '#' || line[0] == '%' {
			continue
		}
		if rows++; rows == 1 {
			first = string(line)
		}
	}
}
