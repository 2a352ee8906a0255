package survey_test

import (
	"fmt"
	"testing"

	"example.com/sfatui/datasets/survey"
)

// Rows of a table as a reader reports them.
func Example() {
	s := &survey.Survey{}
	s.Begin([]string{"x", "trial"})
	for i := range 6 {
		s.Row()
		s.Column(0).AddNumber(i, float64(i%3), func() string { return fmt.Sprint(i % 3) })
		s.Column(1).AddText(i, fmt.Sprint("t", i/3))
	}
	x, trial := s.Named("x"), s.Named("trial")
	fmt.Println(x.Min, x.Max, x.Rises, x.Falls, x.Contiguous())
	fmt.Println(trial.Values, trial.Contiguous(), trial.Textual())
	// Output:
	// 0 2 4 1 false
	// [{t0 3} {t1 3}] true true
}

func TestInside(t *testing.T) {
	columns := func(rows ...string) *survey.Survey {
		s := &survey.Survey{}
		s.Begin([]string{"fine", "coarse"})
		for i, row := range rows {
			s.Row()
			s.Column(0).AddText(i, row[:1])
			s.Column(1).AddText(i, row[1:])
		}
		return s
	}
	for _, c := range []struct {
		rows []string
		want bool
	}{
		{[]string{"aX", "bX", "cY", "dY"}, true},
		{[]string{"aX", "aY"}, false},             // the coarse one changes within
		{[]string{"aX", "bY", "aY"}, false},       // occurs with both
		{[]string{"aX", "bY", "aX", "bY"}, true},  // recurs, with the same
		{[]string{"aX", "aX", "aX", "bX"}, true},  // one value
		{[]string{"aX", "bX", "bX", "bY"}, false}, // changes within the last
	} {
		s := columns(c.rows...)
		if got := s.Column(0).Inside(s.Column(1)); got != c.want {
			t.Errorf("%v: %v", c.rows, got)
		}
	}
}

// The kept numbers of a long column are spread evenly, and limited in number.
func TestThin(t *testing.T) {
	s := &survey.Survey{}
	s.Begin([]string{"x"})
	for i := range 100_000 {
		s.Row()
		s.Column(0).AddNumber(i, float64(i), func() string { return fmt.Sprint(i) })
	}
	c := s.Column(0)
	if len(c.Thin) < 512 || len(c.Thin) > 1024 || !c.Many || c.SD() < 28867 || c.SD() > 28868 {
		t.Errorf("%d kept, many %v, sd %g", len(c.Thin), c.Many, c.SD())
	}
	for _, share := range c.Shares(10) {
		if share < 0.9 {
			t.Errorf("shares %v of an even column", c.Shares(10))
		}
	}
}
