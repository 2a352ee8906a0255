package series

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// arffReader reads an ARFF file: a table of samples, or series, one per row.
type arffReader struct {
	ctx        context.Context
	to         *format.Sink
	f          format.File
	path       string
	scan       *lex.Scanner
	attributes []arffAttribute
	raw        *io.SectionReader // the whole text, to count its sparse rows
	cells      []arffCell        // of the last sparse row
}

// at returns an error with the file and the line before it.
func (r *arffReader) at(err error) error {
	if cancelled := r.ctx.Err(); cancelled != nil {
		return cancelled
	}
	return fmt.Errorf("%s:%d: %w", r.path, max(r.scan.Next-1, 1), err)
}

// row returns the next row's values, one for each attribute, or io.EOF. They
// are valid until the next row is read.
func (r *arffReader) row() ([]arffCell, error) {
	for {
		if err := r.ctx.Err(); err != nil {
			return nil, err
		}
		line, err := r.scan.ReadLine()
		if err != nil {
			return nil, err
		}
		if line = lex.Trim(line); len(line) == 0 || line[0] == '%' {
			continue
		}
		text := string(line)
		if text[0] == '{' {
			return r.sparse(text)
		}
		cells, err := splitARFF(text)
		if err != nil {
			return nil, err
		}
		if n := len(cells); n > 1 && !cells[n-1].quoted && strings.HasPrefix(cells[n-1].text, "{") {
			return nil, errors.New("the row has a weight in braces at its end, which is not read: delete it, or make it an attribute")
		}
		if len(cells) != len(r.attributes) {
			return nil, fmt.Errorf("%s, but there are %s: complete the row, or put text that holds commas in quotes",
				message.Counted(len(cells), "value"), message.Counted(len(r.attributes), "attribute"))
		}
		return cells, nil
	}
}

// sparse parses a row such as {1 0.5, 4 red}. It contains the values that are
// not 0 or, of a nominal attribute, not its first.
func (r *arffReader) sparse(text string) ([]arffCell, error) {
	text, ok := strings.CutSuffix(strings.TrimPrefix(text, "{"), "}")
	if !ok {
		return nil, errors.New("a row that begins with { must end with }")
	}
	if err := r.holdSparse(); err != nil {
		return nil, err
	}
	cells := r.cells
	for i := range r.attributes {
		a := &r.attributes[i]
		cells[i] = arffCell{text: "0"}
		if a.kind == arffNominal && len(a.values) > 0 {
			cells[i] = arffCell{a.values[0], true}
		}
	}
	if strings.TrimSpace(text) == "" {
		return cells, nil
	}
	for rest := text; rest != ""; {
		number, after, ok := strings.Cut(strings.TrimLeft(rest, " \t,"), " ")
		i, err := strconv.Atoi(number)
		if !ok || err != nil || i < 0 || i >= len(cells) {
			return nil, fmt.Errorf("%q is not the number of one of the %s, counted from 0", message.Shorten(message.Clean(number), 40), message.Counted(len(cells), "attribute"))
		}
		after = strings.TrimLeft(after, " \t")
		if after != "" && (after[0] == '\'' || after[0] == '"') {
			cells[i].quoted = true
			if cells[i].text, rest, err = cutARFFQuote(after); err != nil {
				return nil, err
			}
			continue
		}
		value, behind, _ := strings.Cut(after, ",")
		cells[i], rest = arffCell{text: strings.TrimSpace(value)}, behind
	}
	return cells, nil
}

// holdSparse returns an error, at the first sparse row, if the file may have
// more of them than is plausible for its size, or than their texts fit in
// memory.
func (r *arffReader) holdSparse() error {
	if r.cells != nil {
		return nil
	}
	r.cells = make([]arffCell, len(r.attributes))
	each, texts := 0, []string(nil)
	for i := range r.attributes {
		if r.attributes[i].kind == arffNumeric {
			each += 8
			continue
		}
		each += format.TextBytes
		texts = append(texts, r.attributes[i].name)
	}
	rows, err := sparseRows(r.ctx, r.raw, each)
	if err == nil {
		err = r.to.CheckExpansionTo(rows, each, r.raw.Size(), max(freeSparse, maxSparse*r.raw.Size()))
	}
	if err == nil {
		err = r.to.HoldBeside(rows, format.TextBytes*len(texts), texts)
	}
	return err
}

// number returns the value of a numeric attribute; NaN for a missing one.
func (c arffCell) number() (float64, error) {
	d := lex.Decimal{}
	x, err := d.Parse([]byte(strings.TrimSpace(c.text)))
	switch err {
	case nil:
		return x, nil
	case lex.ErrMissing:
		return math.NaN(), nil
	}
	return 0, fmt.Errorf("%q is not a finite number", message.Shorten(message.Clean(c.text), 40))
}
