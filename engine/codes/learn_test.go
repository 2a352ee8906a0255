package codes

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// unit makes the rows of a matrix unit vectors.
func unitRows(m *mat.Dense) *mat.Dense {
	n, _ := m.Dims()
	for i := range n {
		row := m.RawRowView(i)
		floats.Scale(1/floats.Norm(row, 2), row)
	}
	return m
}

// lecture is the dictionary 6×12 and the sample of rows L31 and L32.
func lecture() (*Coder, []float64) {
	d := unitRows(linalgtest.Table(12, 6, func(j, i int) float64 {
		return math.Cos(float64((i+1)*(j+1))*0.7) + 0.3*math.Sin(float64(i*j))
	}))
	x := make([]float64, 6)
	for i := range x {
		x[i] = math.Sin(1.3*float64(i)+0.4) + 0.2*float64(i)
	}
	return NewCoder(d), x
}

func TestL31MatchingPursuit(t *testing.T) {
	c, x := lecture()
	linalgtest.Near(t, "coherence", coherence(c), 0.9782503643, 1e-10)
	code := make([]float64, 12)
	for s, want := range []float64{1.2797575238, 0.6987214260, 0.1802598015, 0.1379060286} {
		chosen, residual := c.OMP(code, x, s+1, 0)
		if !slices.Equal(chosen, []int{6, 8, 1, 7}[:s+1]) {
			t.Errorf("%d atoms: %v", s+1, chosen)
		}
		linalgtest.Near(t, "residual", math.Sqrt(residual), want, 1e-10)
		if s == 2 {
			linalgtest.Near(t, "a6", code[6], 0.6232338394, 1e-9)
			linalgtest.Near(t, "a8", code[8], 1.5506689469, 1e-9)
			linalgtest.Near(t, "a1", code[1], -1.8667725845, 1e-9)
		}
		// the residual of the code itself, which the batch form never makes
		r := slices.Clone(x)
		for j, a := range code {
			floats.AddScaled(r, -a, c.atoms.RawRowView(j))
		}
		linalgtest.Near(t, "residual of the code", floats.Norm(r, 2), want, 1e-10)
	}
	if _, residual := c.OMP(code, x, 12, 0.2*0.2); math.Abs(math.Sqrt(residual)-0.1802598015) > 1e-10 {
		t.Errorf("stops at a residual of %g", math.Sqrt(residual))
	}
}

func TestL32FeatureSign(t *testing.T) {
	c, x := lecture()
	code := make([]float64, 12)
	for _, row := range []struct {
		lambda, objective float64
		code              map[int]float64
	}{
		{0.2, 0.604771164190, map[int]float64{1: -1.2538537001, 4: -0.0085939193, 7: -0.0420825448, 8: 1.3043042299}},
		{0.8, 1.990244829936, map[int]float64{1: -0.9859367099, 8: 1.0672362201}},
		{2, 3.836177187643, map[int]float64{1: -0.2376069391, 6: -0.2765935084, 8: 0.4952754523}},
	} {
		linalgtest.Near(t, "objective", c.L1(code, x, row.lambda), row.objective, 1e-11)
		for j, a := range code {
			linalgtest.Near(t, "a", a, row.code[j], 1e-9)
		}
	}
	most := 0.0
	for _, v := range c.along {
		most = max(most, 2*math.Abs(v))
	}
	linalgtest.Near(t, "2 max|Dᵀx|", most, 3.3744019596, 1e-9)
	if c.L1(code, x, most*1.0001); floats.Norm(code, 1) != 0 {
		t.Errorf("a λ of 2 max|Dᵀx| leaves %v", code)
	}
}

// More atoms than inputs, doubled ones among them: the conditions of optimality hold.
func TestFeatureSignOfDependentAtoms(t *testing.T) {
	d := unitRows(linalgtest.Table(24, 6, func(j, i int) float64 {
		return math.Cos(float64((i+1)*(j%20+1))*0.37) + 0.2*math.Sin(float64(i+j%20))
	}))
	c := NewCoder(d)
	code := make([]float64, 24)
	for k := range 40 {
		x := make([]float64, 6)
		for i := range x {
			x[i] = math.Sin(float64(k+1)*0.9*float64(i+1)) + 0.3*float64(i%2)
		}
		for _, lambda := range []float64{1e-3, 0.05, 0.5} {
			c.L1(code, x, lambda)
			r := slices.Clone(x)
			for j, a := range code {
				floats.AddScaled(r, -a, d.RawRowView(j))
			}
			for j, a := range code {
				slope := 2 * floats.Dot(d.RawRowView(j), r)
				if a != 0 && math.Abs(slope-math.Copysign(lambda, a)) > 1e-8 || a == 0 && math.Abs(slope) > lambda+1e-8 {
					t.Fatalf("sample %d, λ %g: the slope at atom %d of %g is %.10g", k, lambda, j, a, slope)
				}
			}
		}
	}
	if v := c.L1(code, make([]float64, 6), 0.1); v != 0 || floats.Norm(code, 1) != 0 {
		t.Errorf("a sample of zeros has the code %v", code)
	}
}

func TestL33AtomsByTheDual(t *testing.T) {
	x := linalgtest.Table(20, 6, func(t, i int) float64 { return math.Sin(0.6*float64((i+1)*t)) + 0.3*math.Cos(float64(t)) })
	a := linalgtest.Table(20, 3, func(t, j int) float64 {
		if (t+j)%3 == 0 {
			return 0
		}
		return 0.4 * math.Cos(0.8*float64((j+1)*t))
	})
	atoms, lambda, objective, err := Atoms(context.Background(), x, a, 1)
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range []float64{0.909332, 0.250434, 0.0809798} {
		linalgtest.Near(t, "λ", lambda[j], want, 1e-6)
		linalgtest.Near(t, "norm", floats.Norm(atoms.RawRowView(j), 2), 1, 1e-9)
	}
	linalgtest.Near(t, "objective", objective, 63.4710677, 1e-7)
	var left mat.Dense
	left.Mul(a, atoms)
	left.Sub(x, &left)
	linalgtest.Near(t, "‖X − AD‖²", square(&left), objective, 1e-9)
}

func TestL37KSVD(t *testing.T) {
	x := linalgtest.Table(30, 5, func(t, i int) float64 {
		return math.Sin(0.37*float64((i+1)*(t+1))) + 0.5*math.Cos(0.11*float64(i*t))
	})
	start := linalgtest.Table(8, 5, func(j, i int) float64 {
		return math.Cos(0.9*float64((i+1)*(j+1))) + 0.2*math.Sin(float64(i+2*j))
	})
	linalgtest.Near(t, "‖X‖²", square(x), 103.8622075931, 1e-9)
	atoms, codes, record, err := KSVD(context.Background(), x, start, Learning{NonZeros: 2, Sweeps: 5})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][2]float64{{29.9192948991, 20.2457773933}, {13.4236566069, 10.9404939098}, {9.4078491840, 7.3397942994}, {7.2648568207, 6.9600375707}, {6.8030156630, 6.5547019910}} {
		linalgtest.Near(t, "error after the codes", record[i].Coded, want[0], 2e-9)
		linalgtest.Near(t, "error after the atoms", record[i].Learnt, want[1], 2e-9)
	}
	var left mat.Dense
	left.Mul(codes, atoms)
	left.Sub(x, &left)
	linalgtest.Near(t, "error of what is returned", square(&left), record[4].Learnt, 1e-9)
}

// The atoms that samples are made of are found again: 43 of 50 or more on average over
// five sets.
func TestL38KSVDRecoversAtoms(t *testing.T) {
	seeds := []linalgtest.SplitMix{103}
	if testenv.Full() {
		seeds = []linalgtest.SplitMix{100, 101, 102, 103, 104}
	}
	for _, snr := range []float64{10, 20, 30, math.Inf(1)}[4-min(4, 2*len(seeds)):] {
		found := 0
		for _, seed := range seeds {
			found += recovered(t, seed, snr)
		}
		if mean := float64(found) / float64(len(seeds)); mean < 43 {
			t.Errorf("SNR %g: %.1f of 50 atoms are found", snr, mean)
		}
	}
}

// recovered is how many of 50 random atoms are found again from samples of three each.
func recovered(t *testing.T, rng linalgtest.SplitMix, snr float64) (count int) {
	d := mat.NewDense(50, 20, nil)
	for i := range 20 {
		for j := range 50 {
			d.Set(j, i, 2*rng.Uniform()-1)
		}
	}
	unitRows(d)
	x := mat.NewDense(1500, 20, nil)
	for i := range 1500 {
		for _, j := range rng.Choose(50, 3) {
			floats.AddScaled(x.RawRowView(i), rng.Normal(), d.RawRowView(j))
		}
	}
	if !math.IsInf(snr, 0) {
		noise := math.Sqrt(square(x) / 1500 / 20 / math.Pow(10, snr/10))
		for i := range 1500 {
			for j := range 20 {
				x.Set(i, j, x.At(i, j)+noise*rng.Normal())
			}
		}
	}
	start := mat.NewDense(50, 20, nil)
	for j, i := range rng.Choose(1500, 50) {
		copy(start.RawRowView(j), x.RawRowView(i))
	}
	atoms, _, _, err := KSVD(context.Background(), x, start, Learning{NonZeros: 3, Sweeps: 80, Replace: true})
	if err != nil {
		t.Fatal(err)
	}
	for j := range 50 {
		for i := range 50 {
			if 1-math.Abs(floats.Dot(d.RawRowView(j), atoms.RawRowView(i))) < 0.01 {
				count++
				break
			}
		}
	}
	return count
}

// Without replacement no sweep raises the error, nor under λ the objective.
func TestLearningNeverRaisesTheError(t *testing.T) {
	rng := linalgtest.SplitMix(5)
	x := mat.NewDense(200, 9, nil)
	for i := range 200 {
		for j := range 9 {
			x.Set(i, j, rng.Normal())
		}
	}
	start := mat.DenseCopyOf(x.Slice(0, 14, 0, 9))
	check := func(record []Sweep) {
		t.Helper()
		last := math.Inf(1)
		for i, s := range record {
			if s.Coded > last*(1+1e-12) || s.Learnt > s.Coded*(1+1e-12) {
				t.Errorf("sweep %d: %.12g before, %.12g behind the codes, %.12g behind the atoms", i, last, s.Coded, s.Learnt)
			}
			last = s.Learnt
		}
	}
	_, _, record, err := KSVD(context.Background(), x, start, Learning{NonZeros: 3, Sweeps: 12, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	check(record)
	atoms, _, record, err := L1Dictionary(context.Background(), x, start, 0.5, 12)
	if err != nil {
		t.Fatal(err)
	}
	check(record)
	for j := range 14 {
		if norm := floats.Norm(atoms.RawRowView(j), 2); norm > 1+1e-9 {
			t.Errorf("atom %d has norm %g", j, norm)
		}
	}
}

func TestLearningRefuses(t *testing.T) {
	x := linalgtest.Table(5, 3, func(i, j int) float64 { return float64(i*j + 1) })
	for want, call := range map[string]func() error{
		"6 atoms of 5 samples": func() error {
			_, _, _, err := KSVD(context.Background(), x, linalgtest.Table(6, 3, func(i, j int) float64 { return 1 }), Learning{NonZeros: 1, Sweeps: 1})
			return err
		},
		"atom 1 has norm 0": func() error {
			_, _, _, err := KSVD(context.Background(), x, mat.NewDense(2, 3, nil), Learning{NonZeros: 1, Sweeps: 1})
			return err
		},
		"codes of 3 atoms": func() error {
			_, _, _, err := KSVD(context.Background(), x, mat.DenseCopyOf(x.Slice(0, 2, 0, 3)), Learning{NonZeros: 3, Sweeps: 1})
			return err
		},
		"λ 0": func() error {
			_, _, _, err := L1Dictionary(context.Background(), x, mat.DenseCopyOf(x.Slice(0, 2, 0, 3)), 0, 1)
			return err
		},
	} {
		if err := call(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// Samples of many inputs have their atoms by products with each sample, the others by their
// moments: the same atoms.
func TestAtomsOfManyInputs(t *testing.T) {
	rng := linalgtest.SplitMix(9)
	x := mat.NewDense(60, mostMoments+3, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return rng.Normal() }, x)
	l, err := newLearner(x, mat.DenseCopyOf(x.Slice(0, 5, 0, mostMoments+3)))
	if err != nil {
		t.Fatal(err)
	}
	l.left.Copy(x)
	var v [2][]float64
	for k, times := range []func(dst, v []float64){l.throughMoments([]int{1, 4, 9, 33}), l.throughSamples([]int{1, 4, 9, 33})} {
		v[k] = slices.Clone(l.atoms.RawRowView(1))
		if err := leading(context.Background(), times, v[k], l.room); err != nil {
			t.Fatal(err)
		}
	}
	if !floats.EqualApprox(v[0], v[1], 1e-9) {
		t.Error("the atoms differ")
	}
}

// Learning ends with its context, in the middle of a sweep.
func TestLearningIsCancelled(t *testing.T) {
	rng := linalgtest.SplitMix(3)
	x := mat.NewDense(400, 60, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return rng.Normal() }, x)
	start := mat.DenseCopyOf(x.Slice(0, 80, 0, 60))
	for name, learn := range map[string]func(context.Context) error{
		"ksvd": func(ctx context.Context) error {
			_, _, _, err := KSVD(ctx, x, start, Learning{NonZeros: 8, Sweeps: 1 << 20})
			return err
		},
		"l1": func(ctx context.Context) error {
			_, _, _, err := L1Dictionary(ctx, x, start, 0.01, 1<<20)
			return err
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			done := make(chan error)
			go func() { done <- learn(ctx) }()
			cancel()
			if err := <-done; !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// coherence is the largest |d_iᵀd_j| of two atoms over their norms; 0 of a single one.
func coherence(c *Coder) float64 {
	largest := 0.0
	for i := range c.along {
		for j := range i {
			largest = max(largest, math.Abs(c.gram.At(i, j))/math.Sqrt(c.gram.At(i, i)*c.gram.At(j, j)))
		}
	}
	return largest
}
