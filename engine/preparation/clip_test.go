package preparation

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

func TestClip(t *testing.T) {
	train := mat.NewDense(101, 3, nil)
	for i := range 101 {
		train.SetRow(i, []float64{float64(i), 7, float64(i%2) * 1e6})
	}
	for text, want := range map[string][2]float64{
		"quantile:0.05": {5, 95},
		"quantile:0.1":  {10, 90},
		"mad:1":         {50 - madScale*25, 50 + madScale*25},
	} {
		limits, err := parseClip(text)
		if err != nil {
			t.Fatal(err)
		}
		parts := []*Part{{X: mat.DenseCopyOf(train)}, {X: mat.NewDense(2, 3, []float64{-1000, -9, 3, 1000, 9, 3})}, {}}
		if _, _, _, err := clip(context.Background(), limits, parts); err != nil {
			t.Fatal(err)
		}
		if lo, hi := parts[1].X.At(0, 0), parts[1].X.At(1, 0); math.Abs(lo-want[0]) > 1e-12 || math.Abs(hi-want[1]) > 1e-12 {
			t.Errorf("%s: clipped to %g and %g, want %v", text, lo, hi, want)
		}
		column := mat.Col(nil, 0, parts[0].X)
		if lo, hi := slices.Min(column), slices.Max(column); math.Abs(lo-want[0]) > 1e-12 || math.Abs(hi-want[1]) > 1e-12 {
			t.Errorf("%s: the training part goes from %g to %g", text, lo, hi)
		}
		if text == "mad:1" && parts[1].X.At(0, 1) != -9 {
			t.Errorf("%s: an input without a deviation is clipped to %g", text, parts[1].X.At(0, 1))
		}
	}
	for _, text := range []string{"mad", "mad:0", "mad:-1", "quantile:0.5", "quantile:x", "5", "mad:Inf"} {
		var wrong *part.SpecError
		if _, err := Clip.Axis().ReadSetting(text); !errors.As(err, &wrong) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
