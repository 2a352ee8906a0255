package readout_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// logisticGradient returns the gradient of J for one class against the rest at w.
func logisticGradient(x *mat.Dense, label []int, class int, eta float64, w []float64) []float64 {
	p := len(w) - 1
	g := make([]float64, p+1)
	floats.AddScaled(g[:p], eta, w[:p])
	for t, k := range label {
		y := 1 / (1 + math.Exp(-floats.Dot(w, x.RawRowView(t))))
		if k == class {
			y--
		}
		floats.AddScaled(g, y, x.RawRowView(t))
	}
	return g
}

func TestLogisticGradientVanishes(t *testing.T) {
	for _, c := range []struct {
		name    string
		classes int
		apart   float64
		eta     float64
	}{
		{"overlapping", 2, 2, 0},
		{"overlapping with decay", 2, 2, 0.5},
		{"overlapping with the paper's decay", 2, 2, 500},
		{"decay beyond reason", 2, 2, 1e12},
		{"separable with decay", 2, 15, 0.01},
		{"separable with little decay", 2, 15, 1e-7},
		{"three", 3, 2, 0},
		{"three with decay", 3, 2, 5},
	} {
		phi, label := clouds(700, 5, c.classes, c.apart, 9)
		for i := range label {
			floats.AddConst(3, phi.RawRowView(i))
		}
		label = unlabel(label)
		m := mustModel(t)(readout.Logistic(context.Background(), phi, label, c.classes, c.eta))
		if len(m.Notes) != 0 {
			t.Errorf("%s: notes %q", c.name, m.Notes)
		}
		x, kept := labelled(phi, label)
		for k := range c.classes {
			g := logisticGradient(x, kept, k, c.eta, mat.Col(nil, k, m.W))
			if worst := floats.Norm(g, math.Inf(1)); worst > 1e-9 {
				t.Errorf("%s, class %d: gradient %.2g", c.name, k, worst)
			}
		}
	}
}

// One feature of two values has its solution in the odds: of 0, 30 against 10;
// of 1, 4 against 16.
func TestLogisticOfOdds(t *testing.T) {
	var data []float64
	var label []int
	add := func(value float64, class, times int) {
		for range times {
			data = append(data, value)
			label = append(label, class)
		}
	}
	add(0, 1, 30)
	add(0, 0, 10)
	add(1, 1, 4)
	add(1, 0, 16)
	m := mustModel(t)(readout.Logistic(context.Background(), mat.NewDense(60, 1, data), label, 2, 0))
	bias := math.Log(30.0 / 10)
	slope := math.Log(4.0/16) - bias
	if want := mat.NewDense(2, 2, []float64{-slope, slope, -bias, bias}); !agree(m.W, want, 1e-12) {
		t.Errorf("weights\n%v\nwant\n%v", mat.Formatted(m.W), mat.Formatted(want))
	}
}

func TestLogisticOfSeparableClassesWithoutDecay(t *testing.T) {
	for _, classes := range []int{2, 3} {
		phi, label := clouds(300, 8, classes, 25, 10)
		m := mustModel(t)(readout.Logistic(context.Background(), phi, label, classes, 0))
		if got := checkShare(m, phi, label); got != 1 {
			t.Errorf("%d classes: %v of separable samples are right", classes, got)
		}
		if largest := mat.Max(m.W); largest > 1e3 {
			t.Errorf("%d classes: weights grow to %v", classes, largest)
		}
	}
}

// A feature more than there are samples: always separable, always singular.
func TestLogisticWithMoreFeaturesThanSamples(t *testing.T) {
	phi, label := clouds(30, 50, 2, 1, 11)
	for _, eta := range []float64{0, 1e-3} {
		m := mustModel(t)(readout.Logistic(context.Background(), phi, label, 2, eta))
		if got := checkShare(m, phi, label); got != 1 {
			t.Errorf("eta %v: %v of the samples are right", eta, got)
		}
	}
}

func TestLogisticOfCollinearFeatures(t *testing.T) {
	phi, label := clouds(500, 5, 2, 2, 12)
	for i := range label {
		row := phi.RawRowView(i)
		row[3] = row[0] + row[1]
		row[4] = 0.1
	}
	m := mustModel(t)(readout.Logistic(context.Background(), phi, label, 2, 0))
	x, kept := labelled(phi, label)
	if worst := floats.Norm(logisticGradient(x, kept, 1, 0, mat.Col(nil, 1, m.W)), math.Inf(1)); worst > 1e-8 {
		t.Errorf("gradient %.2g", worst)
	}
	reduced := phi.Slice(0, 500, 0, 3).(*mat.Dense)
	want := mustModel(t)(readout.Logistic(context.Background(), reduced, label, 2, 0))
	if !agree(m.Discriminants(phi), want.Discriminants(reduced), 1e-8) {
		t.Error("a mixture and a constant change the discriminants")
	}
	// Nothing pulls the weights along (1, 1, −1), where the features do not
	// vary; only rounding may move them there, and not far.
	if along := m.W.At(0, 1) + m.W.At(1, 1) - m.W.At(3, 1); math.Abs(along) > 0.05 {
		t.Errorf("weights %v go %.2g along what the features do not show", mat.Col(nil, 1, m.W), along)
	}
	if len(m.Notes) != 0 {
		t.Errorf("notes %q", m.Notes)
	}
}

// clump is a number of equal samples of one feature.
type clump struct {
	value        float64
	class, times int
}

// Full Newton steps run off to infinity in the first two cases; in the third
// the loss without the decay must rise on the way.
func TestLogisticHalvesStepsThatOvershoot(t *testing.T) {
	for _, c := range []struct {
		eta    float64
		clumps []clump
	}{
		{1e-3, []clump{{-197.3, 1, 1}, {5.3, 1, 55}, {-56.1, 0, 6913}, {642.9, 1, 65}}},
		{1e-3, []clump{{9, 0, 6}, {-1.6, 0, 2467}, {-0.2, 0, 739}, {-0.3, 1, 1}, {-668.9, 0, 42}}},
		{7e-3, []clump{{-0.6, 0, 1}, {-0.3, 1, 103}, {-25.7, 0, 2}}},
	} {
		var data []float64
		var label []int
		for _, k := range c.clumps {
			for range k.times {
				data = append(data, k.value)
				label = append(label, k.class)
			}
		}
		phi := mat.NewDense(len(label), 1, data)
		m := mustModel(t)(readout.Logistic(context.Background(), phi, label, 2, c.eta))
		x, kept := labelled(phi, label)
		g := logisticGradient(x, kept, 1, c.eta, mat.Col(nil, 1, m.W))
		if worst := floats.Norm(g, math.Inf(1)); worst > 1e-7 || len(m.Notes) != 0 {
			t.Errorf("%v: gradient %.2g, notes %q", c.clumps, worst, m.Notes)
		}
	}
}

// Without a constant among the features the Cholesky factor may exist, of
// rounding alone; it must not be used.
func TestLogisticOfMixtures(t *testing.T) {
	for seed := range uint64(10) {
		phi, label := clouds(300, 4, 2, 2, 30+seed)
		for i := range label {
			row := phi.RawRowView(i)
			row[3] = 0.3*row[0] - 1.1*row[1] + 0.7*row[2]
		}
		m := mustModel(t)(readout.Logistic(context.Background(), phi, label, 2, 0))
		if largest := mat.Norm(m.W, math.Inf(1)); largest > 10 {
			t.Errorf("seed %d: weights %v", seed, mat.Col(nil, 1, m.W))
		}
		x, kept := labelled(phi, label)
		g := logisticGradient(x, kept, 1, 0, mat.Col(nil, 1, m.W))
		if worst := floats.Norm(g, math.Inf(1)); worst > 1e-8 || len(m.Notes) != 0 {
			t.Errorf("seed %d: gradient %.2g, notes %q", seed, worst, m.Notes)
		}
	}
}

func TestLogisticRefusesBadDecay(t *testing.T) {
	phi, label := clouds(20, 2, 2, 1, 14)
	for _, eta := range []float64{-1, math.NaN(), math.Inf(1)} {
		_, err := readout.Logistic(context.Background(), phi, label, 2, eta)
		if err == nil || !strings.Contains(err.Error(), "eta") {
			t.Errorf("eta %v: error %v", eta, err)
		}
	}
}
