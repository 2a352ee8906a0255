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
	for skip := t.recordsBefore(); ; skip-- {
		fields, err := t.in.record()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if skip > 0 {
			continue
		}
		if fields, err = t.samples.columnsOf(fields); err != nil {
			return err
		}
		if fields == nil {
			continue
		}
		if !s.Row() {
			return nil
		}
		if s.Rows%1024 == 0 && t.in.ctx.Err() != nil {
			return t.in.ctx.Err()
		}
		t.samples.surveyRow(s, fields)
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
