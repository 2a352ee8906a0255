package online

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// checkApproach holds the end of an approach against what is wanted, and that
// it was approached: from below, with no fall worth speaking of once all samples
// have been seen twice.
func checkApproach(t *testing.T, a []Approach, epochs int, want float64) {
	t.Helper()
	first, last := a[0], a[len(a)-1]
	if !(last.Cosine > want) {
		t.Errorf("mean cosine %.4f after %d samples, want above %g", last.Cosine, last.Samples, want)
	}
	if !(first.Cosine < last.Cosine) {
		t.Errorf("mean cosine %.4f after %d samples, %.4f at the end: nothing was approached", first.Cosine, first.Samples, last.Cosine)
	}
	best := 0.0
	for _, c := range a {
		if c.Samples < 2*last.Samples/epochs {
			continue
		}
		if c.Cosine < best-0.02 {
			t.Errorf("mean cosine falls from %.4f to %.4f after %d samples", best, c.Cosine, c.Samples)
		}
		best = max(best, c.Cosine)
	}
}

func TestSinCosReachesTheBatch(t *testing.T) {
	x := sinCos(2000)
	s, err := space.NewPolynomial(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []int{1, 2, 3} {
		o := Defaults(s.Dim(), p)
		r := train(t, s, x, []int{2000}, o)
		if last := r.Approach[len(r.Approach)-1]; !(last.Direction[0] > 0.999) {
			t.Errorf("%d features: the slowest has |cos| %.5f with that of the batch", p, last.Direction[0])
		}
		checkApproach(t, r.Approach, o.Epochs, 0.99)
		u, err := measure.Variance(context.Background(), outputs(t, s, x, []int{2000}, r.A, r.Mean))
		if err != nil {
			t.Fatal(err)
		}
		if !u.OK(0.1) || u.MaxAbsCorr > 0.15 {
			t.Errorf("%d features: variances %v, correlation %.3f", p, u.Variances, u.MaxAbsCorr)
		}
	}
}

func TestMixturesReachTheBatch(t *testing.T) {
	for _, c := range []struct {
		name             string
		n, m, p          int
		condition, reach float64
		long             bool
	}{
		{"equal variances", 4000, 20, 5, 1, 0.99, false},
		{"small variances", 4000, 20, 5, 1e4, 0.99, true},
		{"tiny variances", 4000, 20, 5, 1e8, 0.99, false},
		{"one source", 2000, 6, 1, 10, 0.99, false},
		{"all sources", 2000, 6, 6, 10, 0.999, false},
		{"many sources", 4000, 100, 4, 1e3, 0.98, true},
		{"dense spectrum", 4000, 40, 5, 10, 0.98, true},
	} {
		if c.long && !testenv.Full() {
			continue
		}
		for seed := range uint64(2) {
			if seed > 0 && (c.m == 100 || !testenv.Full()) {
				continue
			}
			rng := rand.New(rand.NewPCG(seed, 1))
			s := autoregressive(rng, c.n, c.m, 100, 1)
			if c.name != "dense spectrum" {
				// The slowest sources are slower than the rest by a gap.
				s = autoregressive(rng, c.n, c.m, 20, 1)
				s.Slice(0, c.n, 0, c.p).(*mat.Dense).Copy(autoregressive(rng, c.n, max(2, c.p), 100, 40))
			}
			x := mixture(rng, s, c.condition)
			o := Defaults(c.m, c.p)
			o.Epochs, o.Seed = 4, seed
			r := train(t, linear(x), x, []int{c.n}, o)
			t.Logf("%s: mean cosine %.4f after %d samples", c.name, r.Approach[len(r.Approach)-1].Cosine, c.n*o.Epochs)
			if c.p == c.m {
				if got := r.Approach[len(r.Approach)-1].Cosine; got < c.reach {
					t.Errorf("%s: mean cosine %.5f of the whole space", c.name, got)
				}
				continue
			}
			checkApproach(t, r.Approach, o.Epochs, c.reach)
		}
	}
}

// Signals that jump between two values and stand still between: their
// differences are rare and large.
func TestJumpsReachTheBatch(t *testing.T) {
	const n, m = 6000, 8
	rng := rand.New(rand.NewPCG(4, 4))
	s := mat.NewDense(n, m, nil)
	for j := range m {
		value := 1.0
		for i := range n {
			if rng.Float64() < 0.01*math.Pow(1.6, float64(j)) {
				value = -value
			}
			s.Set(i, j, value)
		}
	}
	x := mixture(rng, s, 100)
	o := Defaults(m, 3)
	r := train(t, linear(x), x, []int{n}, o)
	checkApproach(t, r.Approach, o.Epochs, 0.98)
}

// kernelSpace returns a Gaussian kernel space over every tenth sample of a smooth noisy
// curve, with variances over many powers of ten.
func kernelSpace(t testing.TB, n int) (space.Space, *mat.Dense) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	x := normal(rng, n, 3)
	a, b := 0.0, 0.0
	for i := range n {
		a += 0.02 + 0.02*rng.NormFloat64()
		b += 0.11 + 0.03*rng.NormFloat64()
		noise := x.RawRowView(i)
		x.SetRow(i, []float64{math.Sin(a) + math.Pow(math.Cos(b), 2) + .02*noise[0], math.Cos(b) + .02*noise[1], math.Sin(a+b) + .02*noise[2]})
	}
	z := mat.NewDense(60, 3, nil)
	for i := range 60 {
		z.SetRow(i, x.RawRowView(i*n/60))
	}
	s, err := space.NewStable(context.Background(), kernel.Gaussian{Sigma: 1}, z, true)
	if err != nil {
		t.Fatal(err)
	}
	return s, x
}

func TestRegularisedKernelSpaceReachesTheBatch(t *testing.T) {
	s, x := kernelSpace(t, 3000)
	o := Defaults(s.Dim(), 5)
	o.Lambda, o.Epochs = 1e-3, 4
	r := train(t, s, x, []int{3000}, o)
	checkApproach(t, r.Approach, o.Epochs, 0.99)

	// Without the penalty it goes elsewhere: λ is what took it there.
	batch := solution(t, s, x, []int{3000}, o.Lambda, o.Features)
	o.Lambda = 0
	other, err := Train(context.Background(), s, x, []int{3000}, s.Dim(), batch, 1, o)
	if err != nil {
		t.Fatal(err)
	}
	if got := other.Approach[0].Cosine; got > 0.95 {
		t.Errorf("without λ the mean cosine with the regularised batch is %.4f as well", got)
	}
}

// A signal that is constant within each segment is slowest, however it jumps
// from one to the next.
func TestDifferencesDoNotCrossSegments(t *testing.T) {
	const segments, length = 400, 5
	n := segments * length
	rng := rand.New(rand.NewPCG(3, 3))
	s := autoregressive(rng, n, 4, 30, 2)
	lengths := make([]int, segments)
	for i := range segments {
		lengths[i] = length
		level := rng.NormFloat64()
		for j := range length {
			s.Set(i*length+j, 3, level+0.01*rng.NormFloat64())
		}
	}
	x := mixture(rng, s, 10)
	r := train(t, linear(x), x, lengths, Defaults(4, 1))
	if got := r.Approach[len(r.Approach)-1].Direction[0]; got < 0.99 {
		t.Errorf("|cos| %.4f with the batch", got)
	}
	phi := outputs(t, linear(x), x, lengths, r.A, r.Mean)
	if got := measure.PrincipalAngles(phi, mat.DenseCopyOf(s.ColView(3)))[0]; got < 0.99 {
		t.Errorf("|cos| %.4f with the signal that changes between segments only", got)
	}
}
