package drawing_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"example.com/sfatui/sessions/drawing"
)

// Values without a logarithm are placed at Zero, all others between the ends.
func TestScale(t *testing.T) {
	s := drawing.Fit([]float64{-1, 0, 1e-4, 1e-2}, true)
	s.From, s.To, s.Zero = 40, 100, 10
	for v, want := range map[float64]float64{-1: 10, 0: 10, 5e-324: 10, 1e-4: 40, 1e-3: 70, 1e-2: 100} {
		if at := s.Place(v); math.Abs(at-want) > 1e-9 || !s.Holds(v) {
			t.Errorf("%g stands at %g, held %v", v, at, s.Holds(v))
		}
	}
	if s.Holds(1) || !s.Broken() || !s.Negative || s.Empty() {
		t.Errorf("the scale is %+v", s)
	}
	lin := drawing.Fit([]float64{1, 3}, false)
	lin.Widen(1)
	if lin.Place(2) != 0.5 || lin.Broken() || lin.Holds(-1) {
		t.Errorf("the scale is %+v", lin)
	}
	if none := drawing.Fit(nil, false); !none.Empty() {
		t.Errorf("the scale of nothing is %+v", none)
	}
}

func TestTicks(t *testing.T) {
	for least, want := range map[float64]float64{1: 1, 1.1: 2, 0.3: 0.5, 51: 100, 2: 2} {
		if got := drawing.RoundStep(least, 0); got != want {
			t.Errorf("the round step from %g is %g, not %g", least, got, want)
		}
	}
	if got := drawing.RoundStep(1+1e-12, 1e-9); got != 1 {
		t.Errorf("but for rounding it is 1, not %g", got)
	}
	if got := drawing.Multiples(-0.5, 1, 0.5, 0); !slices.Equal(got, []float64{-0.5, 0, 0.5, 1}) {
		t.Errorf("multiples are %v", got)
	}
	if got := drawing.Multiples(0, 1, 1e-9, 0); len(got) != 500 {
		t.Errorf("%d multiples of a step that is far too small", len(got))
	}
	s := drawing.Fit([]float64{0.03, 2000}, true)
	if got := s.Decades(2, 0); !slices.Equal(got, []float64{1, 100}) {
		t.Errorf("every second decade: %v", got)
	}
	s = drawing.Fit([]float64{0.3, 4}, true)
	if got := s.WithinDecades(); !slices.Equal(got, []float64{0.1, 0.2, 0.5, 1, 2, 5}) {
		t.Errorf("within decades: %v", got)
	}
}

func TestNumbers(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", 0.5: "0.5", 1.5811: "1.58", 158.11: "158", 1250: "1250", 99999: "99999", 123456: "1.23e5",
		0.01: "0.01", 0.00158: "1.58e-3", -2.5e-10: "−2.5e-10", 9.999: "10", 1e300: "1e300",
	} {
		if got := drawing.Number(v, 0.00999); got != want {
			t.Errorf("%g is written %s, not %s", v, got, want)
		}
	}
	if got := drawing.Number(0.00158, 1e-4); got != "0.00158" {
		t.Errorf("without an exponent: %s", got)
	}
	if got := fmt.Sprintln(drawing.StepNumber(0.3, 0.1, 1), drawing.StepNumber(1e-17, 0.1, 1), drawing.StepNumber(120000, 10000, 2e5)); got != "0.3 0.0 1.2e5\n" {
		t.Errorf("multiples are written %s", got)
	}
}

// The ramp uses all of its steps, and text is readable on each.
func TestRamp(t *testing.T) {
	for i, c := range drawing.Ramp {
		at := float64(i) / (drawing.RampSteps - 1)
		if got := drawing.RampColour(at); got != c {
			t.Errorf("step %d is %s, not %s", i, got.Hex(), c.Hex())
		}
		if ink, want := drawing.InkOn((float64(i)+0.5)/drawing.RampSteps).Hex(), map[bool]string{true: "#ffffff", false: "#000000"}[drawing.DarkStep(i)]; ink != want {
			t.Errorf("on step %d text is %s", i, ink)
		}
	}
	if drawing.RampColour(-1) != drawing.Ramp[0] || drawing.RampColour(2) != drawing.Ramp[drawing.RampSteps-1] {
		t.Error("outside 0 … 1 the ramp goes on")
	}
}

func TestMarksDiffer(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range drawing.Marks {
		for _, shape := range []string{m.Glyph, m.ASCII, m.Outline} {
			if seen[shape] {
				t.Errorf("two marks are %s", shape)
			}
			seen[shape] = true
		}
	}
}
