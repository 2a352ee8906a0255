package readout_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func TestSoftGaussianAgainstEquation67(t *testing.T) {
	phi, label := clouds(400, 3, 4, 2, 60)
	values := []float64{-2, 7, math.NaN(), 0.5, 3}
	for i, k := range label {
		if k >= 2 {
			label[i] = k + 1 // class 2 of 5 has no sample, and needs no value
		}
	}
	m := must[*readout.SoftLabels](t)(readout.SoftGaussian(context.Background(), phi, label, 5, values, part.Point{}))
	if len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "class 2") {
		t.Errorf("notes %q", m.Notes)
	}
	disc := gaussian(t, phi, label, 5).Discriminants(phi)
	got := m.Predict(phi)
	for i := range label {
		total, want := 0.0, 0.0
		for k, d := range disc.RawRowView(i) {
			if k != 2 {
				total += math.Exp(d)
				want += math.Exp(d) * values[k]
			}
		}
		if want /= total; math.Abs(got[i]-want) > 1e-10 {
			t.Fatalf("sample %d: %v, want %v", i, got[i], want)
		}
	}
	// Densities that underflow leave the nearest class, and NaN stays NaN.
	far := m.Predict(mat.NewDense(2, 3, []float64{1e6, 1e6, -1e6, math.NaN(), 0, 0}))
	if slices.Index(values, far[0]) < 0 || !math.IsNaN(far[1]) {
		t.Errorf("predictions %v far away and of NaN", far)
	}
	values[3] = math.Inf(1)
	if _, err := readout.SoftGaussian(context.Background(), phi, label, 5, values, part.Point{}); err == nil || !strings.Contains(err.Error(), "class 3") {
		t.Errorf("error %v", err)
	}
}

// A curve: the number is far from linear in the features.
func TestSoftGaussianTargetOfACurve(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 0))
	phi := mat.NewDense(3000, 2, nil)
	target := make([]float64, 3000)
	for i := range target {
		target[i] = 10 * r.Float64()
		angle := target[i] * 0.5
		phi.SetRow(i, []float64{math.Cos(angle) + 0.02*r.NormFloat64(), math.Sin(angle) + 0.02*r.NormFloat64()})
	}
	train, test := phi.Slice(0, 2000, 0, 2).(*mat.Dense), phi.Slice(2000, 3000, 0, 2).(*mat.Dense)
	soft := must[*readout.SoftLabels](t)(readout.SoftGaussianTarget(context.Background(), train, target[:2000], part.Point{}.With(readout.Groups.Is(20))))
	near := must[*readout.NeighbourMean](t)(readout.NearestNeighboursTarget(context.Background(), train, target[:2000], 10, readout.Nearness{}))
	line := must[*readout.Model](t)(readout.Linear(context.Background(), train, target[:2000], 0))
	error := func(m readout.Regressor) float64 {
		got := must[[]float64](t)(readout.Predict(context.Background(), m, test))
		if !floats.EqualApprox(got, m.Predict(test), 1e-12) {
			t.Error("predictions in parts differ from the whole")
		}
		return floats.Distance(got, target[2000:], 2) / math.Sqrt(1000)
	}
	if s, n, l := error(soft), error(near), error(line); s > 0.12 || n > 0.12 || l < 0.5 {
		t.Errorf("errors: soft Gaussian %.3f, neighbours %.3f, linear %.3f", s, n, l)
	}
	if len(soft.Notes) != 0 {
		t.Errorf("notes %q", soft.Notes)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := readout.Predict(ctx, soft, test); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestSoftGaussianTargetRefusesWhatCannotBeLearnt(t *testing.T) {
	phi, _ := clouds(20, 2, 2, 1, 62)
	bad := make([]float64, 20)
	bad[3] = math.NaN()
	for want, c := range map[string]struct {
		target []float64
		groups int
	}{
		"fall into one group, about 7": {slices.Repeat([]float64{7}, 20), 4},
		"target of training sample 3":  {bad, 4},
		"1 groups of targets":          {make([]float64, 20), 1},
	} {
		if _, err := readout.SoftGaussianTarget(context.Background(), phi, c.target, part.Point{}.With(readout.Groups.Is(c.groups))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestSoftGaussianTargetNotesMissingGroups(t *testing.T) {
	phi, label := clouds(50, 2, 3, 2, 63)
	target := make([]float64, 50)
	for i, k := range label {
		target[i] = float64(k)
	}
	m := must[*readout.SoftLabels](t)(readout.SoftGaussianTarget(context.Background(), phi, target, part.Point{}.With(readout.Groups.Is(30))))
	if len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "3 groups of targets instead of 30") {
		t.Errorf("notes %q", m.Notes)
	}
}

func TestEqualGroups(t *testing.T) {
	for name, c := range map[string]struct {
		target []float64
		groups int
		label  []int
		mean   []float64
	}{
		"even":                {[]float64{4, 1, 3, 2}, 2, []int{1, 0, 1, 0}, []float64{1.5, 3.5}},
		"odd":                 {[]float64{1, 2, 3, 4, 5}, 2, []int{0, 0, 1, 1, 1}, []float64{1.5, 4}},
		"a tie in the middle": {[]float64{1, 2, 2, 2, 3, 4}, 2, []int{0, 0, 0, 0, 1, 1}, []float64{1.75, 3.5}},
		"ties together":       {[]float64{2, 2, 2, 2, 3, 9}, 3, []int{0, 0, 0, 0, 1, 1}, []float64{2, 6}},
		"more than many":      {[]float64{0.1, 0.1, 5}, 1 << 60, []int{0, 0, 1}, []float64{0.1, 5}},
		"one value":           {[]float64{0.1, 0.1, 0.1}, 2, []int{0, 0, 0}, []float64{0.1}},
	} {
		label, mean, err := readout.EqualGroups(c.target, c.groups)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(label, c.label) || !floats.EqualApprox(mean, c.mean, 1e-15) {
			t.Errorf("%s: groups %v, means %v, want %v, %v", name, label, mean, c.label, c.mean)
		}
	}
}

func TestEqualGroupsOfDifferentTargetsAreEqual(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 0))
	for range 50 {
		target := make([]float64, 1+r.IntN(100))
		for i := range target {
			target[i] = r.NormFloat64()
		}
		groups := 2 + r.IntN(len(target)+3)
		label, mean, err := readout.EqualGroups(target, groups)
		if err != nil {
			t.Fatal(err)
		}
		if len(mean) != min(groups, len(target)) || !slices.IsSorted(mean) {
			t.Fatalf("%d groups of %d targets: means %v", groups, len(target), mean)
		}
		size := make([]int, len(mean))
		for i, g := range label {
			size[g]++
			for j, h := range label {
				if g < h && target[i] >= target[j] {
					t.Fatalf("target %v in group %d, %v in %d", target[i], g, target[j], h)
				}
			}
		}
		if slices.Max(size)-slices.Min(size) > 1 {
			t.Fatalf("sizes %v", size)
		}
	}
	if _, _, err := readout.EqualGroups(nil, 3); err == nil {
		t.Error("groups of nothing")
	}
}
