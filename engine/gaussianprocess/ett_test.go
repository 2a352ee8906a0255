package gaussianprocess

import (
	"math"
	"strconv"
	"testing"

	"example.com/sfatui/datasets/realdata"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// oilTemperature returns the column OT of ETTh1.
func oilTemperature(t *testing.T) []float64 {
	t.Helper()
	var out []float64
	for _, row := range realdata.Rows(t, "ett_h1", "ETTh1.csv") {
		v, err := strconv.ParseFloat(row[len(row)-1], 64)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

// lagged are the inputs of L9 and the value so many hours later.
type lagged struct {
	x   *mat.Dense
	y   []float64
	now []float64
}

var lags = []int{0, 1, 2, 3, 6, 12, 18, 23}

func lag(series []float64, from, to, step, horizon int) lagged {
	var l lagged
	var data []float64
	for t := from; t < to; t += step {
		for _, back := range lags {
			data = append(data, series[t-back])
		}
		l.y, l.now = append(l.y, series[t+horizon]), append(l.now, series[t])
	}
	l.x = mat.NewDense(len(l.y), len(lags), data)
	return l
}

// standardised scales training and test inputs, and the training target.
func standardised(train, test lagged) (x, at *mat.Dense, y []float64, back func(v float64) float64) {
	x, at = mat.DenseCopyOf(train.x), mat.DenseCopyOf(test.x)
	for j := range lags {
		mean, sd := stat.PopMeanStdDev(mat.Col(nil, j, train.x), nil)
		for _, m := range []*mat.Dense{x, at} {
			n, _ := m.Dims()
			for i := range n {
				m.Set(i, j, (m.At(i, j)-mean)/sd)
			}
		}
	}
	mean, sd := stat.PopMeanStdDev(train.y, nil)
	for _, v := range train.y {
		y = append(y, (v-mean)/sd)
	}
	return x, at, y, func(v float64) float64 { return mean + sd*v }
}

func rmse(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return math.Sqrt(sum / float64(len(a)))
}

// judged returns the rmse and the coverage of 95 % on the test rows, in the target's
// units.
func judged(t *testing.T, p Process, noise float64, at *mat.Dense, truth []float64, back func(float64) float64) (error, coverage float64) {
	t.Helper()
	mean, variance := predict(t, p, at)
	covered := 0
	for i, m := range mean {
		half := 1.959963984540054 * (back(math.Sqrt(variance[i]+noise*noise)) - back(0))
		mean[i] = back(m)
		if math.Abs(truth[i]-mean[i]) <= half {
			covered++
		}
	}
	return rmse(mean, truth), float64(covered) / float64(len(mean))
}

func wantNear(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !scalar.EqualWithinAbs(got, want, tol) {
		t.Errorf("%s is %.9g, want %.9g ± %g", what, got, want, tol)
	}
}

func TestL9OilTemperature(t *testing.T) {
	series := oilTemperature(t)
	near, far := one(Gaussian, 3, 1, 0.3), one(Linear, 0, 1, 0.3)
	train, test := lag(series, 24, 8616, 8, 1), lag(series, 11520, 14376, 4, 1)
	x, at, y, back := standardised(train, test)
	if len(train.y) != 1074 || len(test.y) != 714 {
		t.Fatalf("%d and %d rows", len(train.y), len(test.y))
	}
	g := condition(t, near, x, y)
	e, _ := judged(t, g, 0.3, at, test.y, back)
	wantNear(t, "likelihood", g.Likelihood().Log(), 184.078249, 1e-6)
	wantNear(t, "rmse", e, 0.68900028, 1e-8)
	l := condition(t, far, x, y)
	e, _ = judged(t, l, 0.3, at, test.y, back)
	wantNear(t, "linear likelihood", l.Likelihood().Log(), 221.651793, 1e-6)
	wantNear(t, "linear rmse", e, 0.61700250, 1e-8)
	wantNear(t, "persistence", rmse(test.now, test.y), 0.6286, 1e-4)

	for i, m := range []int{50, 100, 200, 400} {
		u := mat.NewDense(m, len(lags), nil)
		for k := range m {
			u.SetRow(k, x.RawRowView(k*len(y)/m))
		}
		p, err := ConditionOn(t.Context(), near, x, y, u, DTC)
		if err != nil {
			t.Fatal(err)
		}
		e, _ := judged(t, p, 0.3, at, test.y, back)
		// Which samples are evenly spaced is a matter of rounding.
		wantNear(t, "rmse with inducing inputs", e, []float64{0.7557, 0.6929, 0.6893, 0.6897}[i], 0.02)
	}

	day, later := lag(series, 24, 8616, 8, 24), lag(series, 11520, 14376, 4, 24)
	x24, at24, y24, back24 := standardised(day, later)
	e, covered := judged(t, condition(t, near, x24, y24), 0.3, at24, later.y, back24)
	wantNear(t, "rmse of a day", e, 4.0026, 1e-4)
	wantNear(t, "coverage of a day", covered, 0.867, 1e-3)
	e, _ = judged(t, condition(t, far, x24, y24), 0.3, at24, later.y, back24)
	wantNear(t, "linear rmse of a day", e, 2.0621, 1e-4)
	wantNear(t, "persistence of a day", rmse(later.now, later.y), 1.9613, 1e-4)

	if testing.Short() {
		t.Skip("the fit takes seconds")
	}
	f, err := FitSamples(t.Context(), x, y, near, Free{true, true, true})
	if err != nil {
		t.Fatal(err)
	}
	e, covered = judged(t, condition(t, f.Prior, x, y), f.Prior.Noise, at, test.y, back)
	if f.LogLikelihood < 884.5 {
		t.Errorf("the fit ends at a likelihood of %g", f.LogLikelihood)
	}
	wantNear(t, "fitted rmse", e, 0.644, 0.005)
	wantNear(t, "fitted coverage", covered, 0.985, 0.01)
	t.Logf("%v: likelihood %.6g", f.Prior, f.LogLikelihood)
}

func TestL10Gaps(t *testing.T) {
	series := oilTemperature(t)[:600]
	var x, y, gap, truth, between []float64
	hidden := func(i int) bool { return i%12 >= 6 && i%12 <= 9 && i < 594 }
	for i, v := range series {
		if !hidden(i) {
			x, y = append(x, float64(i)), append(y, v)
			continue
		}
		gap, truth = append(gap, float64(i)), append(truth, v)
		lo, hi := i, i
		for hidden(lo) {
			lo--
		}
		for hidden(hi) {
			hi++
		}
		between = append(between, series[lo]+(series[hi]-series[lo])*float64(i-lo)/float64(hi-lo))
	}
	if len(gap) != 196 {
		t.Fatalf("%d rows are hidden", len(gap))
	}
	mean, sd := stat.PopMeanStdDev(y, nil)
	for i := range y {
		y[i] = (y[i] - mean) / sd
	}
	matern := func(a, b float64) float64 {
		s := math.Sqrt(3) * math.Abs(a-b) / 12
		return (1 + s) * math.Exp(-s)
	}
	periodic := func(a, b float64) float64 {
		s := math.Sin(math.Pi * (a - b) / 24)
		return matern(a, b)/2 + math.Exp(-2*s*s)*math.Exp(-(a-b)*(a-b)/28800)/2
	}
	of := func(k func(a, b float64) float64) float64 {
		s := solveWith(t, k, x, y, 0.01)
		var filled []float64
		for _, at := range gap {
			filled = append(filled, mean+sd*dot(k, at, x, s.alpha))
		}
		return rmse(filled, truth)
	}
	wantNear(t, "Matérn and period", of(periodic), 1.57650429, 1e-8)
	wantNear(t, "Matérn", of(matern), 1.76585597, 1e-8)
	wantNear(t, "interpolation", rmse(between, truth), 1.70138394, 1e-8)
}
