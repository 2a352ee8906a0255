package gaussianprocess

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

func column(n int, f func(i float64) float64) *mat.Dense {
	x := mat.NewDense(n, 1, nil)
	for i := range n {
		x.Set(i, 0, f(float64(i)))
	}
	return x
}

func values(n int, f func(i float64) float64) []float64 { return mat.Col(nil, 0, column(n, f)) }

func one(s *Shape, length, signal, noise float64) Prior {
	return Prior{Terms: []Term{{s, length, signal}}, Noise: noise}
}

func wantAll(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values instead of %d", what, len(got), len(want))
	}
	for i := range want {
		if !scalar.EqualWithinAbs(got[i], want[i], tol) {
			t.Errorf("%s[%d] = %.11g, want %.11g", what, i, got[i], want[i])
		}
	}
}

func condition(t *testing.T, p Prior, x *mat.Dense, y []float64) *Exact {
	t.Helper()
	e, err := Condition(t.Context(), p, x, y)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func predict(t *testing.T, p Process, x *mat.Dense) (mean, variance []float64) {
	t.Helper()
	mean, variance, err := p.Predict(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	return mean, variance
}

// The eight samples of L1 to L4.
var (
	eightX = column(8, func(i float64) float64 { return i/2 + 0.3*math.Sin(i) })
	eightY = values(8, func(i float64) float64 {
		return math.Sin(i/2+0.3*math.Sin(i)) + 0.1*math.Cos(5*i)
	})
	eight = one(Gaussian, 0.9, 1.2, 0.1)
	fourX = mat.NewDense(4, 1, []float64{0.25, 1.7, 3.9, 6})
)

func TestL1MeanAndVariance(t *testing.T) {
	mean, variance := predict(t, condition(t, eight, eightX, eightY), fourX)
	wantAll(t, "mean", mean, []float64{0.3298489168, 0.9749397345, -0.6957962847, -0.0386722068}, 1e-10)
	wantAll(t, "variance", variance, []float64{0.0124742497, 0.0040678711, 0.0354889542, 1.4349791632}, 1e-10)
}

func TestL2LikelihoodGradientAndMaximum(t *testing.T) {
	l, gradient, err := OnSamples(eightX, eightY, eight)(t.Context(), eight)
	if err != nil {
		t.Fatal(err)
	}
	wantAll(t, "parts", []float64{l.Fit, l.Complexity, l.Constant, l.Log()}, []float64{-0.8709752667, 5.3954727606, -7.3515082656, -2.8270107718}, 1e-9)
	wantAll(t, "gradient", gradient, []float64{5.7747902206, -4.3967719715, -1.8612774951}, 1e-8)
	// There is a second maximum of 0.33962789 at ℓ 1.738, where some starts end.
	all := Free{true, true, true}
	ends, best, err := Fit(t.Context(), Starts(eightX, eight, all), all, OnSamples(eightX, eightY, eight))
	if err != nil {
		t.Fatal(err)
	}
	p := ends[best].Prior
	wantAll(t, "maximum", []float64{p.Terms[0].Length, p.Terms[0].Signal, p.Noise}, []float64{1.0390000, 0.6881025, 0.0363768}, 1e-6)
	wantAll(t, "likelihood", []float64{ends[best].LogLikelihood}, []float64{0.5219203179}, 1e-9)
}

func TestL3LeaveOneOut(t *testing.T) {
	mean, variance, err := condition(t, eight, eightX, eightY).LeaveOneOut(t.Context(), eightY)
	if err != nil {
		t.Fatal(err)
	}
	wantAll(t, "mean", mean, []float64{0.4522595535, 0.5522771556, 0.9004970960, 0.9673989027, 0.9525580888, 0.9263641520, 0.1869567542, -0.2633544613}, 1e-9)
	wantAll(t, "variance", variance, []float64{0.4056863566, 0.0731577829, 0.0202318516, 0.0167055938, 0.0174960285, 0.0404594536, 0.1376184193, 0.4813451070}, 1e-9)
	sum := 0.0
	for i, v := range variance {
		d := eightY[i] - mean[i]
		sum -= math.Log(2*math.Pi*v)/2 + d*d/(2*v)
	}
	wantAll(t, "sum of log densities", []float64{sum}, []float64{2.7026503697}, 1e-8)
}

func TestL4Interpolation(t *testing.T) {
	want := []float64{0.0388, 0.02308213, 0.00222068, 2.427362e-5}
	for i, noise := range []float64{0.1, 0.01, 1e-3, 1e-4} {
		mean, _ := predict(t, condition(t, one(Gaussian, 0.9, 1.2, noise), eightX, eightY), eightX)
		if worst := floats.Distance(mean, eightY, math.Inf(1)); !scalar.EqualWithinRel(worst, want[i], 2e-3) {
			t.Errorf("σ_n %g: %.7g from the targets, want %g", noise, worst, want[i])
		}
	}
}

func TestL4WeightView(t *testing.T) {
	prior := []float64{1, math.Sqrt(0.5), math.Sqrt(2)} // √Σ_p, which the inputs take up
	x := mat.NewDense(12, 3, nil)
	for j := range 12 {
		for d, s := range prior {
			x.Set(j, d, s*math.Sin(float64((d+1)*(j+1))*0.7))
		}
	}
	at := mat.NewDense(1, 3, []float64{0.3 * prior[0], -0.7 * prior[1], 1.1 * prior[2]})
	y := values(12, func(j float64) float64 { return math.Cos(0.9 * j) })
	p := one(Linear, 0, math.Sqrt(3), 0.2)
	axes := mat.NewDense(3, 3, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1})
	weights, err := ConditionOn(t.Context(), p, x, y, axes, DTC)
	if err != nil {
		t.Fatal(err)
	}
	for name, q := range map[string]Process{"function view": condition(t, p, x, y), "weight view": weights} {
		mean, variance := predict(t, q, at)
		wantAll(t, name, []float64{mean[0], variance[0]}, []float64{-0.0277158920, 0.0128021105}, 1e-10)
	}
}

func TestL5TwoOptima(t *testing.T) {
	x := column(9, func(i float64) float64 { return 0.9 * i })
	y := values(9, func(i float64) float64 { return 0.8*math.Sin(1.4*0.9*i) + 0.3*math.Cos(2*i*i) })
	free := Free{Lengths: true, Noise: true}
	far := one(Gaussian, 15, 1, 0.3)
	ends, best, err := Fit(t.Context(), []Prior{far}, free, OnSamples(x, y, far))
	if err != nil {
		t.Fatal(err)
	}
	p := ends[best].Prior
	wantAll(t, "from ℓ = 15", []float64{p.Terms[0].Length, p.Noise, ends[best].LogLikelihood}, []float64{18.2216, 0.450621, -7.276572769}, 1e-4)
	ends, best, err = Fit(t.Context(), []Prior{far, one(Gaussian, 5, 1, 0.3), one(Gaussian, 1.5, 1, 0.3)}, free, OnSamples(x, y, far))
	if err != nil {
		t.Fatal(err)
	}
	p = ends[best].Prior
	wantAll(t, "the best", []float64{p.Terms[0].Length, p.Noise, ends[best].LogLikelihood}, []float64{1.51189, 0.123771, -5.220129028}, 1e-5)
	wantAll(t, "likelihood", []float64{ends[best].LogLikelihood}, []float64{-5.220129028}, 1e-8)
}

func TestL6InducingInputs(t *testing.T) {
	x := column(60, func(i float64) float64 { return 0.1 * i })
	y := values(60, func(i float64) float64 { return math.Sin(0.1*i) + 0.1*math.Cos(0.7*i) })
	u := column(12, func(i float64) float64 { return 0.5 * i })
	p := one(Gaussian, 0.5, 1, 0.1)
	exact := condition(t, p, x, y)
	mean, variance := predict(t, exact, fourX)
	wantAll(t, "exact mean", mean, []float64{0.2053214463, 1.0481410781, -0.7272068337, -0.4190904501}, 1e-9)
	wantAll(t, "exact likelihood", []float64{exact.Likelihood().Log()}, []float64{40.4187324074}, 1e-8)
	dtc, err := ConditionOn(t.Context(), p, x, y, u, DTC)
	if err != nil {
		t.Fatal(err)
	}
	got, spread := predict(t, dtc, fourX)
	wantAll(t, "DTC mean", got, []float64{0.2319014899, 0.9793176013, -0.6883013628, -0.3159398366}, 1e-9)
	wantAll(t, "DTC variance", spread, []float64{0.0153793668, 0.0067392339, 0.0037751042, 0.5063083874}, 1e-9)
	wantAll(t, "DTC likelihood", []float64{dtc.Likelihood().Log()}, []float64{34.0525998635}, 1e-8)
	fitc, err := ConditionOn(t.Context(), p, x, y, u, FITC)
	if err != nil {
		t.Fatal(err)
	}
	got, _ = predict(t, fitc, fourX)
	wantAll(t, "FITC mean", got, []float64{0.2288457074, 0.9708975030, -0.7124910392, -0.2012468933}, 1e-9)
	wantAll(t, "FITC likelihood", []float64{fitc.Likelihood().Log()}, []float64{28.1726315624}, 1e-8)
	for _, how := range []Approximation{DTC, FITC} {
		all, err := ConditionOn(t.Context(), p, x, y, x, how)
		if err != nil {
			t.Fatal(err)
		}
		m, v := predict(t, all, fourX)
		wantAll(t, "mean on all samples", m, mean, 1e-6)
		wantAll(t, "variance on all samples", v, variance, 1e-6)
	}
}

// The gradients of every approximation, shape and sum are those of finite differences.
func TestGradientsAreFiniteDifferences(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	x := mat.NewDense(30, 2, nil)
	for i := range 30 {
		x.SetRow(i, []float64{rnd.NormFloat64(), rnd.NormFloat64()})
	}
	y := values(30, func(i float64) float64 { return math.Sin(x.At(int(i), 0)) + 0.2*rnd.NormFloat64() })
	for _, p := range []Prior{
		one(Gaussian, 0.8, 1.1, 0.3), one(Matern32, 0.8, 1.1, 0.3), one(Matern52, 0.8, 1.1, 0.3), one(Linear, 0, 1.1, 0.3),
		{Terms: []Term{{Gaussian, 0.7, 0.9}, {Linear, 0, 0.4}}, Noise: 0.2},
	} {
		inducing := 7
		if p.Terms[0].Shape == Linear {
			inducing = 2
		}
		u := mat.DenseCopyOf(x.Slice(0, inducing, 0, 2))
		for name, f := range map[string]Objective{"exact": OnSamples(x, y, p), "DTC": OnInducing(x, y, u, DTC), "FITC": OnInducing(x, y, u, FITC)} {
			_, gradient, err := f(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			for i := range p.dims() {
				if i < 2*len(p.Terms) && i%2 == 0 && !p.Terms[i/2].Shape.HasLength() {
					continue
				}
				side := func(h float64) float64 {
					q := p.clone()
					*q.parameter(i) *= math.Exp(h)
					l, _, err := f(t.Context(), q)
					if err != nil {
						t.Fatal(err)
					}
					return l.Log()
				}
				if want := (side(1e-5) - side(-1e-5)) / 2e-5; !scalar.EqualWithinAbsOrRel(gradient[i], want, 1e-5, 1e-5) {
					t.Errorf("%s %s: slope %d is %g, by differences %g", name, p.Terms[0].Shape.Name, i, gradient[i], want)
				}
			}
		}
	}
}

func TestProcessDegenerate(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{0, 1, 1, 2})
	y := []float64{0, 1, 1, 0}
	e := condition(t, one(Gaussian, 1, 1, 0), x, y)
	if !(e.Jitter() > 0) {
		t.Error("duplicate inputs without noise need a jitter")
	}
	mean, variance := predict(t, e, mat.NewDense(3, 1, []float64{0, 1, 1e3}))
	wantAll(t, "mean", mean, []float64{0, 1, 0}, 1e-4) // far outside it returns to the mean
	wantAll(t, "variance", variance, []float64{0, 0, 1}, 1e-4)
	for _, v := range variance {
		if v < 0 {
			t.Errorf("a variance of %g", v)
		}
	}
	if _, err := ConditionOn(t.Context(), one(Gaussian, 1, 1, 0), x, y, x, DTC); err == nil {
		t.Error("inducing inputs without noise are refused")
	}
	if _, err := Condition(t.Context(), one(Gaussian, 1, 1, 0.1), mat.NewDense(1, 1, []float64{math.NaN()}), []float64{1}); err == nil {
		t.Error("an input that is not a number is refused")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Condition(ctx, eight, eightX, eightY); err == nil {
		t.Error("it goes on when its context has ended")
	}
}

// scaledBy returns the prior of c times the function.
func scaledBy(p Prior, c float64) Prior {
	q := p.clone()
	q.Noise *= c
	for i := range q.Terms {
		q.Terms[i].Signal *= c
	}
	return q
}

func TestProcessProperties(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		n := 5 + rnd.IntN(20)
		x := mat.NewDense(n, 2, nil)
		y := make([]float64, n)
		for i := range n {
			x.SetRow(i, []float64{rnd.NormFloat64(), rnd.NormFloat64()})
			y[i] = rnd.NormFloat64()
		}
		p := one(Shapes[rnd.IntN(3)], 0.5+rnd.Float64(), 0.5+rnd.Float64(), 0.1+rnd.Float64())
		all := condition(t, p, x, y)
		mean, variance := predict(t, all, x)
		for i, v := range variance {
			if v > p.Noise*p.Noise*(1+1e-9) {
				t.Errorf("the variance at sample %d is %g, the noise's %g", i, v, p.Noise*p.Noise)
			}
		}
		_, fewer := predict(t, condition(t, p, x.Slice(0, n-1, 0, 2).(*mat.Dense), y[:n-1]), x)
		for i := range fewer {
			if variance[i] > fewer[i]+1e-9 {
				t.Errorf("one more sample raises a variance from %g to %g", fewer[i], variance[i])
			}
		}
		c := 7.0
		scaled := condition(t, scaledBy(p, c), x, floats.ScaleTo(make([]float64, n), c, y))
		larger, _ := predict(t, scaled, x)
		wantAll(t, "scaled mean", larger, floats.ScaleTo(make([]float64, n), c, mean), 1e-9)
		wantAll(t, "scaled likelihood", []float64{scaled.Likelihood().Log()}, []float64{all.Likelihood().Log() - float64(n)*math.Log(c)}, 1e-8)
		order := rnd.Perm(n)
		shuffled, turned := mat.NewDense(n, 2, nil), make([]float64, n)
		for to, from := range order {
			shuffled.SetRow(to, x.RawRowView(from))
			turned[to] = y[from]
		}
		other := condition(t, p, shuffled, turned)
		again, _ := predict(t, other, x)
		wantAll(t, "permuted mean", again, mean, 1e-12)
	}
}

func TestFitKeepsWhatIsGiven(t *testing.T) {
	free := Free{Noise: true}
	p := one(Gaussian, 0.9, 1.2, 0.5)
	f, err := FitSamples(t.Context(), eightX, eightY, p, free)
	if err != nil {
		t.Fatal(err)
	}
	if g := f.Prior.Terms[0]; g != p.Terms[0] || f.Prior.Noise == p.Noise {
		t.Errorf("the noise alone was to be fitted, and the prior is %v", f.Prior)
	}
	if f, err = FitSamples(t.Context(), eightX, eightY, p, Free{}); err != nil || f.Prior.Noise != p.Noise {
		t.Errorf("nothing was to be fitted: %v, %v", f.Prior, err)
	}
}

// dot returns k_*ᵀα of a covariance defined in the test.
func dot(k func(a, b float64) float64, x float64, at, alpha []float64) float64 {
	sum := 0.0
	for j, a := range alpha {
		sum += k(x, at[j]) * a
	}
	return sum
}

func solveWith(t *testing.T, k func(a, b float64) float64, x, y []float64, noise float64) *system {
	t.Helper()
	s, err := solve(t.Context(), y, noise, func() (blas64.General, error) {
		a := mat.NewDense(len(x), len(x), nil).RawMatrix()
		for i := range x {
			for j := i; j < len(x); j++ {
				a.Data[i*a.Stride+j] = k(x[i], x[j])
			}
		}
		return a, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
