package readout_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// pseudoInverse returns A⁺ by singular values.
func pseudoInverse(t *testing.T, a *mat.Dense) *mat.Dense {
	t.Helper()
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		t.Fatal("no singular values")
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	values := svd.Values(nil)
	inverse := mat.NewDiagDense(len(values), nil)
	for i, s := range values {
		if s > 1e-12*values[0] {
			inverse.SetDiag(i, 1/s)
		}
	}
	var out, left mat.Dense
	left.Mul(&v, inverse)
	out.Mul(&left, u.T())
	return &out
}

// secondMoments solves Eq. 2 as it is printed: C⁺μ_i with a constant feature.
func secondMoments(t *testing.T, phi *mat.Dense, label []int, classes int) *mat.Dense {
	t.Helper()
	x, kept := labelled(phi, label)
	n, _ := x.Dims()
	target := mat.NewDense(n, classes, nil)
	for i, k := range kept {
		target.Set(i, k, 1)
	}
	var c, mu, w mat.Dense
	c.Mul(x.T(), x)
	c.Scale(1/float64(n), &c)
	mu.Mul(x.T(), target)
	mu.Scale(1/float64(n), &mu)
	w.Mul(pseudoInverse(t, &c), &mu)
	return &w
}

// centre subtracts from each column its mean over the labelled samples.
func centre(phi *mat.Dense, label []int) {
	x, _ := labelled(phi, label)
	n, p := phi.Dims()
	for j := range p {
		mean := mat.Sum(x.ColView(j)) / float64(x.RawMatrix().Rows)
		for i := range n {
			phi.Set(i, j, phi.At(i, j)-mean)
		}
	}
}

func TestLeastSquaresAgainstPrintedFormula(t *testing.T) {
	for _, classes := range []int{2, 4} {
		phi, label := clouds(700, 6, classes, 2, 1)
		label = unlabel(label)
		m := mustModel(t)(readout.LeastSquares(context.Background(), phi, label, classes))
		if want := secondMoments(t, phi, label, classes); !agree(m.W, want, 1e-11) {
			t.Errorf("%d classes: weights\n%v\nwant\n%v", classes, mat.Formatted(m.W), mat.Formatted(want))
		}
		if len(m.Notes) != 0 {
			t.Errorf("notes %q", m.Notes)
		}
		// The 1-of-C coding sums to 1, so the discriminants do.
		disc := m.Discriminants(phi)
		for i := range label {
			if got := floats.Sum(disc.RawRowView(i)); math.Abs(got-1) > 1e-12 {
				t.Fatalf("discriminants of sample %d sum to %v", i, got)
			}
		}
	}
}

// With features of zero mean, as SFA gives, the solution of least norm is the
// pseudo-inverse of the printed second moments.
func TestLeastSquaresOfSingularFeatures(t *testing.T) {
	phi, label := clouds(500, 6, 3, 2, 2)
	for i := range label {
		row := phi.RawRowView(i)
		row[2] = 0.5*row[0] - row[1] // a mixture
		row[4] = row[3]              // a copy
		row[5] = 0.1                 // a constant
	}
	full := mat.DenseCopyOf(phi)
	centre(phi, label)
	m := mustModel(t)(readout.LeastSquares(context.Background(), phi, label, 3))
	want := secondMoments(t, phi, label, 3)
	if !agree(m.W, want, 1e-11) {
		t.Errorf("weights\n%v\nwant\n%v", mat.Formatted(m.W), mat.Formatted(want))
	}
	if len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "3 of 6 directions") {
		t.Errorf("notes %q", m.Notes)
	}
	// Off-centre the weights are the same and the bias makes up for it.
	moved := mustModel(t)(readout.LeastSquares(context.Background(), full, label, 3))
	if !agree(moved.Discriminants(full), m.Discriminants(phi), 1e-11) {
		t.Error("an offset of the features changes the discriminants")
	}
}

// Without a constant among the features the Cholesky factor may exist, of
// rounding alone; it must not be used.
func TestLeastSquaresOfMixtures(t *testing.T) {
	for seed := range uint64(10) {
		phi, label := clouds(300, 4, 2, 2, 30+seed)
		for i := range label {
			row := phi.RawRowView(i)
			row[3] = 0.3*row[0] - 1.1*row[1] + 0.7*row[2]
		}
		centre(phi, label)
		m := mustModel(t)(readout.LeastSquares(context.Background(), phi, label, 2))
		if want := secondMoments(t, phi, label, 2); !agree(m.W, want, 1e-11) {
			t.Errorf("seed %d: weights\n%v\nwant\n%v", seed, mat.Formatted(m.W), mat.Formatted(want))
		}
		if len(m.Notes) != 1 {
			t.Errorf("seed %d: notes %q", seed, m.Notes)
		}
	}
}

func TestLeastSquaresOfLargeOffsets(t *testing.T) {
	phi, label := clouds(400, 3, 2, 2, 3)
	want := mustModel(t)(readout.LeastSquares(context.Background(), phi, label, 2)).Discriminants(phi)
	for i := range label {
		floats.AddConst(1e6, phi.RawRowView(i))
	}
	got := mustModel(t)(readout.LeastSquares(context.Background(), phi, label, 2)).Discriminants(phi)
	if !agree(got, want, 1e-8) {
		t.Error("an offset of 1e6 changes the discriminants")
	}
}

func TestLeastSquaresOfConstantsGivesTheShares(t *testing.T) {
	phi := mat.NewDense(4, 2, []float64{0.1, 3, 0.1, 3, 0.1, 3, 0.1, 3})
	m := mustModel(t)(readout.LeastSquares(context.Background(), phi, []int{0, 1, 1, 1}, 2))
	if want := mat.NewDense(3, 2, []float64{0, 0, 0, 0, 0.25, 0.75}); !agree(m.W, want, 0) {
		t.Errorf("weights\n%v", mat.Formatted(m.W))
	}
}

func TestLinearRecoversALine(t *testing.T) {
	phi, _ := clouds(600, 4, 2, 1, 4)
	target := make([]float64, 600)
	for i := range target {
		row := phi.RawRowView(i)
		target[i] = 2*row[0] - 3*row[2] + 7
	}
	m := mustModel(t)(readout.Linear(context.Background(), phi, target, 0))
	if want := mat.NewDense(5, 1, []float64{2, 0, -3, 0, 7}); !agree(m.W, want, 1e-12) {
		t.Errorf("weights\n%v", mat.Formatted(m.W))
	}
	if got := m.Discriminants(phi).At(17, 0); math.Abs(got-target[17]) > 1e-12 {
		t.Errorf("prediction %v of %v", got, target[17])
	}
}

func TestLinearOfLargeTargets(t *testing.T) {
	phi, _ := clouds(1000, 3, 2, 1, 15)
	target := make([]float64, 1000)
	for i := range target {
		target[i] = 1e9 + phi.At(i, 1)
	}
	m := mustModel(t)(readout.Linear(context.Background(), phi, target, 0))
	for j, want := range []float64{0, 1, 0} {
		if got := m.W.At(j, 0); math.Abs(got-want) > 2e-8 {
			t.Errorf("weight %d is %v, want %v", j, got, want)
		}
	}
}

// At the minimum of the penalised sum its gradient vanishes.
func TestLinearRidge(t *testing.T) {
	const ridge = 30
	phi, label := clouds(300, 5, 3, 3, 5)
	for i := range label {
		phi.RawRowView(i)[4] = phi.RawRowView(i)[3] // a copy is no trouble with a ridge
	}
	target := make([]float64, 300)
	for i := range target {
		target[i] = float64(label[i]) + phi.At(i, 1)
	}
	m := mustModel(t)(readout.Linear(context.Background(), phi, target, ridge))
	residual := m.Discriminants(phi)
	for i, v := range target {
		residual.Set(i, 0, residual.At(i, 0)-v)
	}
	if sum := mat.Sum(residual); math.Abs(sum) > 1e-10 {
		t.Errorf("residuals sum to %v", sum)
	}
	for j := range 5 {
		if g := mat.Dot(phi.ColView(j), residual.ColView(0)) + ridge*m.W.At(j, 0); math.Abs(g) > 1e-10 {
			t.Errorf("gradient %v in feature %d", g, j)
		}
	}
	if len(m.Notes) != 0 || m.W.At(3, 0) == 0 {
		t.Errorf("notes %q, weight of the copied feature %v", m.Notes, m.W.At(3, 0))
	}
}
