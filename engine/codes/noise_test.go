package codes_test

import (
	"errors"
	"math"
	"testing"

	"example.com/sfatui/engine/codes"
	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/machines"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Codes of least 1-norm with ‖y − Aa‖ ≤ η, against scipy.optimize.minimize (SLSQP, the best of
// twelve starts).
func TestNoisyDecodingAgainstSLSQP(t *testing.T) {
	const m, k = 6, 10
	phi, y := mat.NewDense(k, m, nil), make([]float64, m)
	for i := range m {
		y[i] = math.Sin(1.7*float64(i+1)) + 0.3*float64(i)
		for j := range k {
			phi.Set(j, i, math.Cos(1.1*float64((i+1)*(j+1)))+0.2*math.Sin(float64(i-j)))
		}
	}
	d := codes.NewDecoder(phi, codes.Identity(k))
	for eta, want := range map[float64]float64{0.05: 4.600432210, 0.5: 3.815375228, 1.2: 2.594177791, 2: 1.201384773} {
		code := make([]float64, k)
		if err := d.WithNoise(eta).L1(t.Context(), code, y); err != nil || math.Abs(floats.Norm(code, 1)-want) > 1e-7 {
			t.Errorf("η = %g: 1-norm %.9f, want %.9f (%v)", eta, floats.Norm(code, 1), want, err)
		}
		checkOptimal(t, d.Atoms(), code, y, eta)
	}
	code := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	if err := d.WithNoise(floats.Norm(y, 2)).L1(t.Context(), code, y); err != nil || floats.Norm(code, 1) != 0 {
		t.Errorf("noise as large as the measurements: %v, %v", code, err)
	}
}

// checkOptimal checks the conditions of Karush, Kuhn and Tucker: what is left has norm η, and
// its products with the atoms are largest, and of the sign of the code, where that is not zero.
func checkOptimal(t *testing.T, a *mat.Dense, code, y []float64, eta float64) {
	t.Helper()
	var r, along mat.VecDense
	r.MulVec(a, mat.NewVecDense(len(code), code))
	r.SubVec(mat.NewVecDense(len(y), y), &r)
	if norm := floats.Norm(r.RawVector().Data, 2); math.Abs(norm-eta) > 1e-9*eta {
		t.Errorf("η = %g: the norm left is %.12g", eta, norm)
	}
	along.MulVec(a.T(), &r)
	largest := floats.Norm(along.RawVector().Data, math.Inf(1))
	for j, v := range code {
		if got := along.AtVec(j); v != 0 && math.Abs(got-math.Copysign(largest, v)) > 1e-7*largest {
			t.Errorf("η = %g: atom %d of code %g is along %g, the largest is %g", eta, j, v, got, largest)
		}
	}
}

// Of noisy measurements of sparse samples the error is a small multiple of the noise, and
// falls with it to zero.
func TestNoisyDecodingIsStable(t *testing.T) {
	const n, m = 64, 40
	rng := linalgtest.SplitMix(5)
	phi := mat.NewDense(n, m, nil)
	phi.Apply(func(_, _ int, _ float64) float64 { return rng.Normal() / math.Sqrt(m) }, phi)
	base := codes.Fourier(n)
	code, got, back := make([]float64, n), make([]float64, n), make([]float64, n)
	for _, j := range rng.Choose(n, 4) {
		code[j] = 1 + rng.Normal()
	}
	x := sampleOf(base, code)
	for _, eta := range []float64{0.1, 0.01, 1e-4, 1e-8, 1e-14} {
		y, noise := measure(phi, x), make([]float64, m)
		for i := range noise {
			noise[i] = rng.Normal()
		}
		floats.AddScaled(y, eta/floats.Norm(noise, 2), noise)
		d := codes.NewDecoder(phi, base).WithNoise(eta)
		if err := d.Clone().L1(t.Context(), got, y); err != nil {
			t.Fatal(err)
		}
		d.Sample(back, got)
		if off := floats.Distance(back, x, 2); off > 4*eta+1e-9 {
			t.Errorf("noise of %g: the sample is off by %g", eta, off)
		}
		if d.OMP(got, y, 10); floats.Distance(got, code, 2) > 4*eta+1e-9 {
			t.Errorf("noise of %g: by pursuit off by %g", eta, floats.Distance(got, code, 2))
		}
	}
}

// What no code comes near is an error.
func TestNoiseThatIsTooSmall(t *testing.T) {
	phi := mat.NewDense(2, 2, []float64{1, 0, 0, 1})
	base := mat.NewDense(1, 2, []float64{1, 0}) // one atom, and y is off it by 1
	code := make([]float64, 1)
	d := codes.NewDecoder(phi, base)
	if err := d.WithNoise(0.5).L1(t.Context(), code, []float64{3, 1}); !errors.Is(err, machines.ErrInfeasible) {
		t.Errorf("%v, %v", code, err)
	}
	// ‖(3 − a, 1)‖ = √2 at a = 2.
	if err := d.WithNoise(math.Sqrt2).L1(t.Context(), code, []float64{3, 1}); err != nil || math.Abs(code[0]-2) > 1e-9 {
		t.Errorf("%v, %v", code, err)
	}
}

// The real Fourier base of five and six numbers, written out.
func TestFourier(t *testing.T) {
	for _, n := range []int{1, 2, 5, 6, 200} {
		base := codes.Fourier(n)
		var gram mat.Dense
		gram.Mul(base, base.T())
		if !mat.EqualApprox(&gram, codes.Identity(n), 1e-12) {
			t.Errorf("the base of %d is not orthonormal", n)
		}
	}
	six := codes.Fourier(6)
	for _, c := range []struct {
		atom, i int
		want    float64
	}{{0, 3, 1 / math.Sqrt(6)}, {1, 1, 0.5 / math.Sqrt(3)}, {2, 1, 0.5}, {3, 1, -0.5 / math.Sqrt(3)}, {4, 1, 0.5}, {4, 2, -0.5}, {5, 3, -1 / math.Sqrt(6)}} {
		if got := six.At(c.atom, c.i); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("atom %d at %d is %g, want %g", c.atom, c.i, got, c.want)
		}
	}
	if got, want := codes.Fourier(5).At(4, 2), math.Sqrt(0.4)*math.Sin(8*math.Pi*2/5/2); math.Abs(got-want) > 1e-15 {
		t.Errorf("second sine of five at 2: %g, want %g", got, want)
	}
}
