package moments

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// randomLengths returns segments of 1 to 40 samples, n in all; some are runs of single
// samples, some are longer than a block.
func randomLengths(rng *rand.Rand, n int) []int {
	var lengths []int
	for n > 0 {
		next := 1 + rng.IntN(40)
		switch rng.IntN(12) {
		case 0:
			next = 1
		case 1:
			next = 200 + rng.IntN(400)
		}
		lengths = append(lengths, min(next, n))
		n -= lengths[len(lengths)-1]
	}
	return lengths
}

// leftColumns returns the first m columns of x.
func leftColumns(x *mat.Dense, m int) *mat.Dense {
	n, _ := x.Dims()
	return mat.DenseCopyOf(x.Slice(0, n, 0, m))
}

// evaluated is the identity as any other space: its values are not the samples
// themselves but a copy.
type evaluated struct{ space.Linear }

func identity(x *mat.Dense, lengths []int, keep Keeping) *Values {
	_, m := x.Dims()
	return newValues(evaluated{space.Linear{D: m}}, x, lengths, keep)
}

// notKept stands for values that are evaluated for each pass.
const notKept Keeping = -1

// newValues returns values with the given keeping, in storage with old contents.
func newValues(s space.Space, x *mat.Dense, lengths []int, keep Keeping) *Values {
	v := NewValues(s, x, lengths)
	if keep != notKept {
		room := make([]float64, v.KeptSize(keep))
		for i := range room {
			room[i] = math.NaN()
		}
		v.KeepIn(room, keep)
	}
	return v
}

func streamLinear(t *testing.T, x *mat.Dense, lengths []int) *Moments {
	t.Helper()
	_, d := x.Dims()
	m, err := Stream(t.Context(), newValues(space.Linear{D: d}, x, lengths, notKept))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// checkClose holds every entry of got against want, relative to the diagonal.
func checkClose(t *testing.T, what string, got, want *mat.SymDense, tol float64) {
	t.Helper()
	n := want.SymmetricDim()
	for i := range n {
		for j := i; j < n; j++ {
			scale := math.Sqrt(want.At(i, i) * want.At(j, j))
			if d := math.Abs(got.At(i, j) - want.At(i, j)); !(d <= tol*scale) {
				t.Errorf("%s (%d, %d) is %v, want %v: off by %.1e", what, i, j, got.At(i, j), want.At(i, j), d/scale)
				return
			}
		}
	}
}

func checkBits(t *testing.T, what string, got, want *Moments) {
	t.Helper()
	if got.N != want.N || got.Pairs != want.Pairs || !floats.Equal(got.Mean, want.Mean) ||
		!mat.Equal(got.C, want.C) || !mat.Equal(got.Cdot, want.Cdot) {
		t.Errorf("%s: not the same bits", what)
	}
}

func TestStreamIsThePlainWay(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for trial := range 60 {
		n, m := 1+rng.IntN(1500), 1+rng.IntN(70)
		lengths := randomLengths(rng, n)
		x := walk(n, m, uint64(trial))
		got, want := streamLinear(t, x, lengths), streamPlain(identity(x, lengths, notKept))
		if got.N != want.N || got.Pairs != want.Pairs {
			t.Errorf("n = %d, P = %d; want %d, %d", got.N, got.Pairs, want.N, want.Pairs)
		}
		if !floats.EqualApprox(got.Mean, want.Mean, 1e-13*float64(m)) {
			t.Errorf("%d×%d: mean differs", n, m)
		}
		checkClose(t, fmt.Sprintf("%d×%d: C", n, m), got.C, want.C, 1e-13)
		checkClose(t, fmt.Sprintf("%d×%d: Ċ", n, m), got.Cdot, want.Cdot, 1e-13)
	}
}

// Many samples that drift do not add up errors.
func TestStreamOfManySamples(t *testing.T) {
	const n, m = 100_000, 3
	rng := rand.New(rand.NewPCG(4, 0))
	x := mat.NewDense(n, m, nil)
	for i := 1; i < n; i++ {
		for j := range m {
			x.Set(i, j, x.At(i-1, j)+rng.NormFloat64())
		}
	}
	got, want := streamLinear(t, x, []int{n}), streamPlain(identity(x, []int{n}, notKept))
	checkClose(t, "C", got.C, want.C, 1e-13)
	checkClose(t, "Ċ", got.Cdot, want.Cdot, 1e-13)
}

// A mean that leaves the samples exact takes no digit of C and Ċ.
func TestLargeMeanCostsNoBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	const n, m = 1200, 20
	near, far := walk(n, m, 5), mat.NewDense(n, m, nil)
	near.Apply(func(_, _ int, v float64) float64 { return math.Round(v*0x1p20) * 0x1p-20 }, near)
	far.Apply(func(_, _ int, v float64) float64 { return v + 0x1p27 }, near)
	lengths := randomLengths(rng, n)
	got, want := streamLinear(t, far, lengths), streamLinear(t, near, lengths)
	for j, v := range want.Mean {
		if got.Mean[j] != v+0x1p27 {
			t.Errorf("mean %d is %v, want %v", j, got.Mean[j], v+0x1p27)
		}
	}
	got.Mean = want.Mean
	checkBits(t, "far from the origin", got, want)
}

// Segments far from each other make C large, and leave all digits of Ċ.
func TestDistantSegmentsLeaveDifferences(t *testing.T) {
	lengths := []int{20, 13, 9, 300, 41}
	x := walk(383, 10, 6)
	row := 0
	for s, length := range lengths {
		for ; length > 0; length-- {
			floats.AddConst(1e7*float64(s%2), x.RawRowView(row))
			row++
		}
	}
	got, want := streamLinear(t, x, lengths), streamPlain(identity(x, lengths, notKept))
	checkClose(t, "C", got.C, want.C, 1e-13)
	checkClose(t, "Ċ", got.Cdot, want.Cdot, 1e-13)
}

// Fewer samples than functions leave eigenvalues of zero, none below.
func TestMomentsArePositive(t *testing.T) {
	x := walk(40, 70, 7)
	m := streamLinear(t, x, []int{25, 1, 14})
	for name, s := range map[string]*mat.SymDense{"C": m.C, "Ċ": m.Cdot} {
		values, _, err := eigen.Sym(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if least, most := values[0], values[69]; least < -1e-14*most {
			t.Errorf("%s has an eigenvalue of %g beside %g", name, least, most)
		}
	}
}

func TestConstantFunctionHasNoVariance(t *testing.T) {
	x := walk(500, 3, 8)
	for i := range 500 {
		x.Set(i, 1, 0.1)
	}
	m := streamLinear(t, x, []int{77, 423})
	if m.C.At(1, 1) != 0 || m.C.At(0, 1) != 0 || m.Cdot.At(1, 2) != 0 || m.Mean[1] != 0.1 {
		t.Errorf("constant 0.1: mean %v, variance %v, covariance %v, Ċ %v", m.Mean[1], m.C.At(1, 1), m.C.At(0, 1), m.Cdot.At(1, 2))
	}
}

func TestSingleSamples(t *testing.T) {
	x := walk(300, 4, 9)
	lengths := make([]int, 300)
	for i := range lengths {
		lengths[i] = 1
	}
	got, want := streamLinear(t, x, lengths), streamPlain(identity(x, lengths, notKept))
	checkClose(t, "C", got.C, want.C, 1e-13)
	if got.Pairs != 0 || mat.Norm(got.Cdot, 1) != 0 {
		t.Errorf("%d pairs, Ċ %v; want none", got.Pairs, got.Cdot)
	}
}

// The same bits for any number of processors and kept or not, and those of the
// first functions are a leading block.
func TestStreamBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 0))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, size := range [][2]int{{1000, 70}, {9000, 33}, {600, 700}} {
		n, m := size[0], linalgtest.Size(size[1])
		x, lengths := walk(n, m, 11), randomLengths(rng, n)
		runtime.GOMAXPROCS(1)
		want := streamLinear(t, x, lengths)
		for _, procs := range []int{2, 3, 8} {
			runtime.GOMAXPROCS(procs)
			checkBits(t, fmt.Sprintf("%d×%d, GOMAXPROCS %d", n, m, procs), streamLinear(t, x, lengths), want)
		}
		for _, keep := range []Keeping{notKept, Packed, InRows} {
			v := identity(x, lengths, keep)
			for range 2 {
				got, err := Stream(t.Context(), v)
				if err != nil {
					t.Fatal(err)
				}
				checkBits(t, fmt.Sprintf("%d×%d, kept as %d", n, m, keep), got, want)
			}
		}
		for _, k := range []int{1, 7, 32, m - 1} {
			checkBits(t, fmt.Sprintf("first %d of %d", k, m), streamLinear(t, leftColumns(x, k), lengths), want.Leading(k))
		}
	}
}

func TestStreamStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	v := newValues(stopping{space.Linear{D: 3}, cancel}, walk(5000, 3, 12), []int{5000}, notKept)
	if _, err := Stream(ctx, v); !errors.Is(err, context.Canceled) {
		t.Errorf("Stream: error %v, want context.Canceled", err)
	}
	if _, err := v.All(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("All: error %v, want context.Canceled", err)
	}
	if _, err := v.Project(ctx, mat.NewDense(3, 1, nil), []float64{0}); !errors.Is(err, context.Canceled) {
		t.Errorf("Project: error %v, want context.Canceled", err)
	}
}

// stopping ends the context in the midst of an evaluation.
type stopping struct {
	space.Linear
	cancel func()
}

func (s stopping) Eval(dst, x *mat.Dense) {
	s.cancel()
	s.Linear.Eval(dst, x)
}
