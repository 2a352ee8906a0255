package predictable

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func foreCA(t *testing.T, z *mat.Dense, lengths []int, window, count int, seed uint64) *Features {
	t.Helper()
	f, err := ForeCA(context.Background(), z, lengths, window, count, seed)
	if err != nil {
		t.Fatal(err)
	}
	_, r := z.Dims()
	checkOrthonormal(t, f, min(count, r))
	return f
}

// literalOmega returns the forecastability of a density.
func literalOmega(f []float64) float64 {
	entropy, sum := 0.0, floats.Sum(f)
	for _, v := range f {
		entropy -= v / sum * math.Log(v/sum)
	}
	return 1 - entropy/math.Log(float64(len(f)))
}

// Two AR(1), slow and fast, and white noise, mixed by a rotation: the first two
// directions are theirs, with the Ω of the density 1/|1 − a·exp(iλ)|².
func TestForeCAFindsAutoregression(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	const n, r, window = 16000, 6, 128
	x := normal(rng, n, r)
	x.SetCol(0, autoregressive(rng, n, 0.9))
	x.SetCol(1, autoregressive(rng, n, -0.7))
	q := orthogonal(rng, r)
	f := foreCA(t, mul(whiten(t, x), q), []int{5000, 11000}, window, 4, 1)
	for j, a := range []float64{0.9, -0.7} {
		if c := cosine(f, j, q.RowView(j)); c < 0.995 {
			t.Errorf("a = %g: cosine %g", a, c)
		}
		density := make([]float64, window/2)
		for k := range density {
			density[k] = 1 / (1 - 2*a*math.Cos(math.Pi*float64(2*k+1)/window) + a*a)
		}
		if want := literalOmega(density); math.Abs(f.Value[j]-want) > 0.02 {
			t.Errorf("a = %g: Ω = %g, want %g", a, f.Value[j], want)
		}
	}
	if f.Value[2] > 0.01 || len(f.Notes) != 0 {
		t.Errorf("Ω %v, notes %q: the rest is noise", f.Value, f.Notes)
	}
}

// A tone in white noise, between two frequencies of the spectrum, under a Hann
// taper: the power of the neighbours is that of the taper's transform,
// (sin(πδ)/(πδ(1−δ²)))², at δ = ±½, ±1½, ….
func TestForeCAFindsTone(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	const n, r = 8192, 5
	for _, window := range []int{64, 256} {
		var kernel []float64
		for j := range window / 2 {
			d := float64(j) + 0.5 - float64(window/4)
			kernel = append(kernel, math.Pow(math.Sin(math.Pi*d)/(math.Pi*d*(1-d*d)), 2))
		}
		x, q := normal(rng, n, r), orthogonal(rng, r)
		for i := range n {
			x.Set(i, 3, math.Sin(math.Pi*float64(i)/2+0.3))
		}
		f := foreCA(t, mul(whiten(t, x), q), []int{n}, window, 2, 1)
		if c := cosine(f, 0, q.RowView(3)); c < 0.999 {
			t.Errorf("windows of %d: cosine %g", window, c)
		}
		if want := literalOmega(kernel); math.Abs(f.Value[0]-want) > 5e-3 {
			t.Errorf("windows of %d: Ω = %g, want %g", window, f.Value[0], want)
		}
	}
}

// Paper 002, section 4.1: two inputs of noise and its last value. A sum and a
// difference of two noises in succession have the spectra 1 ± cos λ.
func TestForeCAFindsPredictableNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	const n = 700
	x := normal(rng, n, 10)
	for i := range n - 1 {
		x.Set(i+1, 1, x.At(i, 0))
	}
	f := foreCA(t, whiten(t, x), []int{n}, Window([]int{n}), 2, 1)
	for j := range 2 {
		if c := math.Hypot(f.R.At(0, j), f.R.At(1, j)); c < 0.95 {
			t.Errorf("direction %d has cosine %g with the plane", j, c)
		}
	}
}

// Values are those of the definition, no direction near a maximum is better,
// and it does not get better by starting elsewhere.
func TestForeCAIsMaximal(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	const n, r, window = 1200, 4, 32
	lengths := []int{300, 10, 20, 870}
	x := normal(rng, n, r)
	for j, a := range []float64{0.8, 0.5, -0.6} {
		x.SetCol(j, autoregressive(rng, n, a))
	}
	z := whiten(t, x)
	f := foreCA(t, z, lengths, window, r, 1)
	for j, value := range f.Value {
		w := mat.Col(nil, j, f.R)
		if omega := literalOmega(literalDensity(z, w, lengths, window)); math.Abs(omega-value) > 1e-12 {
			t.Errorf("feature %d: Ω = %.15g, by definition %.15g", j, value, omega)
		}
		for range 20 {
			other := slices.Clone(w)
			for k := j; k < r; k++ {
				floats.AddScaled(other, 0.01*rng.NormFloat64(), mat.Col(nil, k, f.R))
			}
			if omega := literalOmega(literalDensity(z, other, lengths, window)); omega > value+1e-9 {
				t.Errorf("feature %d: Ω = %.12g, nearby %.12g", j, value, omega)
			}
		}
	}
	if !slices.IsSortedFunc(f.Value, compareOmega) {
		t.Errorf("Ω %v do not fall", f.Value)
	}
	if g := foreCA(t, z, lengths, window, r, 99); !floats.EqualApprox(f.Value, g.Value, 1e-9) {
		t.Errorf("seeds lead to Ω %v and %v", f.Value, g.Value)
	}
	if g := foreCA(t, z, lengths, window, 2, 1); !slices.Equal(g.Value, f.Value[:2]) || !mat.Equal(g.R, f.R.Slice(0, r, 0, 2)) {
		t.Errorf("fewer features are not the first of more")
	}
}

// Data turned by Q have the features turned by Q.
func TestForeCAEquivariant(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	const n, r = 2000, 6
	x := normal(rng, n, r)
	for j, a := range []float64{0.9, 0.6, -0.8, -0.4} {
		x.SetCol(j, autoregressive(rng, n, a))
	}
	z, q := whiten(t, x), orthogonal(rng, r)
	f, g := foreCA(t, z, []int{n}, 64, 4, 1), foreCA(t, mul(z, q), []int{n}, 64, 4, 2)
	if !floats.EqualApprox(f.Value, g.Value, 1e-9) {
		t.Errorf("Ω %v and %v", f.Value, g.Value)
	}
	for j := range 4 {
		if c := math.Abs(mat.Dot(g.R.ColView(j), mul(q.T(), f.R).ColView(j))); c < 1-1e-7 {
			t.Errorf("direction %d: cosine %.10f", j, c)
		}
	}
}

func TestForeCASameBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	z := whiten(t, normal(rng, 3000, 40))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := foreCA(t, z, []int{1000, 2000}, 64, 2, 7)
	onePFA, err := PFA(context.Background(), z, []int{1000, 2000}, 2, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GOMAXPROCS(3)
	three := foreCA(t, z, []int{1000, 2000}, 64, 2, 7)
	if !mat.Equal(one.R, three.R) || !slices.Equal(one.Value, three.Value) {
		t.Error("ForeCA depends on GOMAXPROCS")
	}
	threePFA, err := PFA(context.Background(), z, []int{1000, 2000}, 2, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	if !mat.Equal(onePFA.R, threePFA.R) || !slices.Equal(onePFA.Value, threePFA.Value) {
		t.Error("PFA depends on GOMAXPROCS")
	}
}

func TestForeCANotes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	z := whiten(t, normal(rng, 60, 12))
	f := foreCA(t, z, []int{20, 5, 35}, 16, 13, 1)
	all := strings.Join(f.Notes, "\n")
	for _, want := range []string{"5 of 60 samples", "over 6 windows for 12 features", "13 features were asked for"} {
		if !strings.Contains(all, want) {
			t.Errorf("notes %q lack %q", f.Notes, want)
		}
	}
}

func TestPutInOrder(t *testing.T) {
	found := []optimum{{w: []float64{0}, omega: 0.5}, {w: []float64{1}, omega: 0.7}, {w: []float64{2}, omega: 0.5}}
	if notes := sortByOmega(found); len(notes) != 1 || found[0].w[0] != 1 || found[1].w[0] != 0 || found[2].w[0] != 2 {
		t.Errorf("order %v, notes %q", found, notes)
	}
	if notes := sortByOmega(found); len(notes) != 0 {
		t.Errorf("in order, but notes %q", notes)
	}
}

func TestForeCARefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	z := normal(rng, 60, 3)
	bad, still := mat.DenseCopyOf(z), mat.DenseCopyOf(z)
	bad.Set(7, 2, math.Inf(1))
	for i := range 60 {
		still.Set(i, 1, 0)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, c := range map[string]struct {
		ctx     context.Context
		z       *mat.Dense
		lengths []int
		window  int
		want    string
	}{
		"short segments": {context.Background(), z, slices.Repeat([]int{3}, 20), 8, "half a window"},
		"few windows":    {context.Background(), z, []int{60}, 40, "shorter windows"},
		"few samples":    {context.Background(), mat.NewDense(60, 60, nil), []int{60}, 16, "features"},
		"infinite":       {context.Background(), bad, []int{60}, 8, "feature 2 of sample 7"},
		"constant":       {context.Background(), still, []int{60}, 8, "does not vary"},
		"ended":          {ended, z, []int{60}, 8, context.Canceled.Error()},
	} {
		if _, err := ForeCA(c.ctx, c.z, c.lengths, c.window, 1, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}
