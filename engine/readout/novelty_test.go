package readout

import (
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets/realdata"
	"example.com/sfatui/engine/measure"
	"gonum.org/v1/gonum/mat"
)

// Detectors trained on threes alone separate them from other digits. The border of the
// machine itself is narrow: many new threes lie outside, but few others inside.
func TestL55NoveltyOfDigits(t *testing.T) {
	x, label := realdata.Digits(t)
	var threes, test []float64
	d := measure.Detected{After: 1}
	for i, digit := range label {
		switch row := x.RawRowView(i); {
		case i >= 1200:
			test = append(test, row...)
			d.New = append(d.New, digit != 3)
		case digit == 3:
			threes = append(threes, row...)
		}
	}
	d.Unknown, d.Spans = make([]bool, len(d.New)), []int{len(d.New)}
	if len(threes) != 121*64 {
		t.Fatalf("%d threes", len(threes)/64)
	}
	for _, c := range []struct{ sigma, auc, accepted float64 }{{1, 0.965903, 0.32}, {2, 0.948628, 0.56}, {3, 0.941604, 0.55}} {
		m, err := NewNovelty(t.Context(), mat.NewDense(121, 64, threes), at(Sigma.Is(c.sigma), C.Is(1), Epsilon.Is(1e-9)))
		if err != nil {
			t.Fatal(err)
		}
		d.Novelty = m.Predict(mat.NewDense(len(d.New), 64, test))
		got := measure.Detect(d)
		if math.Abs(float64(got.AUC)-c.auc) > 1e-6 || math.Abs(1-float64(got.FalseAlarms)-c.accepted) > 0.005 || got.Detected != 1 {
			t.Errorf("σ %g: an area of %.6f, %.3f of the threes accepted, %.3f of the others not", c.sigma, got.AUC, 1-got.FalseAlarms, got.Detected)
		}
	}
}

func TestLineIsAQuantileOfTraining(t *testing.T) {
	x, _ := ring()
	m, err := NewNovelty(t.Context(), x, at())
	if err != nil {
		t.Fatal(err)
	}
	for _, share := range []float64{0, 0.5, 0.99, 1} {
		line, above := Threshold(m, at(Offset.Is(share))), 0
		for _, v := range m.Predict(x) {
			if v > line {
				above++
			}
		}
		if want := int(math.Round((1 - share) * 180)); above != min(want, 179) && above != want-1 {
			t.Errorf("%d of 180 training samples are above the line of %g", above, share)
		}
	}
	if Threshold(m, at()) != 0 {
		t.Error("rho is not the machine's own border")
	}
}

func TestNoveltyOfFewAndAlike(t *testing.T) {
	one, err := NewNovelty(t.Context(), mat.NewDense(1, 2, []float64{1, 2}), at())
	if err != nil || len(one.Notes) != 1 || !strings.Contains(one.Notes[0], "1 samples that are all alike") {
		t.Errorf("one sample: %v, %v", one, err)
	}
	alike, err := NewNovelty(t.Context(), mat.NewDense(3, 1, []float64{5, 5, 5}), at())
	if err != nil || len(alike.Notes) != 1 {
		t.Errorf("equal samples: %v, %v", alike, err)
	}
	if v := alike.Predict(mat.NewDense(2, 1, []float64{5, 9})); v[0] > Threshold(alike, at(Offset.Is(0.99))) || v[1] <= Threshold(alike, at(Offset.Is(0.99))) {
		t.Errorf("equal samples: novelty %v", v)
	}
	if _, err := NewNovelty(t.Context(), mat.NewDense(2, 1, []float64{1, math.NaN()}), at()); err == nil {
		t.Error("NaN is accepted")
	}
}

// The line by held-out samples is the ⌈(n+1)q⌉-th smallest of n, on paper: of 1 … n that is the
// rank itself, beyond the border of the detector.
func TestLineByHeldOutSamples(t *testing.T) {
	m, err := NewNovelty(t.Context(), mat.NewDense(3, 1, []float64{1, 2, 3}), at())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		n    int
		q    float64
		want float64
	}{
		{99, 0.99, 99}, {100, 0.99, 100}, {198, 0.99, 198}, {199, 0.99, 198}, {999, 0.99, 990}, {98, 0.99, math.Inf(1)},
		{9, 0.9, 9}, {8, 0.9, math.Inf(1)}, {19, 0.95, 19}, {1, 0.5, 1}, {2, 0.5, 2}, {3, 0.5, 2}, {99, 0.07, 7}, {10, 0.01, 1},
	} {
		held := make([]float64, c.n)
		for i := range held {
			held[i] = float64(c.n - i)
		}
		m.DrawBy(held)
		if got := Threshold(m, at(Name.Is("novelty"), Offset.Is(c.q), OffsetFrom.Is("held"))) - m.Border(); math.Abs(got-c.want) > 1e-12 && got != c.want {
			t.Errorf("%d samples at %g: %g, want %g", c.n, c.q, got, c.want)
		}
	}
	for q, want := range map[float64]int{0.5: 1, 0.9: 9, 0.95: 19, 0.99: 99, 0.995: 199, 0.999: 999, 0.07: 1, 1. / 3: 1} {
		if got := HeldNeeded(q); got != want {
			t.Errorf("%g needs %d samples, want %d", q, got, want)
		}
	}
}
