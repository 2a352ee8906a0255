package ica

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
	"gonum.org/v1/gonum/stat"
)

func rotate(t *testing.T, phi *mat.Dense, seed uint64) (*mat.Dense, []string) {
	t.Helper()
	r, notes, err := Rotate(context.Background(), phi, seed)
	if err != nil {
		t.Fatal(err)
	}
	_, p := phi.Dims()
	eye := mat.NewDense(p, p, nil)
	for j := range p {
		eye.Set(j, j, 1)
		column := mat.Col(nil, j, r)
		if floats.Max(column) < floats.Norm(column, math.Inf(1)) {
			t.Errorf("component %d: the largest entry of %v is negative", j, column)
		}
	}
	if !mat.EqualApprox(mul(r.T(), r), eye, 1e-12) {
		t.Error("R is not orthogonal")
	}
	return r, notes
}

// white returns x after whitening.
func white(t *testing.T, x *mat.Dense) *mat.Dense {
	t.Helper()
	out, _, err := whiten(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// correlations gives, for each source, the largest absolute correlation with a
// component, and which it is.
func correlations(s, y *mat.Dense) (corr []float64, at []int) {
	_, p := s.Dims()
	for j := range p {
		best, which := 0.0, -1
		for k := range p {
			if c := math.Abs(stat.Correlation(mat.Col(nil, j, s), mat.Col(nil, k, y), nil)); c > best {
				best, which = c, k
			}
		}
		corr, at = append(corr, best), append(at, which)
	}
	return corr, at
}

func TestRotateSeparates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	const n = 4000
	for name, f := range map[string]func(i, j int) float64{
		"waves": func(i, j int) float64 {
			if j == 0 {
				return math.Sin(0.037 * float64(i))
			}
			return math.Mod(float64(i)*0.0131, 1)
		},
		"noises": func(_, j int) float64 {
			if j == 0 {
				return rng.Float64()
			}
			return math.Copysign(rng.ExpFloat64(), rng.Float64()-0.5)
		},
		"one Gaussian": func(_, j int) float64 {
			if j == 0 {
				return rng.NormFloat64()
			}
			return rng.Float64()
		},
	} {
		s := filled(n, 2, f)
		phi := white(t, mul(s, mat.NewDense(2, 2, []float64{1, 0.7, -0.4, 1.3})))
		// A mean of 10⁶ must cost no more than its own digits.
		for i := range n {
			phi.Set(i, 0, phi.At(i, 0)+1e6)
		}
		r, notes := rotate(t, phi, 1)
		corr, at := correlations(s, mul(phi, r))
		if floats.Min(corr) < 0.99 || at[0] == at[1] || len(notes) != 0 {
			t.Errorf("%s: correlations %v with %v, notes %q", name, corr, at, notes)
		}
	}
}

// Ten sources of four kinds: all come out, in the order of their contrast, by
// any seed and from features that are turned.
func TestRotateManySources(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	const n, p = 5000, 10
	s := filled(n, p, func(_, j int) float64 {
		switch j % 4 {
		case 0:
			return math.Copysign(1, rng.Float64()-0.5)
		case 1:
			return rng.Float64()
		case 2:
			return math.Copysign(rng.ExpFloat64(), rng.Float64()-0.5)
		}
		return math.Copysign(math.Pow(rng.ExpFloat64(), 1.5), rng.Float64()-0.5)
	})
	phi := white(t, mul(s, normal(3, p, p)))
	first, notes := rotate(t, phi, 1)
	y := mul(phi, first)
	corr, at := correlations(s, y)
	slices.Sort(at)
	if floats.Min(corr) < 0.99 || len(slices.Compact(at)) != p || len(notes) != 0 {
		t.Errorf("correlations %v, components %v, notes %q", corr, at, notes)
	}
	contrast := make([]float64, p)
	for j := range p {
		mean := 0.0
		for _, v := range mat.Col(nil, j, y) {
			mean += math.Log(math.Cosh(v)) / n
		}
		contrast[j] = -math.Abs(mean - normalLogCosh)
	}
	if !slices.IsSorted(contrast) {
		t.Errorf("contrasts %v do not fall", contrast)
	}
	if other, _ := rotate(t, phi, 77); !mat.EqualApprox(first, other, 1e-6) {
		t.Error("seeds lead to different rotations")
	}
	q := orthogonal(4, p)
	turned, _ := rotate(t, mul(phi, q), 1)
	for j := range p {
		if c := math.Abs(mat.Dot(turned.ColView(j), mul(q.T(), first).ColView(j))); c < 1-1e-9 {
			t.Errorf("component %d of turned features: cosine %.12f", j, c)
		}
	}
}

func TestRotateNotes(t *testing.T) {
	for name, c := range map[string]struct {
		phi  *mat.Dense
		want []string
	}{
		"Gaussian":    {white(t, normal(10, 3000, 3)), []string{"3 of 3 components are no further from Gaussian"}},
		"no rest":     {white(t, normal(11, 500, 10)), []string{"has not converged", "of 10 components are no further"}},
		"not white":   {mul(laplace(12, 500, 2), mat.NewDense(2, 2, []float64{2, 1, 0, 1})), []string{"not white"}},
		"few samples": {white(t, laplace(13, 70, 4)), []string{"70 samples are few", "80 would be enough"}},
		"single":      {white(t, laplace(14, 100, 1)), nil},
		"one normal":  {white(t, normal(14, 100, 1)), nil},
	} {
		_, notes := rotate(t, c.phi, 1)
		all := strings.Join(notes, "\n")
		for _, want := range c.want {
			if !strings.Contains(all, want) {
				t.Errorf("%s: notes %q lack %q", name, notes, want)
			}
		}
		if len(c.want) == 0 && len(notes) > 0 {
			t.Errorf("%s: notes %q", name, notes)
		}
	}
}

func TestRotateSameBits(t *testing.T) {
	phi := mul(laplace(15, 5000, 40), orthogonal(16, 40))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one, _ := rotate(t, phi, 1)
	runtime.GOMAXPROCS(3)
	if three, _ := rotate(t, phi, 1); !mat.Equal(one, three) {
		t.Error("the result depends on GOMAXPROCS")
	}
}

func TestRotateRefuses(t *testing.T) {
	phi := laplace(17, 100, 3)
	edited := func(f func(x *mat.Dense)) *mat.Dense {
		x := mat.DenseCopyOf(phi)
		f(x)
		return x
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		phi  *mat.Dense
		want string
	}{
		"few samples": {context.Background(), laplace(18, 3, 3), "more samples"},
		"NaN":         {context.Background(), edited(func(x *mat.Dense) { x.Set(5, 1, math.NaN()) }), "feature 1 of sample 5"},
		"infinite":    {context.Background(), edited(func(x *mat.Dense) { x.Set(0, 2, math.Inf(-1)) }), "feature 2 of sample 0"},
		"constant":    {context.Background(), edited(func(x *mat.Dense) { x.SetCol(1, slices.Repeat([]float64{0.1}, 100)) }), "feature 1 (counted from 0) is constant"},
		"twice":       {context.Background(), edited(func(x *mat.Dense) { x.SetCol(1, mat.Col(nil, 0, x)) }), "linearly dependent"},
		"ended":       {ended, phi, context.Canceled.Error()},
	} {
		if _, _, err := Rotate(c.ctx, c.phi, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
	defer func() {
		if v, _ := recover().(string); !strings.HasPrefix(v, "ica: ") {
			t.Errorf("no features: panic %q", v)
		}
	}()
	_, _, _ = Rotate(context.Background(), &mat.Dense{}, 1)
}
