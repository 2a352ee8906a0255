package table

import (
	"io"

	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/survey"
)

// survey adds the columns as written to the sink's survey, regardless of their
// roles.
func (t *tableReader) survey(rows *firstRows) error {
	if err := t.nameAll(rows); err != nil {
		return err
	}
	body := t.body(rows)
	times, _ := t.clockFinder().findTimes(body) // a wrong --clock is reported when the table is read
	counts := t.findCounts(body, make([]bool, len(t.names)))
	s := t.to.Survey
	s.Begin(t.names)
	for c := range t.names {
		if times[c] {
			s.Column(c).Use = survey.Time
		}
	}
	for c, settings := range t.beside {
		if settings {
			s.Column(c).Use = survey.OnRequest
		}
	}
	for _, c := range counts {
		s.Column(c).Use = survey.Number
	}
	for skip := t.recordsBefore(); skip > 0; skip-- {
		if _, err := t.in.record(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
	for {
		fields, err := t.samples.next()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if !s.Row() {
			return t.samples.compareRest(s, fields)
		}
		if s.Rows%1024 == 0 && t.in.ctx.Err() != nil {
			return t.in.ctx.Err()
		}
		t.samples.surveyRow(s, fields)
	}
}

// next returns the fields of the next row that is not empty.
func (rr *rowReader) next() (fields [][]byte, err error) {
	for fields == nil && err == nil {
		if fields, err = rr.in.record(); err == nil {
			fields, err = rr.columnsOf(fields)
		}
	}
	return fields, err
}

// compareRest compares the columns that are copies so far in a row and all further ones. Rows
// that cannot be read leave the comparison incomplete.
func (rr *rowReader) compareRest(s *survey.Survey, fields [][]byte) error {
	var err error
	columns := s.Compared()
	for n := 0; len(columns) > 0 && err == nil; n++ {
		for _, i := range columns {
			rr.setCell(s.Column(i), fields[i])
		}
		if s.CompareRow() {
			columns = s.Compared()
		}
		if n%1024 == 0 && rr.in.ctx.Err() != nil {
			return rr.in.ctx.Err()
		}
		fields, err = rr.next()
	}
	s.AllCompared = len(columns) == 0 || err == io.EOF
	return nil
}

// setCell sets a cell that is only compared.
func (rr *rowReader) setCell(c *survey.Column, cell []byte) {
	switch x, err := rr.number(cell); err {
	case nil:
		c.SetNumber(x)
	case lex.ErrEmpty, lex.ErrMissing, lex.ErrInfinite:
		c.SetMissing()
	default:
		c.SetText(message.Clean(lex.Text(cell)))
	}
}

// surveyRow adds a row to the survey.
func (rr *rowReader) surveyRow(s *survey.Survey, fields [][]byte) {
	for i, cell := range fields {
		x, err := rr.number(cell)
		switch err {
		case nil:
			s.Column(i).AddNumber(s.Rows-1, x, func() string { return string(cell) })
		case lex.ErrEmpty, lex.ErrMissing, lex.ErrInfinite:
			s.Column(i).AddMissing()
		default:
			s.Column(i).AddText(s.Rows-1, message.Clean(lex.Text(cell)))
		}
	}
}
