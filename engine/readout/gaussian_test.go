package readout_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distmv"
)

// classMoments is the number, the mean and the covariance (divided by the
// number) of the samples of a class.
func classMoments(phi *mat.Dense, label []int, class int) (n float64, mean []float64, cov *mat.SymDense) {
	_, p := phi.Dims()
	var data []float64
	for i, k := range label {
		if k == class {
			data = append(data, phi.RawRowView(i)...)
			n++
		}
	}
	x := mat.NewDense(int(n), p, data)
	mean = make([]float64, p)
	for j := range mean {
		mean[j] = stat.Mean(mat.Col(nil, j, x), nil)
	}
	cov = mat.NewSymDense(p, nil)
	for i := range int(n) {
		d := mat.NewVecDense(p, nil)
		d.SubVec(x.RowView(i), mat.NewVecDense(p, mean))
		cov.SymRankOne(cov, 1/n, d)
	}
	return n, mean, cov
}

// logDensity is log p + log prior by gonum's normal distribution.
func logDensity(t *testing.T, x, mean []float64, cov *mat.SymDense, prior float64) float64 {
	t.Helper()
	normal, ok := distmv.NewNormal(mean, cov, nil)
	if !ok {
		t.Fatal("the covariance is singular")
	}
	return normal.LogProb(x) + math.Log(prior)
}

func gaussian(t *testing.T, phi *mat.Dense, label []int, classes int) *readout.Gaussians {
	t.Helper()
	return must[*readout.Gaussians](t)(readout.Gaussian(context.Background(), phi, label, classes))
}

func TestGaussianAgainstNormalDensity(t *testing.T) {
	phi, label := clouds(1500, 5, 3, 2, 50) // more than a block of each class
	for i, k := range label {
		row := phi.RawRowView(i)
		row[1] += float64(k) * row[0] // covariances differ
		row[2] = 1e6 + 1e3*row[2]
		row[3] *= 1e-7
	}
	label = unlabel(label)
	x, kept := labelled(phi, label)
	m := gaussian(t, phi, label, 3)
	if len(m.Notes) != 0 {
		t.Errorf("notes %q", m.Notes)
	}
	disc := m.Discriminants(phi)
	for k := range 3 {
		n, mean, cov := classMoments(x.Slice(0, len(kept), 0, 5).(*mat.Dense), kept, k)
		for i := 0; i < len(label); i += 7 {
			want := logDensity(t, phi.RawRowView(i), mean, cov, n/float64(len(kept)))
			if got := disc.At(i, k); math.Abs(got-want) > 1e-7 {
				t.Fatalf("sample %d, class %d: %v, want %v", i, k, got, want)
			}
		}
	}
}

// A class with four samples of five features takes the rest from the others.
func TestGaussianOfFewSamplesIsShrunk(t *testing.T) {
	phi, label := clouds(300, 5, 2, 2, 51)
	for i := range label {
		if i < 4 {
			label[i] = 2
		}
	}
	m := gaussian(t, phi, label, 3)
	if len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "covariance of 1 of 3 classes") ||
		!strings.Contains(m.Notes[0], "class 2 (counted from 0), with 4 samples in 5 directions") {
		t.Errorf("notes %q", m.Notes)
	}
	pooled := mat.NewSymDense(5, nil)
	var mean [3][]float64
	var cov [3]*mat.SymDense
	var n [3]float64
	for k := range 3 {
		n[k], mean[k], cov[k] = classMoments(phi, label, k)
		scaled := mat.NewSymDense(5, nil)
		scaled.ScaleSym(n[k]/300, cov[k])
		pooled.AddSym(pooled, scaled)
	}
	cov[2].ScaleSym(4.0/10, cov[2])
	pooled.ScaleSym(6.0/10, pooled)
	cov[2].AddSym(cov[2], pooled)
	disc := m.Discriminants(phi)
	for k := range 3 {
		for i := range label {
			want := logDensity(t, phi.RawRowView(i), mean[k], cov[k], n[k]/300)
			if got := disc.At(i, k); math.Abs(got-want) > 1e-9 {
				t.Fatalf("sample %d, class %d: %v, want %v", i, k, got, want)
			}
		}
	}
}

// Copies, mixtures and constants change nothing but a factor of all densities.
func TestGaussianOfSingularFeatures(t *testing.T) {
	phi, label := clouds(400, 3, 3, 2, 52)
	wide := mat.NewDense(400, 6, nil)
	for i := range label {
		row := phi.RawRowView(i)
		wide.SetRow(i, []float64{row[0], 0.1, row[1], row[2], 1e3*row[0] - row[1], row[2]})
	}
	want := gaussian(t, phi, label, 3).Discriminants(phi)
	m := gaussian(t, wide, label, 3)
	if len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "3 of 6 directions") {
		t.Errorf("notes %q", m.Notes)
	}
	got := m.Discriminants(wide)
	for i := range label {
		a, b := got.RawRowView(i), want.RawRowView(i)
		floats.AddConst(-a[0], a)
		floats.AddConst(-b[0], b)
		if !floats.EqualApprox(a, b, 1e-6) {
			t.Fatalf("sample %d: %v, want %v", i, a, b)
		}
	}
}

// Classes of points without any variance are told apart by distance.
func TestGaussianOfClassesThatDoNotVary(t *testing.T) {
	phi := mat.NewDense(6, 2, []float64{0, 0, 0, 0, 3, 0, 3, 0, 0, 5, 0, 5})
	label := []int{0, 0, 1, 1, 2, 2}
	m := gaussian(t, phi, label, 3)
	samples := mat.NewDense(4, 2, []float64{0.1, 0.2, 2.8, 1, 0.2, 4, 0, 0})
	disc := m.Discriminants(samples)
	if got := rightShare(disc, []int{0, 1, 2, 0}); got != 1 {
		t.Errorf("discriminants\n%v", mat.Formatted(disc))
	}
	for _, v := range disc.RawMatrix().Data {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Errorf("discriminants\n%v", mat.Formatted(disc))
			break
		}
	}
	if len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "3 of 3 classes") {
		t.Errorf("notes %q", m.Notes)
	}
}

// One direction tells the classes apart and varies within none: what is mixed
// in must leave the condition at 1e10, no less and no more.
func TestGaussianMixesInAsLittleAsItMust(t *testing.T) {
	phi, label := clouds(200, 2, 2, 0, 53)
	for i, k := range label {
		phi.Set(i, 1, float64(k))
	}
	m := gaussian(t, phi, label, 2)
	_, mean, _ := classMoments(phi, label, 0)
	// From the mean of class 0, a step of equal size in either whitened
	// direction costs in the ratio of the variances within.
	at := func(dx, dy float64) float64 {
		return m.Discriminants(mat.NewDense(1, 2, []float64{mean[0] + dx, mean[1] + dy})).At(0, 0)
	}
	step := 1e-3
	sx, sy := math.Sqrt(stat.PopVariance(mat.Col(nil, 0, phi), nil)), math.Sqrt(stat.PopVariance(mat.Col(nil, 1, phi), nil))
	ratio := (at(0, step*sy) - at(0, 0)) / (at(1e3*sx, 0) - at(0, 0)) * 1e12
	if ratio < 0.9e10 || ratio > 1.1e10 {
		t.Errorf("condition about %.3g, want 1e10", ratio)
	}
	if got := rightShare(m.Discriminants(phi), label); got != 1 {
		t.Errorf("%v of separated samples are right", got)
	}
}

func TestGaussianOfConstantsGivesThePriors(t *testing.T) {
	phi := mat.NewDense(4, 2, []float64{0.1, 3, 0.1, 3, 0.1, 3, 0.1, 3})
	disc := gaussian(t, phi, []int{0, 1, 1, 1}, 2).Discriminants(mat.NewDense(1, 2, []float64{7, 8}))
	if want := mat.NewDense(1, 2, []float64{math.Log(0.25), math.Log(0.75)}); !agree(disc, want, 1e-15) {
		t.Errorf("discriminants %v", disc.RawRowView(0))
	}
}

func TestGaussianOfOtherUnits(t *testing.T) {
	phi, label := clouds(60, 4, 5, 3, 54)
	label[0] = 4
	label[1] = 4
	units := mat.NewDense(60, 4, nil)
	units.Apply(func(_, j int, v float64) float64 { return v * []float64{1e9, 1e-9, 1, 1e3}[j] }, phi)
	a, b := gaussian(t, phi, label, 5).Discriminants(phi), gaussian(t, units, label, 5).Discriminants(units)
	for i := range label {
		x, y := a.RawRowView(i), b.RawRowView(i)
		floats.AddConst(3*math.Log(10), x)
		floats.AddConst(6*math.Log(10), y)
		if !floats.EqualApprox(x, y, 1e-7) {
			t.Fatalf("sample %d: %v in one unit, %v in the other", i, x, y)
		}
	}
}

func TestGaussianRefusesOverflow(t *testing.T) {
	phi, label := clouds(50, 3, 2, 1, 55)
	phi.Scale(math.MaxFloat64/10, phi)
	if _, err := readout.Gaussian(context.Background(), phi, label, 2); err == nil || !strings.Contains(err.Error(), "overflow") {
		t.Errorf("error %v", err)
	}
}
