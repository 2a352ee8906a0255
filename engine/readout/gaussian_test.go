package readout_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distmv"
)

// classMoments returns the number, the mean and the covariance (divided by the number)
// of the samples of a class.
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

// gaussianReference returns log p(x|k) + log π_k by the printed formulas and gonum's
// normal distribution, which requires features of one scale.
func gaussianReference(t *testing.T, phi *mat.Dense, label []int, classes int) func(x []float64, k int) float64 {
	t.Helper()
	n, p := phi.Dims()
	scale, volume := make([]float64, p), 0.0
	for j := range scale {
		scale[j] = 1 / stat.PopStdDev(mat.Col(nil, j, phi), nil)
		volume += math.Log(scale[j])
	}
	scaled := mat.NewDense(n, p, nil)
	scaled.Apply(func(_, j int, v float64) float64 { return v * scale[j] }, phi)
	var total float64
	count, mean, cov := make([]float64, classes), make([][]float64, classes), make([]*mat.SymDense, classes)
	for k := range classes {
		count[k], mean[k], cov[k] = classMoments(scaled, label, k)
		total += count[k]
	}
	pooled := mat.NewSymDense(p, nil)
	for k := range classes {
		var part mat.SymDense
		part.ScaleSym(count[k]/total, cov[k])
		pooled.AddSym(pooled, &part)
	}
	normal := make([]*distmv.Normal, classes)
	for k := range classes {
		alpha := float64((p+1)*(p+1)) / (count[k]*count[k] + float64((p+1)*(p+1)))
		var own, all mat.SymDense
		own.ScaleSym(1-alpha, cov[k])
		all.ScaleSym(alpha, pooled)
		own.AddSym(&own, &all)
		ok := false
		if normal[k], ok = distmv.NewNormal(mean[k], &own, nil); !ok {
			t.Fatal("the covariance is singular")
		}
	}
	return func(x []float64, k int) float64 {
		v := normal[k].LogProb(floats.MulTo(make([]float64, p), x, scale)) + volume + math.Log(count[k]/total)
		if math.IsNaN(v) {
			t.Fatal("the reference is not a number")
		}
		return v
	}
}

func gaussian(t *testing.T, phi *mat.Dense, label []int, classes int) *readout.Gaussians {
	t.Helper()
	return must[*readout.Gaussians](t)(readout.Gaussian(context.Background(), phi, label, classes, part.Point{}))
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
	m := gaussian(t, phi, label, 3)
	if len(m.Notes) != 0 {
		t.Errorf("notes %q", m.Notes)
	}
	disc := m.Discriminants(phi)
	x, kept := labelled(phi, label)
	want := gaussianReference(t, x.Slice(0, len(kept), 0, 5).(*mat.Dense), kept, 3)
	for i := 0; i < len(label); i += 7 {
		for k := range 3 {
			if got, want := disc.At(i, k), want(phi.RawRowView(i), k); math.Abs(got-want) > 1e-7 {
				t.Fatalf("sample %d, class %d: %v, want %v", i, k, got, want)
			}
		}
	}
}

// A class with four samples of five features takes most from the others.
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
	want := gaussianReference(t, phi, label, 3)
	disc := m.Discriminants(phi)
	for i := range label {
		for k := range 3 {
			if got, want := disc.At(i, k), want(phi.RawRowView(i), k); math.Abs(got-want) > 1e-9 {
				t.Fatalf("sample %d, class %d: %v, want %v", i, k, got, want)
			}
		}
	}
}

// threeSmallClasses returns twelve samples of two features.
func threeSmallClasses() (*mat.Dense, []int) {
	return mat.NewDense(12, 2, []float64{
		0, 0, 1, .5, .5, 1.5, -1, -.5,
		3, 0, 4, 1, 3.5, -1, 5, .5, 4.5, -.5,
		1, 4, 2, 5, 1.5, 6,
	}), []int{0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2}
}

func TestH16GaussianIsShrunkSmoothly(t *testing.T) {
	phi, label := threeSmallClasses()
	got := gaussian(t, phi, label, 3).Discriminants(mat.NewDense(2, 2, []float64{1, 1, 3, 3}))
	want := mat.NewDense(2, 3, []float64{
		-2.800786974422, -16.022641636391, -16.729763938617,
		-11.008916323737, -15.417323778062, -15.455588739527,
	})
	if !agree(got, want, 1e-11) {
		t.Errorf("discriminants\n%.12f\nwant\n%.12f", mat.Formatted(got), mat.Formatted(want))
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

// Classes of points without any variance are separated by distance.
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
	if len(m.Notes) != 2 || !strings.Contains(m.Notes[1], "3 of 3 classes is singular") {
		t.Errorf("notes %q", m.Notes)
	}
}

// One direction separates the classes and varies within none: the covariance mixed in
// must bring the condition to exactly 1e10.
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
	if _, err := readout.Gaussian(context.Background(), phi, label, 2, part.Point{}); err == nil || !strings.Contains(err.Error(), "overflow") {
		t.Errorf("error %v", err)
	}
}
