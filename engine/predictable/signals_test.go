package predictable

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// normal returns n×r standard normal noise.
func normal(rng *rand.Rand, n, r int) *mat.Dense {
	x := mat.NewDense(n, r, nil)
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
	}
	return x
}

// autoregressive returns a stationary AR(1) of unit variance.
func autoregressive(rng *rand.Rand, n int, coefficient float64) []float64 {
	x := make([]float64, n)
	x[0] = rng.NormFloat64()
	for i := 1; i < n; i++ {
		x[i] = coefficient*x[i-1] + math.Sqrt(1-coefficient*coefficient)*rng.NormFloat64()
	}
	return x
}

// whiten centres x and multiplies it by C^-½: of independent columns it leaves
// each nearly alone.
func whiten(t testing.TB, x *mat.Dense) *mat.Dense {
	t.Helper()
	n, r := x.Dims()
	z := mat.DenseCopyOf(x)
	for j := range r {
		column := mat.Col(nil, j, z)
		floats.AddConst(-floats.Sum(column)/float64(n), column)
		z.SetCol(j, column)
	}
	c := mat.NewSymDense(r, nil)
	dense.SyrkAdd(c, 1/float64(n), z)
	values, u, err := eigen.Sym(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	var root, out mat.Dense
	for i, v := range values {
		values[i] = 1 / math.Sqrt(v)
	}
	root.Product(u, mat.NewDiagDense(r, values), u.T())
	out.Mul(z, &root)
	return &out
}

// orthogonal returns a random rotation.
func orthogonal(rng *rand.Rand, r int) *mat.Dense {
	var qr mat.QR
	var q mat.Dense
	qr.Factorize(normal(rng, r, r))
	qr.QTo(&q)
	return &q
}

func mul(a, b mat.Matrix) *mat.Dense {
	var out mat.Dense
	out.Mul(a, b)
	return &out
}

// cosine returns the cosine of the j-th direction of f with w.
func cosine(f *Features, j int, w mat.Vector) float64 {
	return math.Abs(mat.Dot(f.R.ColView(j), w)) / mat.Norm(w, 2)
}

func checkOrthonormal(t *testing.T, f *Features, count int) {
	t.Helper()
	_, p := f.R.Dims()
	if p != count || len(f.Value) != count {
		t.Fatalf("%d directions and %d values, want %d", p, len(f.Value), count)
	}
	eye := mat.NewDense(p, p, nil)
	for j := range p {
		eye.Set(j, j, 1)
		column := mat.Col(nil, j, f.R)
		if floats.Max(column) < floats.Norm(column, math.Inf(1)) {
			t.Errorf("direction %d: the largest entry of %v is negative", j, column)
		}
	}
	if !mat.EqualApprox(mul(f.R.T(), f.R), eye, 1e-12) {
		t.Errorf("directions are not orthonormal")
	}
}
