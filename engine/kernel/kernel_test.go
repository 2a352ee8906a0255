package kernel

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

func normal(n, d int, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 0))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	return x
}

// definition is a kernel of two vectors as its source prints it.
type definition struct {
	kernel Kernel
	of     func(z, x []float64) float64
}

func definitions(sigma float64) []definition {
	stationary := func(f func(r float64) float64) func(z, x []float64) float64 {
		return func(z, x []float64) float64 { return f(floats.Distance(z, x, 2) / sigma) }
	}
	return []definition{
		{Gaussian{Sigma: sigma}, stationary(func(r float64) float64 { return math.Exp(-r * r / 2) })},
		{Laplacian{Sigma: sigma}, stationary(func(r float64) float64 { return math.Exp(-r) })},
		{Matern32{Sigma: sigma}, stationary(func(r float64) float64 { return (1 + math.Sqrt(3)*r) * math.Exp(-math.Sqrt(3)*r) })},
		{Matern52{Sigma: sigma}, stationary(func(r float64) float64 {
			return (1 + math.Sqrt(5)*r + 5*r*r/3) * math.Exp(-math.Sqrt(5)*r)
		})},
		{RationalQuadratic{Sigma: sigma, Alpha: 1.7}, stationary(func(r float64) float64 { return math.Pow(1+r*r/(2*1.7), -1.7) })},
		{GammaExponential{Sigma: sigma, Gamma: 1.4}, stationary(func(r float64) float64 { return math.Exp(-math.Pow(r, 1.4)) })},
		{ArcSine{Sigma: sigma}, func(z, x []float64) float64 {
			q := func(a, b []float64) float64 { return 2 * (1 + floats.Dot(a, b)/(sigma*sigma)) }
			return 2 / math.Pi * math.Asin(q(z, x)/math.Sqrt((1+q(z, z))*(1+q(x, x))))
		}},
		{Linear{}, floats.Dot},
		{Polynomial{Degree: 3}, func(z, x []float64) float64 { return math.Pow(1+floats.Dot(z, x), 3) }},
	}
}

func TestMatrixAgainstDefinition(t *testing.T) {
	x, z := normal(30, 5, 1), normal(20, 5, 2)
	z.SetRow(3, x.RawRowView(7))
	names := map[string]bool{}
	for _, sigma := range []float64{0.3, 2, 50} {
		for _, c := range definitions(sigma) {
			names[c.kernel.Name()] = true
			plain, shifted := mat.NewDense(30, 20, nil), mat.NewDense(30, 20, nil)
			Matrix(plain, c.kernel, x, NewSupports(z), false)
			Matrix(shifted, c.kernel, x, NewSupports(z), true)
			less := 0.0
			if c.kernel.CanShift() {
				less = 1
			}
			for i := range 30 {
				for j := range 20 {
					want := c.of(z.RawRowView(j), x.RawRowView(i))
					if got := plain.At(i, j); !scalar.EqualWithinAbsOrRel(got, want, 1e-14, 1e-12) {
						t.Errorf("%v: κ(z%d, x%d) = %g, want %g", c.kernel, j, i, got, want)
					}
					if got := shifted.At(i, j); !scalar.EqualWithinAbsOrRel(got, want-less, 1e-14, 1e-12) {
						t.Errorf("%v: shifted κ(z%d, x%d) = %g, want %g", c.kernel, j, i, got, want-less)
					}
				}
			}
		}
	}
	if len(names) != len(definitions(1)) {
		t.Errorf("two kernels share a name: %v", names)
	}
}

// The arc-sine kernel is the mean product of two sigmoid units (Rasmussen and
// Williams 2006, Eq. 4.28), here by the sum over a grid of Gaussian weights.
func TestArcSineIsNetworkOfSigmoids(t *testing.T) {
	const sigma = 1.5
	z, x := 0.8, -2.1
	const h = 0.05
	var want float64
	for a := -8.0; a <= 8; a += h { // weight of the bias, variance 1
		for b := -8.0; b <= 8; b += h { // weight of the input, times σ
			want += math.Erf(a+b*z/sigma) * math.Erf(a+b*x/sigma) * math.Exp(-(a*a+b*b)/2) * h * h / (2 * math.Pi)
		}
	}
	got := []float64{z * x}
	ArcSine{Sigma: sigma}.Apply(got, x*x, []float64{z * z}, false)
	if !scalar.EqualWithinRel(got[0], want, 1e-9) {
		t.Errorf("κ = %.12f, want %.12f", got[0], want)
	}
}

func TestArcSineLimits(t *testing.T) {
	limit := 2 / math.Pi * math.Asin(2.0/3)
	for _, c := range []struct{ sigma, p, xx, zz, want float64 }{
		{1e-300, 0, 0, 0, limit}, {1e300, 1, 1, 1, limit}, {1e-300, 0, 0, 1, 0},
		{1e-300, 1, 1, 1, 1}, {1e-300, -1, 1, 1, -1}, {1, 1e200, 1e200, 1e200, 1},
	} {
		v := []float64{c.p}
		ArcSine{Sigma: c.sigma}.Apply(v, c.xx, []float64{c.zz}, false)
		if !scalar.EqualWithinAbs(v[0], c.want, 1e-12) {
			t.Errorf("%+v: κ = %g", c, v[0])
		}
	}
}

// The Gram matrix is symmetric and positive semi-definite, and its diagonal is κ
// of a sample with itself: 1, or 0 when shifted, where only differences enter.
func TestGramIsPositiveSemiDefinite(t *testing.T) {
	x := normal(60, 3, 3)
	for i := range 60 {
		floats.AddConst(5, x.RawRowView(i))
	}
	x.SetRow(41, x.RawRowView(12)) // a duplicate
	for _, sigma := range []float64{0.1, 1, 10} {
		for _, c := range definitions(sigma) {
			g := gram(c.kernel, x, false)
			var e mat.EigenSym
			if !e.Factorize(g, false) {
				t.Fatalf("%v: no eigenvalues", c.kernel)
			}
			values := e.Values(nil)
			if least, most := floats.Min(values), floats.Max(values); least < -1e-10*max(1, most/60) {
				t.Errorf("%v: smallest eigenvalue %g, largest %g", c.kernel, least, most)
			}
			full := mat.NewDense(60, 60, nil)
			Matrix(full, c.kernel, x, NewSupports(x), false)
			for i := range 60 {
				for j := range i {
					if !scalar.EqualWithinAbsOrRel(full.At(i, j), full.At(j, i), 1e-13, 1e-13) {
						t.Errorf("%v: κ(%d, %d) = %g, κ(%d, %d) = %g", c.kernel, i, j, full.At(i, j), j, i, full.At(j, i))
					}
				}
				self := c.of(x.RawRowView(i), x.RawRowView(i))
				if c.kernel.TranslationInvariant() {
					if s := gram(c.kernel, x, true).At(i, i); g.At(i, i) != 1 || s != 0 {
						t.Errorf("%v: diagonal entry %g, shifted %g", c.kernel, g.At(i, i), s)
					}
				} else if !scalar.EqualWithinRel(g.At(i, i), self, 1e-12) {
					t.Errorf("%v: diagonal entry %g, want %g", c.kernel, g.At(i, i), self)
				}
			}
		}
	}
}

// A sample that equals a support, or nearly does, far from the origin: kernels
// with a kink at zero would make 1e-8 of the rounding of ‖z‖²+‖x‖²−2z·x.
func TestNearSamplesKeepTheirDistance(t *testing.T) {
	z := normal(10, 40, 4)
	x := mat.DenseCopyOf(z)
	for i := range 10 {
		x.Set(i, 0, z.At(i, 0)+math.Pow(2, -float64(3*i+3)))
	}
	x.SetRow(9, z.RawRowView(9))
	for _, c := range definitions(2)[:6] {
		got := mat.NewDense(10, 10, nil)
		Matrix(got, c.kernel, x, NewSupports(z), false)
		for i := range 10 {
			if want := c.of(z.RawRowView(i), x.RawRowView(i)); !scalar.EqualWithinAbs(got.At(i, i), want, 5e-13) {
				t.Errorf("%v: near pair %d: %.17g, want %.17g", c.kernel, i, got.At(i, i), want)
			}
		}
		if got.At(9, 9) != 1 {
			t.Errorf("%v: equal samples have κ = 1 − %g", c.kernel, 1-got.At(9, 9))
		}
	}
}

// Where only differences enter, the place of the origin changes nothing but
// rounding, though ‖z‖²+‖x‖²−2z·x has lost nine digits there.
func TestOriginDoesNotMatter(t *testing.T) {
	x, z := normal(40, 6, 5), normal(30, 6, 6)
	grid := func(offset float64) func(_, _ int, v float64) float64 {
		return func(_, _ int, v float64) float64 { return math.Round(v*1024)/1024 + offset }
	}
	for _, c := range definitions(2)[:6] {
		var at [2]mat.Dense
		for i, offset := range []float64{0, 1 << 15} { // sums with it are exact
			var xo, zo mat.Dense
			xo.Apply(grid(offset), x)
			zo.Apply(grid(offset), z)
			at[i] = *mat.NewDense(40, 30, nil)
			Matrix(&at[i], c.kernel, &xo, NewSupports(&zo), true)
		}
		if !mat.EqualApprox(&at[0], &at[1], 1e-13) {
			t.Errorf("%v: values change with the origin", c.kernel)
		}
	}
}

// An entry depends on its sample and the supports alone, bit for bit: not on the
// samples beside it, the processors, or whether rows are asked for one by one or
// prepared for several sets of supports.
func TestMatrixEntriesStandAlone(t *testing.T) {
	x, supports := normal(700, 30, 7), normal(300, 30, 8)
	z, mean := NewSupports(supports), ColumnMeans(supports)
	for _, c := range definitions(4) {
		for _, shift := range []bool{false, true} {
			all := mat.NewDense(700, 300, nil)
			Matrix(all, c.kernel, x, z, shift)
			before := runtime.GOMAXPROCS(1)
			one := mat.NewDense(1, 300, nil)
			for _, r := range []int{699, 3, 350, 0} {
				Matrix(one, c.kernel, x.Slice(r, r+1, 0, 30).(*mat.Dense), z, shift)
				if !slices.Equal(one.RawRowView(0), all.RawRowView(r)) {
					t.Errorf("%v, shift %v: row %d differs", c.kernel, shift, r)
				}
			}
			runtime.GOMAXPROCS(before)
			if !shift {
				checkSamples(t, c.kernel, x, supports, mean, all)
			}
		}
	}
}

// checkSamples holds what prepared samples give, after some were exchanged, against
// the whole matrix.
func checkSamples(t *testing.T, k Kernel, x, supports *mat.Dense, mean []float64, all *mat.Dense) {
	t.Helper()
	if !k.TranslationInvariant() {
		mean = nil
	}
	s := NewSamples(6, 30, mean)
	for i, r := range []int{699, 3, 3, 5, 350, 0} {
		s.Set(i, x.RawRowView(r))
	}
	s.Copy(0, 4)
	s.Set(1, x.RawRowView(17))
	some := mat.NewDense(5, 300, nil)
	s.Matrix(some.RawMatrix(), k, NewSupportsAt(supports, mean))
	for i, r := range []int{350, 17, 3, 5, 350} {
		if !slices.Equal(some.RawRowView(i), all.RawRowView(r)) {
			t.Errorf("%v: prepared sample %d differs", k, r)
		}
	}
}

// foreign is a kernel of the distance that has Apply alone.
type foreign struct{ Kernel }

func TestMatrixOfForeignKernel(t *testing.T) {
	x, z := normal(20, 4, 1), normal(15, 4, 2)
	z.SetRow(2, x.RawRowView(5))
	want, got := mat.NewDense(20, 15, nil), mat.NewDense(20, 15, nil)
	Matrix(want, Laplacian{Sigma: 1.5}, x, NewSupports(z), true)
	Matrix(got, foreign{Laplacian{Sigma: 1.5}}, x, NewSupports(z), true)
	if !mat.EqualApprox(got, want, 1e-15) || got.At(5, 2) != 0 {
		t.Error("a kernel that is known by Apply alone has other values")
	}
}

func TestMatrixPanicsOnShapes(t *testing.T) {
	for _, c := range []struct{ rows, cols, d int }{{3, 4, 2}, {4, 3, 2}, {3, 3, 5}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%+v: no panic", c)
				}
			}()
			Matrix(mat.NewDense(c.rows, c.cols, nil), Linear{}, mat.NewDense(3, c.d, nil), NewSupports(mat.NewDense(3, 2, nil)), false)
		}()
	}
}

func BenchmarkMatrix(b *testing.B) {
	x, z := normal(512, 100, 1), NewSupports(normal(500, 100, 2))
	dst := mat.NewDense(512, 500, nil)
	for _, c := range definitions(10) {
		for _, shift := range []bool{false, true} {
			if shift && !c.kernel.CanShift() {
				continue
			}
			b.Run(fmt.Sprintf("%s/shift=%t", c.kernel.Name(), shift), func(b *testing.B) {
				for b.Loop() {
					Matrix(dst, c.kernel, x, z, shift)
				}
			})
		}
	}
}

// Differences are those of Matrix's columns, wherever the base is, and given some at a
// time as many as are asked for.
func TestDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	x, z := mat.NewDense(300, 7, nil), mat.NewDense(261, 7, nil)
	for _, a := range []*mat.Dense{x, z} {
		for i := range a.RawMatrix().Data {
			a.RawMatrix().Data[i] = rng.NormFloat64()
		}
	}
	x.SetRow(5, z.RawRowView(0))
	x.SetRow(6, z.RawRowView(260))
	for _, k := range []Kernel{Gaussian{Sigma: 2}, Laplacian{Sigma: 2}, Polynomial{Degree: 2}, ArcSine{Sigma: 1}} {
		for _, shift := range []bool{false, k.CanShift()} {
			all, got := mat.NewDense(300, 261, nil), mat.NewDense(300, 260, nil)
			Matrix(all, k, x, NewSupports(z), shift)
			NewDifferences(z, ColumnMeans(z)).Matrix(got, k, x, shift)
			for i := range 300 {
				for j, v := range got.RawRowView(i) {
					if want := all.At(i, 1+j) - all.At(i, 0); v != want {
						t.Fatalf("%s, shift %v: (%d, %d) is %v, want %v", k.Name(), shift, i, j, v, want)
					}
				}
			}
			for _, count := range []int{0, 1, 240, 241, 260} {
				next := 0
				NewDifferences(z, ColumnMeans(z)).Each(k, x, shift, count, func(from int, values blas64.General) {
					if from != next || values.Rows != 300 {
						t.Fatalf("%d×%d differences from %d on, want 300 from %d on", values.Rows, values.Cols, from, next)
					}
					for i := range 300 {
						for j, v := range values.Data[i*values.Stride:][:values.Cols] {
							if want := got.At(i, from+j); v != want {
								t.Fatalf("%s, shift %v, %d at a time: (%d, %d) is %v, want %v", k.Name(), shift, values.Cols, i, from+j, v, want)
							}
						}
					}
					next += values.Cols
				})
				if next != count {
					t.Errorf("%s: %d differences, want %d", k.Name(), next, count)
				}
			}
		}
	}
}

// gram calls Gram with a context that never ends.
func gram(k Kernel, z *mat.Dense, shift bool) *mat.SymDense {
	g, err := Gram(context.Background(), k, z, shift)
	if err != nil {
		panic(err)
	}
	return g
}

func TestGramStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if g, err := Gram(ctx, Gaussian{Sigma: 1}, normal(10, 2, 1), false); g != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, error %v", g, err)
	}
}
