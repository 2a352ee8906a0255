package survey_test

import (
	"fmt"
	"math"
	"testing"

	"example.com/sfatui/datasets/survey"
)

// panelOf surveys rows of moments, units and a number.
func panelOf(units, moments int, number func(u, m int) float64) (s *survey.Survey, moment, unit, x *survey.Column) {
	s = &survey.Survey{}
	s.Begin([]string{"m", "u", "x"})
	moment, unit, x = s.Column(0), s.Column(1), s.Column(2)
	for m := range moments {
		for u := range units {
			s.Row()
			for c, v := range map[*survey.Column]float64{moment: float64(m), unit: float64(u), x: number(u, m)} {
				c.AddNumber(s.Rows-1, v, func() string { return fmt.Sprint(v) })
			}
		}
	}
	return s, moment, unit, x
}

// Of x = m + u² with units 0 to 3 the steps within a moment are 1, 3 and 5, between any two units
// 1, 4, 9, 3, 8 and 5, and from moment to moment 1.
func TestSteps(t *testing.T) {
	s, moment, unit, x := panelOf(4, 12, func(u, m int) float64 { return float64(m + u*u) })
	want := survey.Steps{Next: (1 + 9 + 25) / 3., Pair: (1 + 16 + 81 + 9 + 64 + 25) / 6., Same: 1, Rows: 36}
	if got := s.StepsOf(x, moment, unit); math.Abs(got.Next-want.Next)+math.Abs(got.Pair-want.Pair)+math.Abs(got.Same-want.Same) > 1e-12 || got.Rows != want.Rows {
		t.Errorf("%+v, want %+v", got, want)
	}
	if !unit.Keys(moment) || x.Keys(moment) {
		t.Error("units are keys within moments, and numbers that few moments share are none")
	}
	few, moment, unit, x := panelOf(2, 4, func(u, m int) float64 { return float64(m) })
	if got := few.StepsOf(x, moment, unit); !math.IsNaN(got.Next + got.Same) {
		t.Errorf("of eight rows the steps are %+v", got)
	}
}

// Units are keys, too, where there are more stretches of rows than are kept.
func TestKeysOfManyRows(t *testing.T) {
	s, moment, unit, x := panelOf(1000, 50, func(u, m int) float64 { return math.Sin(float64(m)/9 + float64(u*u)) })
	if !unit.Keys(moment) {
		t.Error("1000 units are no keys within 50 moments")
	}
	if d := s.StepsOf(x, moment, unit); !(d.Same < 0.1*d.Next) {
		t.Errorf("steps %+v", d)
	}
}
