package readout_test

import (
	"math"
	"strings"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// shrunk returns the regression of L59 together with its mirror image: the means are
// zero, so that a bias changes nothing, and all sums are twice as large.
func shrunk() (*mat.Dense, []float64) {
	x, y := mat.NewDense(24, 5, nil), make([]float64, 24)
	for i := range 12 {
		for j := range 5 {
			v := math.Sin(0.31 * float64((i+1)*(j+1)))
			x.Set(i, j, v)
			x.Set(12+i, j, -v)
		}
		y[i] = math.Cos(0.8*float64(i)) + 0.1*float64(i)
		y[12+i] = -y[i]
	}
	return x, y
}

func weightsNear(t *testing.T, m *readout.Model, want []float64) {
	t.Helper()
	for j, v := range append(want, 0) {
		if got := m.W.At(j, 0); math.Abs(got-v) > 1e-9 {
			t.Errorf("weight %d is %.10f, want %.10f", j, got, v)
		}
	}
}

// Ridge minimises ½‖y − Xw‖² + β‖w‖² with β half of η, the lasso ½‖y − Xw‖² + β‖w‖₁.
func TestL59RidgeAndLasso(t *testing.T) {
	x, y := shrunk()
	ridge := must[*readout.Model](t)(readout.Linear(t.Context(), x, y, 2*2*1))
	weightsNear(t, ridge, []float64{0.1538020552, -0.0882752403, 0.5734309235, 0.1621005448, 0.0052382130})
	objective := func(m *readout.Model, penalty func(w []float64) float64) float64 {
		w := mat.Col(nil, 0, m.W)[:5]
		rest := m.Predict(x)
		floats.Sub(rest, y)
		return floats.Dot(rest, rest)/4 + penalty(w) // a quarter: of twice the samples, half
	}
	if got := objective(ridge, func(w []float64) float64 { return floats.Dot(w, w) }); math.Abs(got-3.9778802616) > 1e-9 {
		t.Errorf("ridge: objective %.10f", got)
	}
	lasso := must[*readout.LeastAbsolute](t)(readout.Lasso(t.Context(), x, y, 2*1))
	weightsNear(t, lasso.Model, []float64{0.0181763761, 0, 0.6020356339, 0.0321204744, 0})
	if got := objective(lasso.Model, func(w []float64) float64 { return floats.Norm(w, 1) }); math.Abs(got-4.4232643217) > 1e-9 || math.Abs(lasso.Objective/2-got) > 1e-9 {
		t.Errorf("lasso: objective %.10f, said to be %.10f", got, lasso.Objective/2)
	}
	if math.Abs(lasso.Zero/2-4.9115125529) > 1e-9 {
		t.Errorf("all weights are zero from %.10f", lasso.Zero/2)
	}
	none := must[*readout.LeastAbsolute](t)(readout.Lasso(t.Context(), x, y, lasso.Zero))
	if len(none.Chosen()) != 0 || len(none.Notes) != 1 {
		t.Errorf("%v %q", none.Chosen(), none.Notes)
	}
	if some := must[*readout.LeastAbsolute](t)(readout.Lasso(t.Context(), x, y, 0.999*lasso.Zero)); len(some.Chosen()) != 1 {
		t.Errorf("just below, the weights are %v", some.Chosen())
	}
}

// Inputs that are copies share what one of them would have, and nothing fails.
func TestLassoOfCopies(t *testing.T) {
	rng := linalgtest.SplitMix(2)
	x, y := mat.NewDense(40, 6, nil), make([]float64, 40)
	for i := range 40 {
		for j := range 3 {
			v := rng.Normal()
			x.Set(i, j, v)
			x.Set(i, j+3, v)
		}
		y[i] = 3 + 2*x.At(i, 1) + 0.1*rng.Normal()
	}
	m := must[*readout.LeastAbsolute](t)(readout.Lasso(t.Context(), x, y, 5))
	single := must[*readout.LeastAbsolute](t)(readout.Lasso(t.Context(), mat.DenseCopyOf(x.Slice(0, 40, 0, 3)), y, 5))
	for j := range 3 {
		if both, one := m.W.At(j, 0)+m.W.At(j+3, 0), single.W.At(j, 0); math.Abs(both-one) > 1e-9 {
			t.Errorf("weights %d: %g of both, %g of one", j, both, one)
		}
	}
}

func TestSupportFeaturesOfThreeClasses(t *testing.T) {
	rng := linalgtest.SplitMix(6)
	x, label := mat.NewDense(90, 8, nil), make([]int, 90)
	for i := range label {
		label[i] = i % 3
		for j := range 8 {
			x.Set(i, j, rng.Normal())
		}
		x.Set(i, 2+label[i], x.At(i, 2+label[i])+12)
	}
	label[0] = -1
	at := part.Point{}.With(readout.Name.Is("sfm"), readout.Form.Is("centred"))
	m := must[*readout.SupportFeatures](t)(readout.NewSupportFeatures(t.Context(), x, label, 4, at))
	for _, c := range m.Chosen() {
		if c.Index < 2 || c.Index > 4 || c.Weight > 0 != (c.Index == 2+c.Class) {
			t.Errorf("%+v", c)
		}
	}
	if got := rightShare(m.Discriminants(x.Slice(1, 90, 0, 8).(*mat.Dense)), label[1:]); got < 0.98 {
		t.Errorf("%g are right", got)
	}
	if m.Info()["chosen"] != 3 || len(m.Notes) != 1 { // the fourth class has no sample
		t.Errorf("%v %q", m.Info(), m.Notes)
	}
}

// Two inputs decide about a plane that is off the origin, wherever that is; a bias that costs
// what weights do takes a third. Weights and biases are those of the iterated programs by
// scipy.optimize.linprog (HiGHS).
func TestSupportFeaturesOffTheOrigin(t *testing.T) {
	for form, want := range map[string][3]float64{
		"centred": {0.5036801187, 0.6765605768, -1.3852417681},
		"margin":  {6.3379287905, 6.9191783613, -15.3659184559},
	} {
		for _, moved := range []float64{0, 1000} {
			x, label := mat.NewDense(30, 8, nil), make([]int, 30)
			for i := range label {
				for j := range 8 {
					x.Set(i, j, math.Sin(0.53*float64((i+1)*(j+2))+0.3*float64(j))+1)
				}
				if x.At(i, 0)+x.At(i, 1) > 2.4 {
					label[i] = 1
				}
				floats.AddConst(moved, x.RawRowView(i))
			}
			at := part.Point{}.With(readout.Name.Is("sfm"), readout.Form.Is(form))
			m := must[*readout.SupportFeatures](t)(readout.NewSupportFeatures(t.Context(), x, label, 2, at))
			chosen := m.Chosen()
			if len(chosen) != 2 || chosen[0].Index != 0 || chosen[1].Index != 1 {
				t.Fatalf("%s from %g: %+v", form, moved, chosen)
			}
			bias := want[2] - moved*(want[0]+want[1])
			if a, b := chosen[0].Weight, chosen[1].Weight; math.Abs(a-want[0])+math.Abs(b-want[1]) > 1e-8 {
				t.Errorf("%s from %g: weights %.10f %.10f, want %v", form, moved, a, b, want)
			}
			d := m.Discriminants(mat.NewDense(1, 8, nil))
			if got := d.At(0, 1); math.Abs(got-bias) > 1e-8*(1+math.Abs(bias)) {
				t.Errorf("%s from %g: bias %.10f, want %.10f", form, moved, got, bias)
			}
		}
	}
}

// Every refusal names a remedy.
func TestSupportFeaturesRefuse(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{1, 1, -1, -1, 1, -1, -1, 1})
	label := []int{0, 0, 1, 1}
	at := part.Point{}.With(readout.Name.Is("sfm"), readout.Form.Is("centred"))
	_, err := readout.NewSupportFeatures(t.Context(), x, label, 2, at)
	if err == nil || !strings.Contains(err.Error(), "--sfm margin") {
		t.Error(err)
	}
	_, err = readout.NewSupportFeatures(t.Context(), x, label, 2, at.With(readout.Form.Is("margin")))
	if err == nil || !strings.Contains(err.Error(), "not separable") || !strings.Contains(err.Error(), "--slack 1") {
		t.Error(err)
	}
}
