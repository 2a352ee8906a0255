package choose_test

import (
	"fmt"
	"math"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/subset"
)

// Multiples of λ are levels of its axis, whatever λ each comes to at a width and a size.
func TestImportanceOfMultiplesOfLambda(t *testing.T) {
	by := choose.By{Objective: "accuracy"}
	want := by.Importance(choose.Summarize(h13()), nil)
	relative := h13()
	for _, r := range relative {
		r.Validation.Parts = append(r.Validation.Parts, r.Validation.Parts[0]) // for an error, of zero
		r.Validation.Parts[1].Inner = 1
		acts := kernel.Sigma.X(r.Point) + float64(subset.M.Of(r.Point))
		r.Point = r.Point.With(method.Lambda.Is(acts * method.Lambda.X(r.Point)))
	}
	if of := by.Importance(choose.Summarize(relative), nil).Shares[0].Effect; of != "λ: multiple 3 best; 0 loses 0.223±0.000, multiple 2 loses 0.220±0.000" {
		t.Errorf("of multiples: %s", of)
	}
	plain := func(m choose.Importance) string {
		for i := range m.Shares {
			s := &m.Shares[i]
			*s = choose.Share{Axes: s.Axes, Share: part.Float(math.Round(1e12*float64(s.Share)) / 1e12)}
		}
		return fmt.Sprint(m.Axes, m.Grid, m.Points, m.Shares)
	}
	if got := by.Importance(choose.Summarize(relative), nil); plain(got) != plain(want) {
		t.Errorf("of multiples %+v\nof values %+v", got, want)
	}
	// A λ that stands alone at one width makes them values again: no grid is full.
	uneven := append([]*result.Result{}, relative[1:]...)
	if got := by.Importance(choose.Summarize(uneven), nil); got.Points == 12 {
		t.Errorf("a grid with a hole is full: %+v", got)
	}
}

func TestMultiplesAreReadFromWhatWasWritten(t *testing.T) {
	lambda := method.Lambda.Axis()
	var configs []part.Point
	for _, acts := range []float64{1e-5, 3e-3} {
		for _, multiple := range []float64{0, .1, 3} {
			configs = append(configs, part.Point{}.With(kernel.Sigma.Is(acts), method.Lambda.Is(acts*multiple)))
		}
	}
	of := choose.Multiples(lambda, "rel:0,3,0.1", configs)
	if of == nil {
		t.Fatal("multiples are not known")
	}
	for i, want := range []float64{0, .1, 3, 0, .1, 3} {
		if got, ok := of(configs[i]); !ok || got != want {
			t.Errorf("%v: multiple %v, want %v", configs[i], got, want)
		}
	}
	for text, given := range map[string][]part.Point{"0,rel:0.1,3": configs, "0,0.1,3": configs, "rel:0,1": configs, "rel:0,0.1,3": configs[1:], "": configs} {
		if choose.Multiples(lambda, text, given) != nil {
			t.Errorf("%q of %d points: the multiples are known", text, len(given))
		}
	}
}
