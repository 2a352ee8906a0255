package kernel

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Kernel is a positive semi-definite function of two samples.
type Kernel interface {
	// Name is the kernel's name in a sweep.
	Name() string
	// TranslationInvariant reports whether κ(z+a, x+a) = κ(z, x), so that the
	// caller may move the origin to keep digits.
	TranslationInvariant() bool
	// CanShift reports whether κ−1 can be evaluated to more digits than κ.
	CanShift() bool
	// Apply replaces each inner product in prod by κ, or by κ−1 when shift is
	// set, for one sample of squared norm xx against the supports whose
	// squared norms are zz. len(prod) is len(zz).
	Apply(prod []float64, xx float64, zz []float64, shift bool)
}

// Gaussian is κ(z, x) = exp(−‖z−x‖²/2σ²).
type Gaussian struct{ Sigma float64 }

// Name is "gaussian".
func (Gaussian) Name() string { return "gaussian" }

// TranslationInvariant is true: only differences enter.
func (Gaussian) TranslationInvariant() bool { return true }

// CanShift is true: κ−1 = expm1(−‖z−x‖²/2σ²) has no cancellation.
func (Gaussian) CanShift() bool { return true }

// Apply implements Kernel. A squared distance that rounding made negative
// counts as zero.
func (g Gaussian) Apply(prod []float64, xx float64, zz []float64, shift bool) {
	// The bound keeps 0·∞ away at a σ whose square is zero to rounding.
	scale := math.Max(-math.MaxFloat64, -1/(2*g.Sigma*g.Sigma))
	f := exponential(shift)
	for j, p := range prod {
		prod[j] = f(scale * math.Max(0, xx+zz[j]-2*p))
	}
}

// Linear is κ(z, x) = z·x.
type Linear struct{}

// Name is "linear".
func (Linear) Name() string { return "linear" }

// TranslationInvariant is false.
func (Linear) TranslationInvariant() bool { return false }

// CanShift is false.
func (Linear) CanShift() bool { return false }

// Apply implements Kernel: the inner product is the kernel.
func (Linear) Apply([]float64, float64, []float64, bool) {}

// Polynomial is κ(z, x) = (1 + z·x)^Degree.
type Polynomial struct{ Degree int }

// Name is "poly".
func (Polynomial) Name() string { return "poly" }

// TranslationInvariant is false.
func (Polynomial) TranslationInvariant() bool { return false }

// CanShift is false.
func (Polynomial) CanShift() bool { return false }

// Apply implements Kernel.
func (k Polynomial) Apply(prod []float64, _ float64, _ []float64, _ bool) {
	for j, p := range prod {
		v := 1.0
		for range k.Degree {
			v *= 1 + p
		}
		prod[j] = v
	}
}

// squaredDistances replaces inner products by ‖z−x‖². What rounding made
// negative counts as zero.
func squaredDistances(prod []float64, xx float64, zz []float64) {
	for j, p := range prod {
		prod[j] = max(0, xx+zz[j]-2*p)
	}
}

// near is the share of ‖x‖²+‖z‖² below which ‖x−z‖² is summed from differences:
// the expansion of the square has only some 30 bits left there. Kernels with a
// kink at zero would turn an error of 10⁻¹⁶ in the square into one of 10⁻⁸, and
// a sample equal to a support must not be another function.
const near = 0x1p-20

// Supports are the m×d samples z that functions κ(z_j, ·) are made of.
type Supports struct {
	zt    *mat.Dense // d×m: the product with row-major samples is fast this way
	norms []float64
	zeros []float64 // m of them
}

// NewSupports prepares the rows of z (m×d).
func NewSupports(z *mat.Dense) *Supports {
	m, _ := z.Dims()
	return &Supports{zt: mat.DenseCopyOf(z.T()), norms: SquaredNorms(z), zeros: make([]float64, m)}
}

// recentre moves the origin to the sample x, whose squared norm is xx: it
// replaces each inner product z_j·x by the one that gives the same distance
// when both norms are zero, −‖z_j−x‖²/2.
func (s *Supports) recentre(prod, x []float64, xx float64) {
	for j, p := range prod {
		sum := xx + s.norms[j]
		d := sum - 2*p
		if d < near*sum {
			d = 0
			for i, v := range x {
				v -= s.zt.At(i, j)
				d += v * v
			}
		}
		prod[j] = -d / 2
	}
}

// Len is m.
func (s *Supports) Len() int { return len(s.norms) }

// SquaredNorms is the squared norm of each row of x.
func SquaredNorms(x *mat.Dense) []float64 {
	n, _ := x.Dims()
	s := make([]float64, n)
	for i := range s {
		r := x.RawRowView(i)
		s[i] = floats.Dot(r, r)
	}
	return s
}

// Matrix writes κ(z_j, x_i), or κ−1 when shift is set, into dst: b×m for the
// b×d samples x and the m supports z.
func Matrix(dst *mat.Dense, k Kernel, x *mat.Dense, z *Supports, shift bool) {
	b, d := x.Dims()
	dz, m := z.zt.Dims()
	if rows, cols := dst.Dims(); rows != b || cols != m || d != dz {
		panic(fmt.Sprintf("kernel: dst %d×%d, x %d×%d, z %d×%d", rows, cols, b, d, m, dz))
	}
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, x.RawMatrix(), z.zt.RawMatrix(), 0, dst.RawMatrix())
	for i := range b {
		r, out := x.RawRowView(i), dst.RawRowView(i)
		xx := floats.Dot(r, r)
		if k.TranslationInvariant() {
			z.recentre(out, r, xx)
			k.Apply(out, 0, z.zeros, shift)
		} else {
			k.Apply(out, xx, z.norms, shift)
		}
	}
}

// Gram is the m×m kernel matrix of the supports z, or κ−1 of each pair when
// shift is set. It is computed by Matrix and made exactly symmetric.
func Gram(k Kernel, z *mat.Dense, shift bool) *mat.SymDense {
	m, _ := z.Dims()
	full := mat.NewDense(m, m, nil)
	Matrix(full, k, z, NewSupports(z), shift)
	g := mat.NewSymDense(m, nil)
	for i := range m {
		// The distance of a support to itself is zero by definition; the
		// expansion of the square leaves rounding there.
		if k.TranslationInvariant() {
			self := []float64{0}
			k.Apply(self, 0, []float64{0}, shift)
			full.Set(i, i, self[0])
		}
		for j := i; j < m; j++ {
			g.SetSym(i, j, full.At(i, j))
		}
	}
	return g
}
