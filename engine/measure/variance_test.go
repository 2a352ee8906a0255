package measure_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"example.com/sfatui/engine/measure"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// normal returns an n×p matrix of seeded normal noise.
func normal(n, p int, seed uint64) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	m := mat.NewDense(n, p, nil)
	m.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, m)
	return m
}

func variance(t *testing.T, phi *mat.Dense) measure.UnitVariance {
	t.Helper()
	u, err := measure.Variance(context.Background(), phi)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// Reference value A14: one-pass sums give −2.05 here.
func TestVarianceOfLargeOffset(t *testing.T) {
	u := variance(t, column(1000, func(i int) float64 { return 1e8 + math.Sin(float64(i+1)) }))
	if got := u.Variances[0]; !near(got, 0.500191909614, 1e-6) {
		t.Errorf("variance %.12g, want 0.500191909614", got)
	}
}

// Offsets so large that the mean itself is no float64.
func TestVarianceAndCorrelationOfHugeOffset(t *testing.T) {
	phi := mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1})
	for i := range 4 {
		floats.AddConst(0x1p52, phi.RawRowView(i))
	}
	u := variance(t, phi)
	if u.Min != 0.25 || u.Max != 0.25 || u.MaxAbsCorr != 0 {
		t.Errorf("variances %v, correlation %v, want 0.25 and 0", u.Variances, u.MaxAbsCorr)
	}
}

func TestVarianceAgainstStat(t *testing.T) {
	const n, p = 700, 5 // more than two blocks
	phi := normal(n, p, 1)
	for i := range n {
		row := phi.RawRowView(i)
		row[1] = 3*row[1] + 7
		row[4] = 0.5*row[0] - row[4]
	}
	u := variance(t, phi)
	largest, mean := 0.0, 0.0
	least, most := math.Inf(1), math.Inf(-1)
	for j := range p {
		x := mat.Col(nil, j, phi)
		want := stat.PopVariance(x, nil)
		if !near(u.Variances[j], want, 1e-12) {
			t.Errorf("variance %d: %.15g, want %.15g", j, u.Variances[j], want)
		}
		mean += want / p
		least, most = min(least, want), max(most, want)
		for k := range j {
			largest = max(largest, math.Abs(stat.Correlation(x, mat.Col(nil, k, phi), nil)))
		}
	}
	if !near(u.MaxAbsCorr, largest, 1e-12) {
		t.Errorf("largest correlation %.15g, want %.15g", u.MaxAbsCorr, largest)
	}
	if !near(u.Mean, mean, 1e-12) || !near(u.Min, least, 1e-12) || !near(u.Max, most, 1e-12) {
		t.Errorf("mean, min, max %v %v %v, want %v %v %v", u.Mean, u.Min, u.Max, mean, least, most)
	}
}

func TestVarianceOfCopiesAndConstants(t *testing.T) {
	phi := normal(300, 4, 2)
	for i := range 300 {
		row := phi.RawRowView(i)
		row[2] = 0.1          // a constant whose mean does not come out exactly
		row[3] = 5 - 2*row[0] // a copy
	}
	u := variance(t, phi)
	if u.Variances[2] != 0 || u.Min != 0 {
		t.Errorf("variance of a constant %v, min %v", u.Variances[2], u.Min)
	}
	if !near(u.MaxAbsCorr, 1, 1e-12) || u.MaxAbsCorr > 1 {
		t.Errorf("correlation of copies %.17g, want 1", u.MaxAbsCorr)
	}
	constants := variance(t, phi.Slice(0, 300, 2, 3).(*mat.Dense))
	if constants.MaxAbsCorr != 0 {
		t.Errorf("correlation of a constant alone %v", constants.MaxAbsCorr)
	}
	withConstant := variance(t, mat.NewDense(3, 2, []float64{1, 4, 2, 4, 3, 4}))
	if withConstant.MaxAbsCorr != 0 {
		t.Errorf("correlation with a constant %v", withConstant.MaxAbsCorr)
	}
}

func TestUnitVarianceOK(t *testing.T) {
	for _, c := range []struct {
		variances []float64
		want      bool
	}{
		{[]float64{1, 1.04, 0.96}, true},
		{[]float64{1, 1.06}, false},
		{[]float64{0.94, 1}, false},
		{[]float64{1, math.NaN()}, false},
		{[]float64{math.Inf(1)}, false},
	} {
		if got := (measure.UnitVariance{Variances: c.variances}).OK(0.05); got != c.want {
			t.Errorf("OK of %v is %v", c.variances, got)
		}
	}
}

func TestVarianceOfNaN(t *testing.T) {
	phi := normal(10, 3, 3)
	phi.Set(4, 1, math.NaN())
	u := variance(t, phi)
	if u.OK(math.MaxFloat64) || !math.IsNaN(u.MaxAbsCorr) || !math.IsNaN(u.Mean) || !math.IsNaN(u.Min) || !math.IsNaN(u.Max) {
		t.Errorf("a NaN passed unseen: %+v", u)
	}
}

func TestVarianceStopsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := measure.Variance(ctx, normal(10, 2, 4)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestVarianceIsTheSameOnAnyNumberOfProcessors(t *testing.T) {
	phi := normal(600, 70, 5)
	before := runtime.GOMAXPROCS(1)
	one := variance(t, phi)
	runtime.GOMAXPROCS(4)
	four := variance(t, phi)
	runtime.GOMAXPROCS(before)
	if one.MaxAbsCorr != four.MaxAbsCorr || one.Mean != four.Mean {
		t.Errorf("%v %v on one, %v %v on four", one.MaxAbsCorr, one.Mean, four.MaxAbsCorr, four.Mean)
	}
}

func BenchmarkVariance(b *testing.B) {
	phi := normal(6000, 32, 6)
	for b.Loop() {
		if _, err := measure.Variance(context.Background(), phi); err != nil {
			b.Fatal(err)
		}
	}
}
