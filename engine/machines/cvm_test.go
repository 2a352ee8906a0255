package machines

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// lecture returns the twelve points of rows L48 to L51.
func lecture() *mat.Dense {
	x := mat.NewDense(12, 2, nil)
	for i := range 12 {
		s := float64(i)
		x.Set(i, 0, math.Sin(2.1*s)+0.1*s)
		x.Set(i, 1, math.Cos(1.7*s)*(1+0.05*s))
	}
	return x
}

// around returns the problem of the smallest ball in the plane itself.
func around(x *mat.Dense) CoreProblem {
	n, _ := x.Dims()
	at := func(i, j int) float64 { return floats.Dot(x.RawRowView(i), x.RawRowView(j)) }
	inner := func(dst []float64, from int, core []int, alpha []float64) {
		for j := range dst {
			dst[j] = 0
			for i, c := range core {
				dst[j] += alpha[i] * at(c, from+j)
			}
		}
	}
	return CoreProblem{N: n, At: at, Inner: inner, Square: func(i int) float64 { return at(i, i) }}
}

func solved(t *testing.T, p CoreProblem, epsilon float64) *CoreSolution {
	t.Helper()
	s, err := SolveCore(context.Background(), p, CoreOptions{Epsilon: epsilon})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestL48SmallestBall(t *testing.T) {
	x := lecture()
	s := solved(t, around(x), 1e-13)
	linalgtest.Near(t, "R", math.Sqrt(s.Squared), 1.5355978374, 1e-9)
	centre := make([]float64, 2)
	for i, c := range s.Core {
		floats.AddScaled(centre, s.Alpha[i], x.RawRowView(c))
		if want, ok := map[int]float64{2: 0.4968202526, 7: 0.4879692443, 11: 0.0152105031}[c]; ok || s.Alpha[i] > 1e-9 {
			linalgtest.Near(t, "α", s.Alpha[i], want, 1e-8)
		}
	}
	linalgtest.Near(t, "the centre", centre[0], 0.4237397713, 1e-9)
	linalgtest.Near(t, "the centre", centre[1], 0.0127861647, 1e-9)
	for epsilon, want := range map[float64]struct {
		core   []int
		radius float64
	}{0.5: {[]int{0, 9}, 1.2586562843}, 0.1: {[]int{0, 9, 11, 2}, 1.4992391654}, 0.01: {[]int{0, 9, 11, 2, 7}, 1.5355978374}} {
		s := solved(t, around(x), epsilon)
		if !slices.Equal(s.Core, want.core) {
			t.Errorf("ε %g: the core set is %v", epsilon, s.Core)
		}
		linalgtest.Near(t, "R", math.Sqrt(s.Squared), want.radius, 0.1*epsilon*epsilon+1e-9)
	}
}

// value returns the value of a machine's function at a single place.
func value(m *CoreMachine, at []float64) float64 {
	var out [1]float64
	m.Apply(out[:], mat.NewDense(1, len(at), at))
	return out[0]
}

var places = [][]float64{{0, 0}, {1, 1}, {2.5, -2}}

func TestL49Novelty(t *testing.T) {
	m, err := CoreNovelty(context.Background(), lecture(), kernel.Gaussian{Sigma: 0.8}, 10, CoreOptions{Epsilon: 1e-12})
	if err != nil {
		t.Fatal(err)
	}
	linalgtest.Near(t, "ρ", m.Rho, 0.2642064154, 1e-9)
	for i, c := range m.CoreSolution.Core {
		if want, ok := map[int]float64{2: 0.1813839235, 7: 0.1677042257, 0: 0, 4: 0, 6: 0}[c]; ok {
			linalgtest.Near(t, "α", m.Alpha[i], want, 1e-8)
		}
	}
	for i, want := range []float64{-0.0288478553, 0.0194461033, -0.2306802692} {
		linalgtest.Near(t, "the score", value(m, places[i]), want, 1e-8)
	}
	m, err = CoreNovelty(context.Background(), lecture(), kernel.Gaussian{Sigma: 0.8}, 10, CoreOptions{Epsilon: 0.1})
	if err != nil || !slices.Equal(m.CoreSolution.Core, []int{0, 9, 2, 7, 10}) {
		t.Errorf("ε 0.1: the core set is %v, %v", m.CoreSolution.Core, err)
	}
}

func TestL50TwoClasses(t *testing.T) {
	x := lecture()
	y := make([]float64, 12)
	for i := range y {
		y[i] = math.Copysign(1, x.At(i, 0)+0.6*math.Sin(3*x.At(i, 1))-0.3)
	}
	m, err := CoreClasses(context.Background(), x, y, kernel.Gaussian{Sigma: 0.8}, 10, CoreOptions{Epsilon: 1e-12})
	if err != nil {
		t.Fatal(err)
	}
	linalgtest.Near(t, "ρ", m.Rho, 0.0551226493, 1e-9)
	linalgtest.Near(t, "b", m.Bias, 0.0119608655, 1e-8)
	for i, c := range m.CoreSolution.Core {
		if want, ok := map[int]float64{0: 0.3766691044, 8: 0.3515881988}[c]; ok {
			linalgtest.Near(t, "α", m.Alpha[i], want, 1e-7)
		}
	}
	for i, want := range []float64{0.0474140791, 0.0365497206, 0.0157401854} {
		linalgtest.Near(t, "f", value(m, places[i]), want, 1e-8)
	}
	coarse, err := CoreClasses(context.Background(), x, y, kernel.Gaussian{Sigma: 0.8}, 10, CoreOptions{Epsilon: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	if len(coarse.CoreSolution.Core) != 2 || value(coarse, places[1]) > 0 || coarse.Resolution < 1 {
		t.Errorf("ε 0.1: a core set of %d, f %g, resolution %g", len(coarse.CoreSolution.Core), value(coarse, places[1]), coarse.Resolution)
	}
	if _, err := CoreClasses(context.Background(), x, make([]float64, 12), kernel.Gaussian{Sigma: 1}, 1, CoreOptions{Epsilon: 0.1}); err == nil {
		t.Error("one class is taken")
	}
}

func TestL51Regression(t *testing.T) {
	x := lecture()
	y := make([]float64, 12)
	for i := range y {
		y[i] = 1.5*math.Sin(2*x.At(i, 0)) + x.At(i, 1)
	}
	m, tube, err := CoreRegression(context.Background(), x, y, kernel.Gaussian{Sigma: 0.8}, 10, 1, CoreOptions{Epsilon: 1e-13})
	if err != nil {
		t.Fatal(err)
	}
	linalgtest.Near(t, "the tube", tube, 1.8123908558, 1e-7)
	for i, want := range []float64{-0.1997107575, 0.1521419101, -0.1056080482} {
		linalgtest.Near(t, "f", value(m, places[i]), want, 1e-7)
	}
	m, tube, err = CoreRegression(context.Background(), x, y, kernel.Gaussian{Sigma: 0.8}, 10, 10, CoreOptions{Epsilon: 1e-13})
	if err != nil {
		t.Fatal(err)
	}
	linalgtest.Near(t, "the tube", tube, 0.1744724419, 1e-7)
	linalgtest.Near(t, "b", m.Bias, -0.0255429026, 1e-7)
	for i, want := range []float64{0.0998004034, 1.8835177108, -0.1742202943} {
		linalgtest.Near(t, "f", value(m, places[i]), want, 1e-7)
	}
	square := 0.0
	for i := range y {
		d := value(m, x.RawRowView(i)) - y[i]
		square += d * d
	}
	linalgtest.Near(t, "the rmse", math.Sqrt(square/12), 0.26206444, 1e-6)
}

// Points that are all equal, single ones, and more on the sphere than dimensions.
func TestDegenerateBalls(t *testing.T) {
	same := mat.NewDense(5, 2, []float64{1, 2, 1, 2, 1, 2, 1, 2, 1, 2})
	if s := solved(t, around(same), 1e-6); s.Squared > 1e-15 || len(s.Core) != 1 {
		t.Errorf("equal points: R² %g of %v", s.Squared, s.Core)
	}
	if s := solved(t, around(mat.NewDense(1, 2, []float64{3, 4})), 0.1); s.Squared != 0 || s.Alpha[0] != 1 {
		t.Errorf("one point: %+v", s)
	}
	square := mat.NewDense(8, 2, []float64{1, 1, 1, -1, -1, 1, -1, -1, 1, 1, 0.1, 0, 0, 0, -1, -1})
	if s := solved(t, around(square), 1e-9); math.Abs(s.Squared-2) > 1e-8 {
		t.Errorf("the corners of a square: R² %.12g", s.Squared)
	}
}

// checkerboard returns n points of the plane and the colours of their fields.
func checkerboard(seed linalgtest.SplitMix, n int) (*mat.Dense, []float64) {
	x, y := mat.NewDense(n, 2, nil), make([]float64, n)
	for i := range n {
		for j := range 2 {
			x.Set(i, j, 4*seed.Uniform())
		}
		y[i] = -1
		if (int(x.At(i, 0))+int(x.At(i, 1)))%2 == 0 {
			y[i] = 1
		}
	}
	return x, y
}

// How many core samples are needed does not grow with the number of samples.
func TestL53Checkerboard(t *testing.T) {
	sizes := []int{1000, 30_000}
	if testenv.Full() {
		sizes = []int{1000, 10_000, 100_000, 300_000}
	}
	test, truth := checkerboard(99, 4000)
	for _, n := range sizes {
		x, y := checkerboard(5, n)
		m, err := CoreClasses(context.Background(), x, y, kernel.Gaussian{Sigma: 0.4}, 100, CoreOptions{Epsilon: 1e-4})
		if err != nil {
			t.Fatal(err)
		}
		out := make([]float64, 4000)
		m.Apply(out, test)
		right := 0
		for i, v := range out {
			if v*truth[i] > 0 {
				right++
			}
		}
		accuracy := float64(right) / 4000
		t.Logf("n %d: core %d, %d scans, accuracy %.4f", n, len(m.CoreSolution.Core), m.Scans, accuracy)
		if core := len(m.CoreSolution.Core); core < 90 || core > 200 || accuracy < 0.96 || n >= 10_000 && accuracy < 0.975 {
			t.Errorf("n %d: a core set of %d, accuracy %.4f", n, core, accuracy)
		}
	}
}

func BenchmarkCheckerboard(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 300_000} {
		x, y := checkerboard(5, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := CoreClasses(context.Background(), x, y, kernel.Gaussian{Sigma: 0.4}, 100, CoreOptions{Epsilon: 1e-4}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
