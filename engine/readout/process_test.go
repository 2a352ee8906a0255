package readout

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/gaussianprocess"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// wave returns a noisy sine of the first of two features, far from 0.
func wave(n int) (*mat.Dense, []float64) {
	rnd := rand.New(rand.NewPCG(7, 8))
	phi, target := mat.NewDense(n, 2, nil), make([]float64, n)
	for i := range n {
		phi.SetRow(i, []float64{rnd.NormFloat64(), rnd.NormFloat64()})
		target[i] = 1000 + 50*math.Sin(2*phi.At(i, 0)) + 5*rnd.NormFloat64()
	}
	return phi, target
}

func TestGaussianProcessFindsNoiseInUnitsOfTheTarget(t *testing.T) {
	phi, target := wave(150)
	for name, at := range map[string]part.Point{
		"exact":    part.Point{}.With(GPKernel.Is("gaussian")),
		"sum":      part.Point{}.With(GPKernel.Is("sum")),
		"matern52": part.Point{}.With(GPKernel.Is("matern52")),
		"dtc":      part.Point{}.With(GPKernel.Is("gaussian"), GPM.Is(60), GPSparse.Is("dtc")),
		"fitc":     part.Point{}.With(GPKernel.Is("gaussian"), GPM.Is(60), GPSparse.Is("fitc")),
	} {
		if testing.Short() && name != "exact" || !testenv.Full() && name == "matern52" {
			continue // a minute under the race detector
		}
		g, err := NewGaussianProcess(t.Context(), phi, target, at)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if noise := g.Info()["noise"]; math.Abs(noise-5) > 1 {
			t.Errorf("%s: a noise of %g instead of 5", name, noise)
		}
		mean, sd, err := g.Distribute(t.Context(), phi)
		if err != nil {
			t.Fatal(err)
		}
		covered := 0
		for i, y := range target {
			if math.Abs(y-mean[i]) <= 1.96*sd[i] {
				covered++
			}
		}
		if share := float64(covered) / float64(len(target)); share < 0.9 {
			t.Errorf("%s: %g of the samples within 95 %%", name, share)
		}
		if again := g.Predict(phi); again[17] != mean[17] {
			t.Errorf("%s: two predictions of a sample: %g and %g", name, again[17], mean[17])
		}
	}
}

// What is given is not fitted, and a linear covariance known at unit vectors is exact.
func TestGaussianProcessTakesWhatIsGiven(t *testing.T) {
	phi, target := wave(40)
	at := part.Point{}.With(GPKernel.Is("gaussian"), GPLength.Is(0.7), GPSignal.Is(1.1), Noise.Is(0.2))
	g, err := NewGaussianProcess(t.Context(), phi, target, at)
	if err != nil {
		t.Fatal(err)
	}
	if want := (gaussianprocess.Term{Shape: gaussianprocess.Gaussian, Length: 0.7, Signal: 1.1}); g.Prior.Terms[0] != want || g.Prior.Noise != 0.2 {
		t.Errorf("the prior is %v", g.Prior)
	}
	at = part.Point{}.With(GPKernel.Is("linear"), GPSignal.Is(1), Noise.Is(0.5))
	if g, err = NewGaussianProcess(t.Context(), phi, target, at); err != nil {
		t.Fatal(err)
	}
	y := make([]float64, 40)
	for i, v := range target {
		y[i] = (v - g.Centre) / g.Scale
	}
	samples := phi
	phi = g.relativeToOrigin(phi)
	exact, err := gaussianprocess.Condition(t.Context(), g.Prior, phi, y)
	if err != nil {
		t.Fatal(err)
	}
	m, v, err := exact.Predict(t.Context(), phi)
	if err != nil {
		t.Fatal(err)
	}
	mean, sd, err := g.Distribute(t.Context(), samples)
	if err != nil {
		t.Fatal(err)
	}
	for i := range mean {
		if math.Abs(mean[i]-g.Centre-g.Scale*m[i]) > 1e-8 || math.Abs(sd[i]-g.Scale*math.Sqrt(v[i]+0.25)) > 1e-8 {
			t.Fatalf("sample %d: %g ± %g by weights, %g and %g by samples", i, mean[i], sd[i], g.Centre+g.Scale*m[i], v[i])
		}
	}
}

func TestGaussianProcessRefuses(t *testing.T) {
	phi, target := wave(20)
	at := part.Point{}.With(GPKernel.Is("gaussian"))
	for i := range target {
		target[i] = 3.2
	}
	if _, err := NewGaussianProcess(t.Context(), phi, target, at); err == nil || !strings.Contains(err.Error(), "the target is 3.2 in all 20 training rows") {
		t.Errorf("a constant target: %v", err)
	}
	many := make([]float64, MaxExact+1)
	many[0] = 1
	if _, err := NewGaussianProcess(t.Context(), mat.NewDense(len(many), 1, nil), many, at); err == nil || !strings.Contains(err.Error(), "--gp-m") {
		t.Errorf("too many samples: %v", err)
	}
	// Constant features are no error: the process then predicts the mean alone.
	target[0] = 4
	if _, err := NewGaussianProcess(t.Context(), mat.NewDense(20, 2, nil), target, at); err != nil {
		t.Errorf("equal features: %v", err)
	}
}

// What leaving one out gives is what fits of all others with the same prior predict.
func TestLeftOutIsWhatAllOthersPredict(t *testing.T) {
	const n = 25
	phi, target := mat.NewDense(n, 1, nil), make([]float64, n)
	for i := range n {
		x := 0.3 * float64(i)
		phi.Set(i, 0, x)
		target[i] = 100 + 7*math.Sin(x) + math.Cos(9*x)
	}
	at := part.Point{}.With(GPKernel.Is("gaussian"), GPLength.Is(1), GPSignal.Is(1), Noise.Is(0.2))
	g, err := NewGaussianProcess(t.Context(), phi, target, at)
	if err != nil {
		t.Fatal(err)
	}
	squares, logs := 0.0, 0.0
	for i := range n {
		var rest []float64
		x := mat.NewDense(n-1, 1, nil)
		for j := range n {
			if j != i {
				x.Set(len(rest), 0, phi.At(j, 0))
				rest = append(rest, (target[j]-g.Centre)/g.Scale)
			}
		}
		p, err := gaussianprocess.Condition(t.Context(), g.Prior, x, rest)
		if err != nil {
			t.Fatal(err)
		}
		mean, variance, err := p.Predict(t.Context(), phi.Slice(i, i+1, 0, 1).(*mat.Dense))
		if err != nil {
			t.Fatal(err)
		}
		m, sd := g.Centre+g.Scale*mean[0], g.Scale*math.Sqrt(variance[0]+g.Prior.Noise*g.Prior.Noise)
		squares += (target[i] - m) * (target[i] - m)
		logs -= distuv.Normal{Mu: m, Sigma: sd}.LogProb(target[i])
	}
	info := g.Info()
	if want := math.Sqrt(squares / n); math.Abs(info["loo_rmse"]-want) > 1e-9*want {
		t.Errorf("the error is %v, want %v", info["loo_rmse"], want)
	}
	if want := logs / n; math.Abs(info["loo_nlpd"]-want) > 1e-9*math.Abs(want) {
		t.Errorf("the density is %v, want %v", info["loo_nlpd"], want)
	}
}

// Features that are centred by weights have another mean over samples: a line without noise is
// predicted from them all the same by a linear covariance, which has no constant of its own.
func TestLinearProcessHasAConstant(t *testing.T) {
	const n = 60
	phi, target := mat.NewDense(n, 1, nil), make([]float64, n)
	for i := range n {
		x := float64(i)/10 - 1.2 // mean 1.75
		phi.Set(i, 0, x)
		target[i] = 3*x + 1
	}
	for _, name := range []string{"linear", "sum"} {
		var at part.Point
		Name.Set(&at, "gp")
		GPKernel.Set(&at, name)
		g, err := NewGaussianProcess(t.Context(), phi, target, at)
		if err != nil {
			t.Fatal(err)
		}
		saved, err := restoreProcess(at, Arrays{Columns: 1, Of: func(name string) *mat.Dense { return g.Arrays()[name] }})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []Regressor{g, saved.(Regressor)} {
			for i, v := range p.Predict(mat.NewDense(2, 1, []float64{-4, 9})) {
				if want := []float64{-11, 28}[i]; math.Abs(v-want) > 0.05 {
					t.Errorf("%s predicts %g for %g", name, v, want)
				}
			}
		}
	}
}
