package space_test

import (
	"context"
	"math"
	"testing"

	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// solution is the p slowest features of one segment of samples.
type solution struct {
	phi   *mat.Dense
	c     *mat.SymDense // covariance of the functions
	rank  int
	delta []float64 // mean squared difference, Ċ over n−1 and C over n
}

func solve(t *testing.T, s space.Space, x *mat.Dense, p int) solution {
	t.Helper()
	ctx := context.Background()
	n, _ := x.Dims()
	v := moments.NewValues(s, x, []int{n})
	m, err := moments.Stream(ctx, v)
	if err != nil {
		t.Fatal(err)
	}
	w, err := sfa.Whiten(ctx, sfa.Problem{C: m.C, Cdot: m.Cdot, Gram: s.Gram(s.Dim()), Centred: s.Centred()})
	if err != nil {
		t.Fatal(err)
	}
	f, err := w.Rotate(ctx, 0, p)
	if err != nil {
		t.Fatal(err)
	}
	var c mat.VecDense
	c.MulVec(f.A.T(), mat.NewVecDense(s.Dim(), m.Mean))
	phi, err := v.Project(ctx, f.A, c.RawVector().Data)
	if err != nil {
		t.Fatal(err)
	}
	return solution{phi, m.C, w.Spectrum.Rank, measure.Slowness(phi, []int{n})}
}

func checkDeltas(t *testing.T, got, want []float64, tol float64) {
	t.Helper()
	if len(got) < len(want) {
		t.Fatalf("%d features, want %d", len(got), len(want))
	}
	for i, w := range want {
		if !scalar.EqualWithinRel(got[i], w, tol) {
			t.Errorf("Δ%d = %.13g, want %.13g", i+1, got[i], w)
		}
	}
}

// sinCos returns the signals of reference A3, and sin t.
func sinCos(n int) (x *mat.Dense, sin []float64) {
	x = mat.NewDense(n, 2, nil)
	for i, t := range floats.Span(make([]float64, n), 0, 2*math.Pi) {
		c := math.Cos(11 * t)
		sin = append(sin, math.Sin(t))
		x.SetRow(i, []float64{sin[i] + c*c, c})
	}
	return x, sin
}

// Reference A3, given with C/(n−1) and Ċ/(n−2) for n−1 differences. With the
// constant, the quadratic functions are the same ones about any origin and in
// any coordinates: whitening in front changes nothing.
func TestA3QuadraticSFA(t *testing.T) {
	const n = 1000
	x, sin := sinCos(n)
	for name, x := range map[string]*mat.Dense{"plain": x, "whitened": project(front(t, x, space.Keep{}, true), x)} {
		t.Run(name, func(t *testing.T) {
			got := solve(t, polynomial(t, 2, 2), x, 5)
			floats.Scale(float64(n-1)/n*float64(n-1)/(n-2), got.delta)
			checkDeltas(t, got.delta, []float64{3.959699927e-05, 4.779771831e-03, 9.064372768e-03, 1.412263273e-02, 1.909643124e-02}, 1e-8)
			if c := math.Abs(stat.Correlation(mat.Col(nil, 0, got.phi), sin, nil)); c < 1-1e-9 {
				t.Errorf("correlation of y₁ with sin t is %.12f", c)
			}
		})
	}
}

// Reference C2: what the kernel (1 + x·y)² gives over all samples.
func TestC2QuadraticSFA(t *testing.T) {
	x, _ := sinCos(300)
	got := solve(t, polynomial(t, 2, 2), x, 10)
	if got.rank != 5 {
		t.Errorf("rank %d, want 5", got.rank)
	}
	checkDeltas(t, got.delta, []float64{0.0004430486778, 0.0530178006470, 0.0992491763055, 0.1545087737554, 0.2092766795920}, 1e-9)
}

// logistic returns the logistic map of reference A8 under two driving forces, embedded
// with delays 0 to delays−1, and the slow force at each sample.
func logistic(delays int) (x *mat.Dense, slow []float64) {
	const steps = 6009
	w := []float64{0.1}
	for i := range steps - 1 {
		t := 50 * float64(i)
		gamma := (math.Sin(0.0047*t) + math.Sin(0.0005*t)) / 2
		w = append(w, (4-1.9+0.1*gamma)*w[i]*(1-w[i]))
	}
	x = mat.NewDense(steps-delays+1, delays, nil)
	for i := range steps - delays + 1 {
		x.SetRow(i, w[i:i+delays])
		slow = append(slow, math.Sin(0.025*float64(i)))
	}
	return x, slow
}

// explained returns R² of y given uncorrelated features of mean zero and variance one.
func explained(phi *mat.Dense, y []float64) float64 {
	_, p := phi.Dims()
	var r2 float64
	for j := range p {
		r2 += math.Pow(stat.Correlation(mat.Col(nil, j, phi), y, nil), 2)
	}
	return r2
}

// Reference A8: whitened delays of a driven map, expanded to degree two. Near
// its fixed point the map makes nearly all of the functions dependent. The
// reference cut at 10⁻¹⁰ of the largest variance, far above ours.
func TestA8DrivingForce(t *testing.T) {
	const delays = 19
	x, slow := logistic(delays)
	c := linearMoments(t, x).C
	variances, _, err := eigen.Sym(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if most := variances[delays-1]; math.Abs(variances[0]) > 1e-15*most {
		t.Fatalf("variances from %g to %g: the condition is not above 10¹⁵", variances[0], most)
	}
	above := 0
	for _, v := range variances {
		if v > 1e-10*variances[delays-1] {
			above++
		}
	}
	for name, keep := range map[string]space.Keep{"our cut": {}, "cut 1e-10": {Components: above}} {
		t.Run(name, func(t *testing.T) {
			f := front(t, x, keep, true)
			if f.Components() >= delays || f.Components() < above {
				t.Fatalf("%d components of %d delays", f.Components(), delays)
			}
			got := solve(t, polynomial(t, f.Components(), 2), project(f, x), 2)
			for i, within := range [][2]float64{{6.1e-4, 6.3e-4}, {6.3e-4, 6.5e-4}} {
				if d := got.delta[i]; d < within[0] || d > within[1] {
					t.Errorf("Δ%d = %g, want %v", i+1, d, within)
				}
			}
			if r2 := explained(got.phi, slow); r2 < 0.999 || r2 > 1+1e-6 {
				t.Errorf("R² of the slow force is %v", r2)
			}
		})
	}
}
