package survey_test

import (
	"fmt"
	"math"
	"slices"
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

// The cells a a a b b b and x x y y x x have the pairs ax (2 rows), ay (1), by (1) and bx (2).
func TestJoint(t *testing.T) {
	s := &survey.Survey{}
	s.Begin([]string{"p", "q"})
	for i := range 6 {
		s.Row()
		s.Column(0).AddText(i, "aaabbb"[i:i+1])
		s.Column(1).AddText(i, "xxyyxx"[i:i+1])
	}
	got, steps := survey.Joint(s.Column(0), s.Column(1), 4)
	want := []survey.Run{{Value: 0, Start: 0, Rows: 2}, {Value: 1, Start: 2, Rows: 1}, {Value: 2, Start: 3, Rows: 1}, {Value: 3, Start: 4, Rows: 2}}
	if got == nil || !slices.Equal(got.Runs, want) || len(got.Values) != 4 || got.Values[3].Rows != 2 || got.Texts != 6 || steps != 4 {
		t.Errorf("%+v, want runs %v", got, want)
	}
	if got, steps := survey.Joint(s.Column(0), s.Column(1), 3); got != nil || steps != 4 {
		t.Errorf("of three pairs at most: %+v after %d runs", got, steps)
	}
	s.Column(1).AddMissing()
	if got, _ := survey.Joint(s.Column(0), s.Column(1), 4); got != nil {
		t.Errorf("with a missing cell: %+v", got)
	}
}
