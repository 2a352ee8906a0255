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
			return fr.compareRest(ctx, s, &to.Missing.Markers, row)
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
	for i := range len(fr.Names) + len(fr.Further) {
		switch x, text := fr.cell(missing, row, i); {
		case text != "":
			s.Column(i).AddText(s.Rows-1, text)
		case math.IsNaN(x):
			s.Column(i).AddMissing()
		default:
			s.Column(i).AddNumber(s.Rows-1, x, func() string { return numberText(x) })
		}
	}
}

// cell returns the number in column i of a row, NaN for a missing one, or its text.
func (fr *Frame) cell(missing *Markers, row, i int) (x float64, text string) {
	d := len(fr.Names)
	if i < d {
		x = fr.X[row*d+i]
	} else if b := fr.Further[i-d]; b.Texts != nil {
		return math.NaN(), b.Texts[row]
	} else {
		x = b.Numbers[row]
	}
	if math.IsInf(x, 0) || missing.Number(x) {
		x = math.NaN()
	}
	return x, ""
}

// compareRest compares the columns that are copies so far in a row and all further ones.
func (fr *Frame) compareRest(ctx context.Context, s *survey.Survey, missing *Markers, row int) error {
	columns := s.Compared()
	for ; row < fr.Rows && len(columns) > 0; row++ {
		for _, i := range columns {
			if i >= len(fr.Names)+len(fr.Further) { // the clock
				continue
			}
			switch x, text := fr.cell(missing, row, i); {
			case text != "":
				s.Column(i).SetText(text)
			case math.IsNaN(x):
				s.Column(i).SetMissing()
			default:
				s.Column(i).SetNumber(x)
			}
		}
		if s.CompareRow() {
			columns = s.Compared()
		}
		if row%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	s.AllCompared = true
	return nil
}
