package space_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

func stable(t testing.TB, k kernel.Kernel, z *mat.Dense, shift bool) *space.Stable {
	t.Helper()
	s, err := space.NewStable(context.Background(), k, z, shift)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func printed(t testing.TB, k kernel.Kernel, z *mat.Dense) *space.Printed {
	t.Helper()
	s, err := space.NewPrinted(context.Background(), k, z)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// clip is the correction that sets negative eigenvalues to zero.
var clip = *space.Corrections.Named("clip")

func clipped(t testing.TB, k kernel.Kernel, z *mat.Dense, shift bool) *space.Corrected {
	t.Helper()
	s, err := space.NewCorrected(context.Background(), k, z, shift, clip)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func rows(x *mat.Dense, index ...int) *mat.Dense {
	_, d := x.Dims()
	out := mat.NewDense(len(index), d, nil)
	for i, j := range index {
		out.SetRow(i, x.RawRowView(j))
	}
	return out
}

func identity(n int) *mat.Dense {
	d := mat.NewDense(n, n, nil)
	for i := range n {
		d.Set(i, i, 1)
	}
	return d
}

func maxDiff(t *testing.T, a, b mat.Matrix) float64 {
	t.Helper()
	var d mat.Dense
	d.Sub(a, b)
	return math.Max(mat.Max(&d), -mat.Min(&d))
}

func gaussian(a, b []float64, sigma float64) float64 {
	var q float64
	for i, v := range a {
		q += (v - b[i]) * (v - b[i])
	}
	return math.Exp(-q / (2 * sigma * sigma))
}

func TestPrinted(t *testing.T) {
	z, x := normal(1, 9, 3), normal(2, 5, 3)
	s := printed(t, kernel.Gaussian{Sigma: 1.3}, z)
	a := normal(3, 9, 2)
	if s.Dim() != 9 || s.Leading(4) != 4 || !s.Centred() || s.Coefficients(a) != a {
		t.Errorf("dim %d, leading %d, centred %v", s.Dim(), s.Leading(4), s.Centred())
	}
	h, g := evaluate(s, x), s.Gram(6)
	for j := range 9 {
		for i := range 5 {
			if want := gaussian(x.RawRowView(i), z.RawRowView(j), 1.3); math.Abs(h.At(i, j)-want) > 1e-14 {
				t.Errorf("h(%d, %d) = %v, want %v", i, j, h.At(i, j), want)
			}
		}
	}
	if g.SymmetricDim() != 6 {
		t.Fatalf("Gram matrix of order %d, want 6", g.SymmetricDim())
	}
	for i := range 6 {
		for j := range 6 {
			if want := gaussian(z.RawRowView(i), z.RawRowView(j), 1.3); math.Abs(g.At(i, j)-want) > 1e-14 {
				t.Errorf("Gram(%d, %d) = %v, want %v", i, j, g.At(i, j), want)
			}
		}
	}
}

// The basis functions, written out as kernel expansions, are orthonormal, have
// coefficients that sum to zero and are what Eval evaluates.
func TestStableBasisIsOrthonormal(t *testing.T) {
	z, x := normal(1, 25, 4), normal(2, 10, 4)
	for name, k := range map[string]kernel.Kernel{
		"gaussian": kernel.Gaussian{Sigma: 1.5}, "poly": kernel.Polynomial{Degree: 3},
	} {
		for _, shift := range []bool{false, true} {
			s := stable(t, k, z, shift)
			if s.Dim() != 24 || s.Gram(24) != nil || s.Centred() {
				t.Fatalf("%s: dim %d, centred %v; want 24, false, and the identity as Gram matrix", name, s.Dim(), s.Centred())
			}
			a := s.Coefficients(identity(24))
			var ka, gram, want mat.Dense
			ka.Mul(kernelMatrix(k, z), a)
			gram.Mul(a.T(), &ka)
			if d := maxDiff(t, &gram, identity(24)); d > 1e-10 {
				t.Errorf("%s, shift %v: inner products of the basis are off I by %g", name, shift, d)
			}
			for j := range 24 {
				if sum := mat.Sum(a.ColView(j)); math.Abs(sum) > 1e-11 {
					t.Errorf("%s: coefficients of function %d sum to %g", name, j, sum)
				}
			}
			kx := mat.NewDense(10, 25, nil)
			kernel.Matrix(kx, k, x, kernel.NewSupports(z), false)
			want.Mul(kx, a)
			if d := maxDiff(t, evaluate(s, x), &want); d > 1e-10*mat.Max(&want) {
				t.Errorf("%s, shift %v: values are off their expansions by %g", name, shift, d)
			}
		}
	}
}

// Coefficients of fewer functions than there are: those on the supports behind.
func TestStableCoefficientsOfLeadingFunctions(t *testing.T) {
	z := normal(1, 12, 3)
	s := stable(t, kernel.Gaussian{Sigma: 1}, z, true)
	a := normal(2, 5, 2)
	padded := mat.NewDense(11, 2, nil)
	padded.Slice(0, 5, 0, 2).(*mat.Dense).Copy(a)
	got, want := s.Coefficients(a), s.Coefficients(padded)
	if r, c := got.Dims(); r != 6 || c != 2 {
		t.Fatalf("%d×%d, want 6×2", r, c)
	}
	if d := maxDiff(t, got, want.Slice(0, 6, 0, 2)); d > 1e-13 {
		t.Errorf("off by %g", d)
	}
	if most := maxDiff(t, want.Slice(6, 12, 0, 2), mat.NewDense(6, 2, nil)); most != 0 {
		t.Errorf("supports behind the leading ones have weight %g", most)
	}
}

// The leading entries are the space over the first supports.
func TestStablePrefix(t *testing.T) {
	z, x := normal(1, 40, 5), normal(2, 30, 5)
	// Repeated supports, so that leading parts and dropped ones meet.
	z.SetRow(3, z.RawRowView(1))
	z.SetRow(17, z.RawRowView(0))
	whole := stable(t, kernel.Gaussian{Sigma: 2}, z, true)
	all := evaluate(whole, x)
	for _, m := range []int{2, 3, 4, 5, 17, 18, 39, 40} {
		part := stable(t, kernel.Gaussian{Sigma: 2}, mat.DenseCopyOf(z.Slice(0, m, 0, 5)), true)
		lead := whole.Leading(m)
		if lead != part.Dim() {
			t.Errorf("m = %d: %d leading entries, want %d", m, lead, part.Dim())
			continue
		}
		if d := maxDiff(t, all.Slice(0, 30, 0, lead), evaluate(part, x)); d > 1e-12 {
			t.Errorf("m = %d: leading entries are off by %g", m, d)
		}
	}
	if whole.Leading(1) != 0 {
		t.Errorf("one support has %d functions", whole.Leading(1))
	}
}

// Supports that repeat or depend on others change nothing.
func TestStableDropsDependentSupports(t *testing.T) {
	z, x := normal(1, 8, 3), normal(2, 20, 3)
	repeated := rows(z, 0, 0, 1, 2, 1, 3, 4, 5, 0, 6, 7, 7)
	want := evaluate(stable(t, kernel.Gaussian{Sigma: 1}, z, true), x)
	s := stable(t, kernel.Gaussian{Sigma: 1}, repeated, true)
	if s.Dim() != 7 {
		t.Fatalf("dim %d, want 7", s.Dim())
	}
	if d := maxDiff(t, evaluate(s, x), want); d > 1e-13 {
		t.Errorf("off by %g", d)
	}
	// Differences of linear functions of three inputs have three dimensions.
	if dim := stable(t, kernel.Linear{}, z, true).Dim(); dim != 3 {
		t.Errorf("linear kernel: dim %d, want 3", dim)
	}
}

// Where κ keeps its digits, the shift changes nothing but rounding.
func TestShiftAgreesAtModerateWidth(t *testing.T) {
	z, x := normal(1, 20, 3), normal(2, 30, 3)
	on, off := stable(t, kernel.Gaussian{Sigma: 1}, z, true), stable(t, kernel.Gaussian{Sigma: 1}, z, false)
	if d := maxDiff(t, evaluate(on, x), evaluate(off, x)); d > 1e-10 {
		t.Errorf("off by %g", d)
	}
}

// Over the supports 0, 1 and 2 and at σ = 10⁴, the second basis function is quadratic
// to a share of 1/σ², and equal at 0 and 1, since the first one is κ(1, ·) − κ(0, ·).
// Normalised it is √3/2 x(x−1)/σ² plus a constant. It is the remainder, of order 1/σ⁴,
// of inner products of order 1/σ²: in κ itself, precise to 10⁻¹⁶, it is lost in
// rounding.
func TestShiftKeepsDigitsAtLargeWidth(t *testing.T) {
	const sigma = 1e4
	z := mat.NewDense(3, 1, []float64{0, 1, 2})
	x := mat.NewDense(6, 1, []float64{0, 0.5, 1, -1, 2, 3})
	off := map[bool]float64{}
	for _, shift := range []bool{false, true} {
		s := stable(t, kernel.Gaussian{Sigma: sigma}, z, shift)
		if s.Dim() == 1 {
			off[shift] = 1
			continue
		}
		h := evaluate(s, x)
		for i := range 6 {
			v := x.At(i, 0)
			got := 2 / math.Sqrt(3) * sigma * sigma * (h.At(i, 1) - h.At(0, 1))
			off[shift] = math.Max(off[shift], math.Abs(got-v*(v-1)))
		}
	}
	if !(off[true] < 1e-5) {
		t.Errorf("with the shift x(x−1) is off by %g", off[true])
	}
	if off[false] < 0.1 {
		t.Errorf("without the shift x(x−1) is off by only %g: the loss of digits should show", off[false])
	}
}

func TestStableErrors(t *testing.T) {
	z := normal(1, 6, 3)
	for name, c := range map[string]struct {
		z    *mat.Dense
		says string
	}{
		"equal supports": {rows(z, 2, 2, 2, 2), "equal to rounding"},
		"one support":    {rows(z, 2), "at least two"},
	} {
		if _, err := space.NewStable(context.Background(), kernel.Gaussian{Sigma: 1}, c.z, true); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := space.NewStable(ended, kernel.Gaussian{Sigma: 1}, z, true); err != context.Canceled {
		t.Errorf("ended context: %v", err)
	}
}

// A block's values do not depend on the rows beside it where it is small, so
// that evaluation row by row is evaluation at once.
func TestEvalByRow(t *testing.T) {
	x := normal(2, 12, 4)
	for _, s := range []space.Space{
		space.Linear{D: 4}, polynomial(t, 4, 3), space.Exp08{D: 4},
		printed(t, kernel.Gaussian{Sigma: 1}, normal(1, 10, 4)), stable(t, kernel.Gaussian{Sigma: 1}, normal(1, 10, 4), true),
		clipped(t, kernel.GammaExponential{Sigma: 2, Gamma: 4}, normal(1, 10, 4), true),
	} {
		all := evaluate(s, x)
		for i := range 12 {
			if got := evaluate(s, rows(x, i)); !slices.Equal(got.RawRowView(0), all.RawRowView(i)) {
				t.Errorf("%T: row %d by itself differs", s, i)
			}
		}
	}
}
