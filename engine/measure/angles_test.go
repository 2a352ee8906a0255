package measure_test

import (
	"math"
	"testing"

	"example.com/sfatui/engine/measure"
	"gonum.org/v1/gonum/mat"
)

func cosines(t *testing.T, a, b *mat.Dense, want ...float64) {
	t.Helper()
	got := measure.PrincipalAngles(a, b)
	if len(got) != len(want) {
		t.Fatalf("cosines %v, want %v", got, want)
	}
	for i := range want {
		if got[i] > 1 || math.Abs(got[i]-want[i]) > 1e-12 {
			t.Errorf("cosines %v, want %v", got, want)
			return
		}
	}
}

func TestPrincipalAnglesOfMixedFeatures(t *testing.T) {
	a := normal(200, 3, 7)
	var mixed mat.Dense
	mixed.Mul(a, mat.NewDense(3, 3, []float64{1, 2, 0, -1, 3, 1, 0, 1, 5}))
	for i := range 200 {
		mixed.RawRowView(i)[1] += 40 // an offset is no direction
	}
	cosines(t, a, &mixed, 1, 1, 1)
	cosines(t, a, mixed.Slice(0, 200, 0, 2).(*mat.Dense), 1, 1)
}

// A whole number of periods makes these four functions orthogonal.
func TestPrincipalAnglesOfKnownPlanes(t *testing.T) {
	const n = 120
	f := func(i int) (s1, c1, s2 float64) {
		x := 2 * math.Pi * float64(i) / n
		return math.Sin(x), math.Cos(x), math.Sin(2 * x)
	}
	a, b := mat.NewDense(n, 2, nil), mat.NewDense(n, 2, nil)
	for i := range n {
		s1, c1, s2 := f(i)
		a.SetRow(i, []float64{s1, c1})
		b.SetRow(i, []float64{s1, math.Cos(0.3)*c1 + math.Sin(0.3)*s2})
	}
	cosines(t, a, b, 1, math.Cos(0.3))
	third := column(n, func(i int) float64 { _, _, s2 := f(i); return s2 })
	cosines(t, a, third, 0)
}

func TestPrincipalAnglesOfDependentColumns(t *testing.T) {
	a := normal(100, 2, 8)
	twice := mat.NewDense(100, 4, nil)
	for i := range 100 {
		row := a.RawRowView(i)
		twice.SetRow(i, []float64{row[0], row[1], row[0] - row[1], 3})
	}
	cosines(t, a, twice, 1, 1)
	cosines(t, a, mat.NewDense(100, 1, nil))
}

// Features of samples far out overflow: there is no angle then, and no panic.
func TestPrincipalAnglesOfWhatIsNotFinite(t *testing.T) {
	good := normal(10, 2, 10)
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64} {
		bad := normal(10, 2, 9)
		bad.Set(3, 1, v)
		bad.Set(4, 1, -v)
		for _, got := range [][]float64{measure.PrincipalAngles(bad, good), measure.PrincipalAngles(good, bad)} {
			if len(got) != 1 || !math.IsNaN(got[0]) {
				t.Errorf("an entry of %v: cosines %v", v, got)
			}
		}
	}
}
