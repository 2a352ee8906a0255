package codes_test

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/codes"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// rows are the measurements that take single inputs of n.
func rows(n int, of ...int) *mat.Dense {
	phi := mat.NewDense(n, len(of), nil)
	for j, i := range of {
		phi.Set(i, j, 1)
	}
	return phi
}

// hadamard is that of 16, of unit length.
func hadamard() *mat.Dense {
	h := mat.NewDense(1, 1, []float64{0.25})
	two := mat.NewDense(2, 2, []float64{1, 1, 1, -1})
	for range 4 {
		var next mat.Dense
		next.Kronecker(two, h)
		h = &next
	}
	return h
}

func TestL41Coherence(t *testing.T) {
	one := codes.Identity(16)
	for _, c := range []struct {
		name string
		base *mat.Dense
		want float64
	}{{"identity", one, 4}, {"cosines", codes.Cosines(16), math.Sqrt2 * math.Cos(math.Pi/32)}, {"Hadamard", hadamard(), 1}} {
		if got := codes.Coherence(one, c.base); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %.12f, want %.12f", c.name, got, c.want)
		}
	}
	if got := codes.Coherence(one, codes.Cosines(16)); math.Abs(got-1.4074037375) > 1e-10 {
		t.Errorf("cosines: %.10f", got)
	}
}

// sample of a code in a base.
func sampleOf(base *mat.Dense, code []float64) []float64 {
	var x mat.VecDense
	x.MulVec(base.T(), mat.NewVecDense(len(code), code))
	return x.RawVector().Data
}

// measure is Φᵀx.
func measure(phi *mat.Dense, x []float64) []float64 {
	var y mat.VecDense
	y.MulVec(phi.T(), mat.NewVecDense(len(x), x))
	return y.RawVector().Data
}

func TestL42CosinesOfFewSamples(t *testing.T) {
	base := codes.Cosines(16)
	code := make([]float64, 16)
	code[2], code[7] = 1, -0.5
	x := sampleOf(base, code)
	if math.Abs(x[0]-0.2101097280) > 1e-9 || math.Abs(x[11]-0.1069506224) > 1e-9 {
		t.Errorf("y_0 is %.10f, y_5 %.10f", x[0], x[11])
	}
	phi := rows(16, 0, 2, 3, 5, 8, 11, 12, 14)
	y := measure(phi, x)
	d := codes.NewDecoder(phi, base)
	got := make([]float64, 16)
	if err := d.L1(t.Context(), got, y); err != nil || floats.Distance(got, code, 2) > 1e-12 {
		t.Errorf("l1: off by %g (%v)", floats.Distance(got, code, 2), err)
	}
	if d.OMP(got, y, 2); floats.Distance(got, code, 2) > 1e-12 {
		t.Errorf("OMP: off by %g", floats.Distance(got, code, 2))
	}
	var least mat.VecDense
	if err := least.SolveVec(d.Atoms(), mat.NewVecDense(8, y)); err != nil || math.Abs(floats.Norm(least.RawVector().Data, 1)-2.17334618) > 1e-8 {
		t.Errorf("least norm: %.8f (%v)", floats.Norm(least.RawVector().Data, 1), err)
	}

	phi = rows(16, 0, 2, 3, 5)
	y = measure(phi, x)
	d = codes.NewDecoder(phi, base)
	if d.OMP(got, y, 2); floats.Distance(got, code, 2) > 1e-12 {
		t.Errorf("OMP of four samples: off by %g", floats.Distance(got, code, 2))
	}
	if err := d.L1(t.Context(), got, y); err != nil || math.Abs(floats.Norm(got, 1)-1.35456503) > 1e-8 {
		t.Errorf("l1 of four samples: norm %.8f (%v)", floats.Norm(got, 1), err)
	}
}

func TestL43TenPointsOfTwoWaves(t *testing.T) {
	base := codes.Fourier(200)
	x := make([]float64, 200)
	for i := range x {
		s := float64(i) / 20
		x[i] = math.Sin(2*math.Pi*2.3*s) - 0.5*math.Sin(2*math.Pi*5.4*s)
	}
	var code mat.VecDense
	code.MulVec(base, mat.NewVecDense(200, x))
	for j, v := range code.RawVector().Data {
		want := map[int]float64{46: 10, 108: -5}[j]
		if math.Abs(v-want) > 1e-9 {
			t.Fatalf("coefficient %d is %g", j, v)
		}
	}
	draws := 200
	if !testenv.Full() {
		draws = 40
	}
	rng := linalgtest.SplitMix(42)
	got := make([]float64, 200)
	for k, m := range []int{6, 8, 10, 12, 15, 20} {
		l1, omp := 0, 0
		for range draws {
			phi := rows(200, rng.Choose(200, m)...)
			y := measure(phi, x)
			d := codes.NewDecoder(phi, base)
			if err := d.L1(t.Context(), got, y); err != nil {
				t.Fatal(err)
			}
			if floats.Distance(got, code.RawVector().Data, 2) < 1e-4 {
				l1++
			}
			if d.OMP(got, y, 2); floats.Distance(got, code.RawVector().Data, 2) < 1e-4 {
				omp++
			}
		}
		t.Logf("m = %d: l1 %d, OMP %d of %d", m, l1, omp, draws)
		if draws < 200 {
			continue
		}
		if want := []int{13, 51, 123, 158, 188, 199}[k]; l1 < want-8 || l1 > want+8 {
			t.Errorf("m = %d: l1 is right %d times, want %d", m, l1, want)
		}
		if want := []int{49, 129, 188, 197, 198, 200}[k]; omp < want-8 || omp > want+8 {
			t.Errorf("m = %d: OMP is right %d times, want %d", m, omp, want)
		}
	}
}

func TestL44PhaseTransition(t *testing.T) {
	want := map[int][]int{16: {49, 29, 11, 0}, 24: {50, 44, 18, 4}, 32: {50, 50, 30, 5}, 48: {50, 50, 48, 39, 10}}
	rng := linalgtest.SplitMix(7)
	base := codes.Identity(64)
	got := make([]float64, 64)
	recovered := map[int][]int{}
	for _, m := range []int{8, 16, 24, 32, 48} {
		for _, s := range []int{m / 8, m / 4, 3 * m / 8, m / 2, 5 * m / 8, 3 * m / 4} {
			count := 0
			for range 50 {
				phi := mat.NewDense(m, 64, nil)
				phi.Apply(func(_, _ int, _ float64) float64 { return rng.Normal() / math.Sqrt(float64(m)) }, phi)
				x := make([]float64, 64)
				for _, i := range rng.Choose(64, s) {
					x[i] = rng.Normal()
				}
				d := codes.NewDecoder(mat.DenseCopyOf(phi.T()), base)
				if err := d.L1(t.Context(), got, measure(mat.DenseCopyOf(phi.T()), x)); err != nil {
					t.Fatal(err)
				}
				if floats.Distance(got, x, 2) < 1e-4*floats.Norm(x, 2) {
					count++
				}
			}
			recovered[m] = append(recovered[m], count)
		}
		if !slices.IsSortedFunc(recovered[m], func(a, b int) int { return b - a + 3 }) {
			t.Errorf("m = %d: more entries are recovered more often: %v", m, recovered[m])
		}
		for i, w := range want[m] {
			if d := recovered[m][i] - w; d < -8 || d > 8 {
				t.Errorf("m = %d: %v of 50 are recovered, want %v", m, recovered[m], want[m])
				break
			}
		}
		t.Logf("m = %d: %v of 50 are recovered", m, recovered[m])
	}
}

func TestL46Isometry(t *testing.T) {
	a := mat.NewDense(8, 12, nil)
	a.Apply(func(i, j int, _ float64) float64 {
		return math.Cos(1.1*float64((i+1)*(j+1))) + 0.2*math.Sin(float64(i-j))
	}, a)
	for s, want := range []float64{0, 0.8337132555, 1.2002116781} {
		if got, ok := codes.Isometry(a, s+1); !ok || math.Abs(got-want) > 1e-10 {
			t.Errorf("δ_%d is %.10f, want %.10f", s+1, got, want)
		}
	}
	// More entries are never nearer to an isometry, and all of them have the whole spectrum.
	last := 0.0
	for s := 1; s <= 12; s++ {
		got, ok := codes.Isometry(a, s)
		if !ok || got < last-1e-12 {
			t.Errorf("δ_%d is %g behind %g", s, got, last)
		}
		last = got
	}
	if _, ok := codes.Isometry(mat.NewDense(2, 400, nil), 3); ok {
		t.Error("ten million supports are tried")
	}
}

// OMP is exact for all supports of two and three of identity and Hadamard together, and for
// most of five and six.
func TestL47IdentityAndHadamard(t *testing.T) {
	base := mat.NewDense(32, 16, nil)
	base.Stack(codes.Identity(16), hadamard())
	d := codes.NewDecoder(codes.Identity(16), base)
	coefficients := []float64{1, -0.8, 0.7, -0.9, 0.6, 0.5}
	got := make([]float64, 32)
	exact := func(support []int) bool {
		code := make([]float64, 32)
		for i, j := range support {
			code[j] = coefficients[i]
		}
		d.OMP(got, sampleOf(base, code), len(support))
		return floats.Distance(got, code, 2) < 1e-9
	}
	for i := range 32 {
		for j := range i {
			if !exact([]int{j, i}) {
				t.Errorf("support %d %d is not found", j, i)
			}
			for k := range j {
				if !exact([]int{k, j, i}) {
					t.Errorf("support %d %d %d is not found", k, j, i)
				}
			}
		}
	}
	for s, want := range map[int]int{5: 1737, 6: 1471} {
		count, sure := 0, 0
		for seed := range 2000 {
			rng := linalgtest.SplitMix(seed)
			support := rng.Choose(32, s) // whose coefficients tie, so that rounding decides some
			slices.Sort(support)
			found := exact(support)
			if found {
				count++
			}
			code := make([]float64, 32)
			for i, j := range support {
				code[j] = coefficients[i]
			}
			if plain, tied := plainPursuit(base, sampleOf(base, code), s); !tied {
				sure++
				if slices.Sort(plain); slices.Equal(plain, support) != found {
					t.Errorf("support %v: found %t, by least squares %v", support, found, plain)
				}
			}
		}
		if sure < 500 {
			t.Errorf("of size %d only %d supports have no ties", s, sure)
		}
		if count < want-40 || count > want+40 {
			t.Errorf("of size %d %d of 2000 supports are found, want %d", s, count, want)
		}
		t.Logf("of size %d %d of 2000 supports are found; %d have no ties", s, count, sure)
	}
}

// plainPursuit are the s atoms of a pursuit that solves least squares anew for each, and
// whether two atoms tied, so that rounding decides.
func plainPursuit(base *mat.Dense, x []float64, s int) (chosen []int, tied bool) {
	k, n := base.Dims()
	left := mat.NewVecDense(n, slices.Clone(x))
	for range s {
		var with mat.VecDense
		with.MulVec(base, left)
		best, second := -1, 0.0
		for j := range k {
			switch v := math.Abs(with.AtVec(j)); {
			case best < 0 || v > math.Abs(with.AtVec(best)):
				if best >= 0 {
					second = math.Abs(with.AtVec(best))
				}
				best = j
			default:
				second = max(second, v)
			}
		}
		tied = tied || math.Abs(with.AtVec(best))-second < 1e-9
		chosen = append(chosen, best)
		atoms := mat.NewDense(n, len(chosen), nil)
		for i, j := range chosen {
			atoms.SetCol(i, base.RawRowView(j))
		}
		var code, made mat.VecDense
		if err := code.SolveVec(atoms, mat.NewVecDense(n, x)); err != nil {
			return chosen, true
		}
		made.MulVec(atoms, &code)
		left.SubVec(mat.NewVecDense(n, slices.Clone(x)), &made)
	}
	return chosen, tied
}

// The base of images is orthonormal, and its second atom is along the columns.
func TestImageCosines(t *testing.T) {
	base := codes.ImageCosines(3, 4)
	var gram mat.Dense
	gram.Mul(base, base.T())
	if !mat.EqualApprox(&gram, codes.Identity(12), 1e-12) || base.At(1, 0) != base.At(1, 4) || base.At(1, 0) == base.At(1, 1) {
		t.Error("no base of images")
	}
}

func BenchmarkL1(b *testing.B) {
	rng := linalgtest.SplitMix(1)
	phi := mat.NewDense(400, 64, nil)
	phi.Apply(func(_, _ int, _ float64) float64 { return rng.Normal() / 8 }, phi)
	base := codes.Cosines(400)
	d := codes.NewDecoder(phi, base)
	code := make([]float64, 400)
	for k := range 400 {
		code[k] = rng.Normal() / float64(1+k*k)
	}
	y := measure(phi, sampleOf(base, code))
	for b.Loop() {
		if err := d.L1(b.Context(), code, y); err != nil {
			b.Fatal(err)
		}
	}
}
