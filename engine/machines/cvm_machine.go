package machines

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// CoreMachine evaluates a function Σ β_i k(x_i, ·) + b of core samples x_i, with a
// Gaussian kernel.
type CoreMachine struct {
	kernel.Expansion
	*CoreSolution
}

// images evaluates the inner products of samples in the kernel's space. Those of
// samples i and j, with signs s, are s_i·s_j·(k(x_i, x_j) + plus) + δ_ij/C.
type images struct {
	x     *mat.Dense
	k     kernel.Gaussian
	sign  func(j int) (sample int, sign float64)
	plus  float64
	delta float64 // 1/C
}

func (m images) at(i, j int) float64 {
	p, s := m.sign(i)
	q, t := m.sign(j)
	squared := 0.0
	y := m.x.RawRowView(q)
	for c, v := range m.x.RawRowView(p) {
		squared += (v - y[c]) * (v - y[c])
	}
	v := s * t * (math.Exp(-squared/(2*m.k.Sigma*m.k.Sigma)) + m.plus)
	if i == j {
		v += m.delta
	}
	return v
}

// stripSamples counts the samples compared with the core at a time, so that the
// products stay in the cache.
const stripSamples = 256

// inner writes the inner products of a block of samples with the core, as
// [CoreProblem.Inner] requires.
func (m images) inner(dst []float64, from int, core []int, alpha []float64) {
	n, d := m.x.Dims()
	z, beta, sum := mat.NewDense(len(core), d, nil), mat.NewVecDense(len(core), nil), 0.0
	for i, c := range core {
		at, s := m.sign(c)
		copy(z.RawRowView(i), m.x.RawRowView(at))
		beta.SetVec(i, s*alpha[i])
		sum += s * alpha[i]
	}
	supports := kernel.NewSupports(z)
	workspace := mat.NewDense(stripSamples, len(core), nil)
	for lo := 0; lo < len(dst); { // rows of x in sequence
		first, _ := m.sign(from + lo)
		count := min(len(dst)-lo, n-first, stripSamples)
		k := workspace.Slice(0, count, 0, len(core)).(*mat.Dense)
		kernel.Matrix(k, m.k, m.x.Slice(first, first+count, 0, d).(*mat.Dense), supports, false)
		mat.NewVecDense(count, dst[lo:lo+count]).MulVec(k, beta)
		lo += count
	}
	for j := range dst {
		_, s := m.sign(from + j)
		dst[j] = s * (dst[j] + sum*m.plus)
	}
	for i, c := range core {
		if at := c - from; at >= 0 && at < len(dst) {
			dst[at] += alpha[i] * m.delta
		}
	}
}

// problem returns the problem of the smallest ball around n images, whose squares are
// k'(i, i) + z_i².
func (m images) problem(n int, square func(int) float64) CoreProblem {
	return CoreProblem{N: n, At: m.at, Inner: m.inner, Square: square}
}

// machine returns the machine of a solution, with the core samples of coefficients
// other than 0.
func (of images) machine(s *CoreSolution) *CoreMachine {
	m := &CoreMachine{Expansion: kernel.Expansion{Kernel: of.k}, CoreSolution: s}
	_, d := of.x.Dims()
	var rows []float64
	for i, c := range s.Core {
		if s.Alpha[i] != 0 {
			at, sign := of.sign(c)
			rows = append(rows, of.x.RawRowView(at)...)
			m.Beta = append(m.Beta, sign*s.Alpha[i])
		}
	}
	m.At = mat.NewDense(len(m.Beta), d, rows)
	return m
}

// CoreNovelty learns the region of the samples (rows of x): the function is positive
// inside, 0 on the border, and negative for new samples. C weighs the samples that lie
// outside. It fails if ctx ends, and unless C and ε are above 0.
func CoreNovelty(ctx context.Context, x *mat.Dense, k kernel.Gaussian, c float64, o CoreOptions) (*CoreMachine, error) {
	if err := checkOptions(c, o); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	of := images{x: x, k: k, sign: func(i int) (int, float64) { return i, 1 }, delta: 1 / c}
	s, err := SolveCore(ctx, of.problem(n, func(int) float64 { return 1 + 1/c }), o)
	if err != nil {
		return nil, err
	}
	m := of.machine(s)
	m.Bias = -s.Rho
	return m, nil
}

// CoreClasses learns to separate two classes, y_i = ±1: the sign of the function is the
// class. It fails if ctx ends, unless C and ε are above 0, and if all samples are of
// one class.
func CoreClasses(ctx context.Context, x *mat.Dense, y []float64, k kernel.Gaussian, c float64, o CoreOptions) (*CoreMachine, error) {
	if err := checkOptions(c, o); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	if len(y) != n {
		panic(fmt.Sprintf("machines: %d classes of %d samples", len(y), n))
	}
	if floats.Max(y) == floats.Min(y) {
		return nil, fmt.Errorf("all %d samples are of one class", n)
	}
	of := images{x: x, k: k, sign: func(i int) (int, float64) { return i, y[i] }, plus: 1, delta: 1 / c}
	s, err := SolveCore(ctx, of.problem(n, func(int) float64 { return 2 + 1/c }), o)
	if err != nil {
		return nil, err
	}
	m := of.machine(s)
	m.Bias = floats.Sum(m.Beta)
	return m, nil
}

// CoreRegression learns a number y_i up to a tube around the function, whose width has
// weight e. It returns half the width, tube, in the units of y; it is negative if the
// samples leave no room for a tube. It fails if ctx ends, and unless C and ε are above
// 0.
func CoreRegression(ctx context.Context, x *mat.Dense, y []float64, k kernel.Gaussian, c, e float64, o CoreOptions) (m *CoreMachine, tube float64, err error) {
	if err := checkOptions(c, o); err != nil {
		return nil, 0, err
	}
	n, _ := x.Dims()
	if len(y) != n || !(e > 0) {
		panic(fmt.Sprintf("machines: %d numbers of %d samples, a tube of weight %g", len(y), n, e))
	}
	sign := func(i int) (int, float64) {
		if i < n {
			return i, 1
		}
		return i - n, -1
	}
	of := images{x: x, k: k, sign: sign, plus: 1, delta: 1 / c}
	target := func(i int) float64 { p, s := sign(i); return s * y[p] / e }
	eta := math.Inf(-1)
	for i := range 2 * n {
		eta = max(eta, 2+1/c-2*target(i))
	}
	s, err := SolveCore(ctx, of.problem(2*n, func(i int) float64 { return eta + 2*target(i) }), o)
	if err != nil {
		return nil, 0, err
	}
	m = of.machine(s)
	floats.Scale(e, m.Beta)
	m.Bias = floats.Sum(m.Beta)
	tube = -s.Rho
	for i, c := range s.Core {
		tube += s.Alpha[i] * target(c)
	}
	return m, e * tube, nil
}

// checkOptions returns an error unless C is above 0 and finite and ε above 0.
func checkOptions(c float64, o CoreOptions) error {
	switch {
	case !(c > 0) || math.IsInf(c, 0):
		return fmt.Errorf("weight C %g: must be above 0", c)
	case !(o.Epsilon > 0):
		return fmt.Errorf("epsilon %g: must be above 0", o.Epsilon)
	}
	return nil
}
