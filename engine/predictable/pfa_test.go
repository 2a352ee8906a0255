package predictable

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A strong AR(1) and white noise, mixed by a rotation: the first direction is
// that of the AR(1), and its error that of the process, 1 − a².
func TestPFAFindsAutoregression(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	const n, r, a = 8000, 6, 0.9
	x := normal(rng, n, r)
	x.SetCol(0, autoregressive(rng, n, a))
	q := orthogonal(rng, r)
	z := mul(whiten(t, x), q)
	for _, iterations := range []int{0, 3} {
		f, err := PFA(context.Background(), z, []int{3000, 5000}, 1, iterations, 3)
		if err != nil {
			t.Fatal(err)
		}
		checkOrthonormal(t, f, 3)
		if c := cosine(f, 0, q.RowView(0)); c < 0.995 {
			t.Errorf("%d iterations: cosine %g with the AR(1)", iterations, c)
		}
		want := 0.0
		for i := range iterations + 1 {
			want += (1 - math.Pow(a, 2*float64(i+1))) / float64(iterations+1)
		}
		if math.Abs(f.Value[0]-want) > 0.03 || f.Value[1] < 0.95 || !slices.IsSorted(f.Value) {
			t.Errorf("%d iterations: errors %v, want %g and then about 1", iterations, f.Value, want)
		}
		if len(f.Notes) != 0 {
			t.Errorf("%d iterations: notes %q", iterations, f.Notes)
		}
	}
}

// A sine obeys x_t = 2cos(ω)·x_t−1 − x_t−2: of order 2 its error is none, over
// any number of steps, and of order 1 it is sin²ω.
func TestPFASineNeedsOrderTwo(t *testing.T) {
	const n, omega = 4000, 1.0
	rng := rand.New(rand.NewPCG(2, 0))
	x := normal(rng, n, 3)
	for i := range n {
		x.Set(i, 1, math.Sqrt2*math.Sin(omega*float64(i)))
	}
	for _, c := range []struct {
		order, iterations int
		want, tol         float64
	}{{2, 0, 0, 2e-3}, {2, 4, 0, 2e-3}, {1, 0, math.Pow(math.Sin(omega), 2), 0.02}} {
		f, err := PFA(context.Background(), whiten(t, x), []int{n}, c.order, c.iterations, 1)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(f.Value[0]-c.want) > c.tol || f.R.At(1, 0) < 0.99 {
			t.Errorf("order %d, %d iterations: error %g along %v, want %g", c.order, c.iterations, f.Value[0], mat.Col(nil, 0, f.R), c.want)
		}
	}
}

// literalPFA returns the objective's matrix as in the paper, sample by sample: W by a
// QR of the histories, V by shift and W.
func literalPFA(t *testing.T, z *mat.Dense, lengths []int, order, iterations int) *mat.SymDense {
	t.Helper()
	_, r := z.Dims()
	history := func(at int) []float64 {
		var out []float64
		for lag := 1; lag <= order; lag++ {
			out = append(out, z.RawRowView(at-lag)...)
		}
		return out
	}
	var rows, targets []float64
	each := func(back int, f func(at int)) {
		start := 0
		for _, length := range lengths {
			for at := start + back; at < start+length; at++ {
				f(at)
			}
			start += length
		}
	}
	each(order, func(at int) {
		rows, targets = append(rows, history(at)...), append(targets, z.RawRowView(at)...)
	})
	var wt mat.Dense
	if err := wt.Solve(mat.NewDense(len(targets)/r, r*order, rows), mat.NewDense(len(targets)/r, r, targets)); err != nil {
		t.Fatal(err)
	}
	v := mat.NewDense(r*order, r*order, nil)
	v.Slice(0, r, 0, r*order).(*mat.Dense).Copy(wt.T())
	for k := r; k < r*order; k++ {
		v.Set(k, k-r, 1)
	}
	power := mat.DenseCopyOf(wt.T())
	sum := mat.NewSymDense(r, nil)
	for i := range iterations + 1 {
		count := 0.0
		each(order+i, func(int) { count++ })
		each(order+i, func(at int) {
			var e mat.VecDense
			e.MulVec(power, mat.NewVecDense(r*order, history(at-i)))
			e.SubVec(z.RowView(at), &e)
			sum.SymRankOne(sum, 1/(count*float64(iterations+1)), &e)
		})
		power = mul(power, v)
	}
	return sum
}

func TestPFAAgainstLiteralFormula(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	const n, r = 200, 4
	x := normal(rng, n, r)
	for i := 1; i < n; i++ {
		x.Set(i, 0, 0.7*x.At(i-1, 0)+x.At(i, 0))
		x.Set(i, 1, x.At(i-1, 2)+0.5*x.At(i, 1))
	}
	z := whiten(t, x)
	for _, lengths := range [][]int{{n}, {1, 2, 0, 50, 5, 142}} {
		for _, c := range [][2]int{{1, 0}, {1, 4}, {3, 0}, {3, 2}} {
			f, err := PFA(context.Background(), z, lengths, c[0], c[1], r)
			if err != nil {
				t.Fatal(err)
			}
			m := literalPFA(t, z, lengths, c[0], c[1])
			got := mul(f.R.T(), mul(m, f.R))
			if !mat.EqualApprox(got, mat.NewDiagDense(r, f.Value), 1e-10) {
				t.Errorf("segments %v, order %d, K = %d: RᵀMR = %v, values %v", lengths, c[0], c[1], mat.Formatted(got), f.Value)
			}
		}
	}
}

// Data turned by Q have the features turned by Q, with the same errors.
func TestPFAEquivariant(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	x := normal(rng, 500, 5)
	x.SetCol(2, autoregressive(rng, 500, 0.8))
	x.SetCol(4, autoregressive(rng, 500, -0.5))
	z, q := whiten(t, x), orthogonal(rng, 5)
	f, err := PFA(context.Background(), z, []int{500}, 2, 1, 5)
	if err != nil {
		t.Fatal(err)
	}
	g, err := PFA(context.Background(), mul(z, q), []int{500}, 2, 1, 5)
	if err != nil {
		t.Fatal(err)
	}
	if !floats.EqualApprox(f.Value, g.Value, 1e-12) {
		t.Errorf("errors %v and %v", f.Value, g.Value)
	}
	for j := range 5 {
		if c := math.Abs(mat.Dot(g.R.ColView(j), mul(q.T(), f.R).ColView(j))); math.Abs(c-1) > 1e-10 {
			t.Errorf("direction %d: cosine %g", j, c)
		}
	}
}

// A feature that is another's last value makes the histories of order 2
// dependent.
func TestPFANotes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	x := normal(rng, 60, 2)
	for i := 1; i < 60; i++ {
		x.Set(i, 1, x.At(i-1, 0))
	}
	x.Set(0, 1, 0)
	f, err := PFA(context.Background(), x, []int{60}, 2, 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	checkOrthonormal(t, f, 2)
	if f.Value[0] > 1e-20 || f.R.At(1, 0) < 1-1e-9 {
		t.Errorf("error %g along %v, want none along the second", f.Value[0], mat.Col(nil, 0, f.R))
	}
	sums := mul(x.Slice(0, 40, 0, 2), mat.NewDense(2, 3, []float64{1, 0, 1, 0, 1, 1}))
	if f, err = PFA(context.Background(), sums, []int{40}, 4, 0, 4); err != nil {
		t.Fatal(err)
	}
	all := strings.Join(f.Notes, "\n")
	for _, want := range []string{"rank 5 of 12", "5 coefficients for 36 samples", "4 features were asked for"} {
		if !strings.Contains(all, want) {
			t.Errorf("notes %q lack %q", f.Notes, want)
		}
	}
}

// Half of the segments grow by 3 in each step and half fall to 0.3: the one
// coefficient is above 1, and its predictions leave the latter far behind.
func TestPFANotesInstability(t *testing.T) {
	const length = 9
	x := mat.NewDense(4*length, 1, nil)
	for i := range length {
		x.Set(i, 0, 2*math.Pow(3, float64(i-length)))
		x.Set(i+length, 0, -2*math.Pow(3, float64(i-length)))
		x.Set(i+2*length, 0, math.Pow(0.3, float64(i+1)))
		x.Set(i+3*length, 0, -math.Pow(0.3, float64(i+1)))
	}
	for iterations, want := range map[int]int{0: 0, 6: 1} {
		f, err := PFA(context.Background(), whiten(t, x), slices.Repeat([]int{length}, 4), 1, iterations, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Notes) != want || want == 1 && !strings.Contains(f.Notes[0], "unstable") {
			t.Errorf("%d iterations: error %g, notes %q", iterations, f.Value[0], f.Notes)
		}
	}
}

func TestPFARefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	z := normal(rng, 40, 3)
	bad := mat.DenseCopyOf(z)
	bad.Set(7, 2, math.NaN())
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, c := range map[string]struct {
		ctx               context.Context
		z                 *mat.Dense
		lengths           []int
		order, iterations int
		want              string
	}{
		"few samples":    {context.Background(), z, []int{40}, 10, 0, "lower the order"},
		"short segments": {context.Background(), z, slices.Repeat([]int{2}, 20), 2, 0, "longer segments"},
		"long reach":     {context.Background(), z, slices.Repeat([]int{4}, 10), 2, 2, "lower the iterations"},
		"NaN":            {context.Background(), bad, []int{40}, 1, 0, "feature 2 of sample 7"},
		"zeros":          {context.Background(), mat.NewDense(40, 3, nil), []int{40}, 1, 0, "zero"},
		"ended":          {ended, z, []int{40}, 1, 0, context.Canceled.Error()},
	} {
		if _, err := PFA(c.ctx, c.z, c.lengths, c.order, c.iterations, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
	// x doubles in every step: predictions from 2000 steps before overflow.
	grow := mat.NewDense(2100, 1, nil)
	for i := range 900 {
		grow.Set(i, 0, math.Ldexp(1, i-700))
	}
	if _, err := PFA(context.Background(), grow, []int{900, 1200}, 1, 1100, 1); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("a model that overflows: error %v", err)
	}
}
