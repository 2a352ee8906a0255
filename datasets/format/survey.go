package format

import (
	"context"
	"math"

	"example.com/sfatui/datasets/survey"
)

// surveyFrame adds the columns of a frame to the survey, regardless of their
// roles.
func (to *Sink) surveyFrame(ctx context.Context, fr *Frame) error {
	names := append([]string{}, fr.Names...)
	for _, b := range fr.Further {
		names = append(names, b.Name)
	}
	if fr.Clock != nil {
		names = append(names, fr.Clock.Column)
	}
	s := to.Survey
	s.Begin(names)
	left, _ := fr.excludedColumns(len(names))
	for i, out := range left {
		switch c := s.Column(i); {
		case out && i < len(fr.Names):
			c.Use = survey.Number
		case out && i < len(fr.Names)+len(fr.Further):
			c.Use = survey.OnRequest
		}
	}
	if fr.Clock != nil {
		s.Column(len(names) - 1).Use = survey.Time
	}
	for role, name := range fr.Own {
		if c := s.Named(name); c != nil {
			c.Own = role.String()
		}
	}
	for row := range fr.Rows {
		if !s.Row() {
			return nil
		}
		if row%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		fr.surveyRow(s, &to.Missing.Markers, row)
	}
	return nil
}

// surveyRow adds a row of a frame to the survey.
func (fr *Frame) surveyRow(s *survey.Survey, missing *Markers, row int) {
	number := func(i int, x float64) {
		if math.IsNaN(x) || math.IsInf(x, 0) || missing.Number(x) {
			s.Column(i).AddMissing()
			return
		}
		s.Column(i).AddNumber(s.Rows-1, x, func() string { return numberText(x) })
	}
	d := len(fr.Names)
	for i, x := range fr.X[row*d : (row+1)*d] {
		number(i, x)
	}
	for i, b := range fr.Further {
		switch {
		case b.Texts == nil:
			number(d+i, b.Numbers[row])
		case b.Texts[row] == "":
			s.Column(d + i).AddMissing()
		default:
			s.Column(d+i).AddText(s.Rows-1, b.Texts[row])
		}
	}
}
