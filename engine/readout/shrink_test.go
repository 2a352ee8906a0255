package readout_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/mat"
)

// spiral returns 30 samples of two features, with a target that rises along them.
func spiral() (phi *mat.Dense, target []float64) {
	phi = mat.NewDense(30, 2, nil)
	for i := range 30 {
		x := float64(i)
		phi.SetRow(i, []float64{math.Sin(1.3*x) + 0.1*x, math.Cos(2.1*x) * (1 + 0.05*x)})
		target = append(target, 0.1*x+0.3*math.Pow(math.Sin(1.3*x), 2))
	}
	return phi, target
}

func unshrunk(name string) part.Point {
	return part.Point{}.With(readout.Name.Is(name), readout.Groups.Is(3), readout.Shrink.Is("none"))
}

// Without shrinkage the soft Gaussian regression is Eq. 67 of Escalante-B. and Wiskott 2013
// with plain covariances, by scipy's normal densities.
func TestSoftGaussianWithoutShrinkage(t *testing.T) {
	phi, target := spiral()
	at := unshrunk("soft-gaussian")
	m, err := readout.Kinds.Build(at).Regress(context.Background(), phi, target, at)
	if err != nil {
		t.Fatal(err)
	}
	got := m.Predict(phi)
	for i, want := range map[int]float64{0: 0.8705054159363907, 7: 1.053916733010994, 14: 0.9394344302489015, 21: 2.5522772548192942, 29: 2.446843823085681} {
		if math.Abs(got[i]-want) > 1e-9 {
			t.Errorf("sample %d: %v, want %v", i, got[i], want)
		}
	}
	if info := m.(readout.Informed).Info(); info["shrink_max"] != 0 || info["shrink_min"] != 0 {
		t.Errorf("shrunk by %v", info)
	}
	at = at.With(readout.Shrink.Is(""))
	if m, err = readout.Kinds.Build(at).Regress(context.Background(), phi, target, at); err != nil {
		t.Fatal(err)
	}
	// α = 9/(100+9) for 10 samples of each group in 2 directions.
	if info := m.(readout.Informed).Info(); math.Abs(info["shrink_max"]-9.0/109) > 1e-15 || info["shrink_min"] != info["shrink_max"] {
		t.Errorf("shrunk by %v", info)
	}
	if math.Abs(m.Predict(phi)[7]-got[7]) < 1e-6 {
		t.Error("shrinkage makes no difference")
	}
}

// A class with fewer samples than directions has no covariance of its own; the note names
// the remedy.
func TestGaussianWithoutShrinkageOfFewSamples(t *testing.T) {
	phi, _ := spiral()
	label := make([]int, 30)
	label[3], label[4] = 1, 1
	at := unshrunk("gaussian")
	m, err := readout.Kinds.Build(at).Classify(context.Background(), phi, label, 2, at)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range m.Discriminants(phi).RawMatrix().Data {
		if math.IsNaN(v) {
			t.Fatal("a discriminant is not a number")
		}
	}
	if notes := strings.Join(m.(*readout.Gaussians).Notes, "\n"); !strings.Contains(notes, "--shrink pooled") {
		t.Errorf("notes %q", notes)
	}
}
