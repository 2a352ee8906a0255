package space_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// normal returns r×c independent standard normal numbers.
func normal(seed uint64, r, c int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 7))
	d := mat.NewDense(r, c, nil)
	for i := range r {
		for j := range c {
			d.Set(i, j, rng.NormFloat64())
		}
	}
	return d
}

// mixture returns n samples of d inputs of rank d−1, far from the origin, with
// variances that fall.
func mixture(n, d int) *mat.Dense {
	source := normal(5, n, d-1)
	for j := range d - 1 {
		for i := range n {
			source.Set(i, j, source.At(i, j)*math.Pow(0.7, float64(j)))
		}
	}
	var x mat.Dense
	x.Mul(source, normal(6, d-1, d))
	x.Apply(func(_, j int, v float64) float64 { return v + 3 + float64(j) }, &x)
	return &x
}

// linearMoments returns the moments of the inputs, as one segment.
func linearMoments(t testing.TB, x *mat.Dense) *moments.Moments {
	t.Helper()
	n, d := x.Dims()
	m, err := moments.Stream(context.Background(), moments.NewValues(space.Linear{D: d}, x, []int{n}))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func front(t testing.TB, x *mat.Dense, keep space.Keep, whiten bool) *space.Projection {
	t.Helper()
	m := linearMoments(t, x)
	f, err := space.NewPCA(context.Background(), m.Mean, m.C, keep, whiten)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func project(f *space.Projection, x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	y := mat.NewDense(n, f.Components(), nil)
	f.Project(y, x)
	return y
}

// The components have mean zero, are uncorrelated, hold the variance of the
// inputs in falling order and, unwhitened, keep distances.
func TestPrincipalComponents(t *testing.T) {
	const n, d = 400, 6
	x := mixture(n, d)
	f := front(t, x, space.Keep{}, false)
	if f.Rank != d-1 || f.Components() != d-1 || f.Share != 1 {
		t.Fatalf("rank %d, %d components, share %v; want %d, all", f.Rank, f.Components(), f.Share, d-1)
	}
	y := project(f, x)
	m := linearMoments(t, y)
	total := mat.Trace(linearMoments(t, x).C)
	if got := mat.Trace(m.C); math.Abs(got-total) > 1e-12*total {
		t.Errorf("total variance %v, want %v", got, total)
	}
	for i := range d - 1 {
		if math.Abs(m.Mean[i]) > 1e-13 {
			t.Errorf("mean %d is %v", i, m.Mean[i])
		}
		for j := range i {
			if m.C.At(i, i) > m.C.At(j, j) || math.Abs(m.C.At(i, j)) > 1e-12*total {
				t.Errorf("covariance (%d, %d) is %v beside variances %v and %v", i, j, m.C.At(i, j), m.C.At(i, i), m.C.At(j, j))
			}
		}
	}
	for i := 1; i < n; i++ {
		got, want := floats.Distance(y.RawRowView(i), y.RawRowView(0), 2), floats.Distance(x.RawRowView(i), x.RawRowView(0), 2)
		if math.Abs(got-want) > 1e-12*want {
			t.Fatalf("distance %v, want %v", got, want)
		}
	}
}

func TestWhitening(t *testing.T) {
	x := mixture(400, 6)
	m := linearMoments(t, project(front(t, x, space.Keep{}, true), x))
	for i := range 5 {
		for j := range 5 {
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(m.C.At(i, j)-want) > 1e-12 {
				t.Errorf("covariance (%d, %d) is %v", i, j, m.C.At(i, j))
			}
		}
	}
}

// Variances 4, 3, 2, 1 of independent inputs, given out of order.
func TestKeep(t *testing.T) {
	c := mat.NewSymDense(5, nil)
	for i, v := range []float64{3, 1, 0, 4, 2} {
		c.SetSym(i, i, v)
	}
	for _, test := range []struct {
		keep  space.Keep
		count int
		share float64
	}{
		{space.Keep{}, 4, 1},
		{space.Keep{Share: 1}, 4, 1},
		{space.Keep{Components: 3}, 3, 0.9},
		{space.Keep{Components: 5}, 4, 1},
		{space.Keep{Share: 0.4}, 1, 0.4},
		{space.Keep{Share: 0.41}, 2, 0.7},
		{space.Keep{Share: 0.71, Components: 2}, 2, 0.7},
		{space.Keep{Share: 0.5, Components: 3}, 2, 0.7},
	} {
		f, err := space.NewPCA(context.Background(), make([]float64, 5), c, test.keep, false)
		if err != nil {
			t.Fatal(err)
		}
		if f.Components() != test.count || math.Abs(f.Share-test.share) > 1e-15 || f.Rank != 4 {
			t.Errorf("%+v: %d components, share %v, rank %d; want %d, %v, 4", test.keep, f.Components(), f.Share, f.Rank, test.count, test.share)
		}
		y := project(f, mat.NewDense(1, 5, []float64{10, 20, 30, 40, 50}))
		for j, want := range []float64{40, 10, 50, 20}[:test.count] {
			if y.At(0, j) != want {
				t.Errorf("%+v: component %d is %v, want %v", test.keep, j, y.At(0, j), want)
			}
		}
	}
}

// The largest weight of a component is positive, whatever way the data point;
// whitening keeps the signs.
func TestSignsAreCanonical(t *testing.T) {
	x := mixture(300, 5)
	for _, whiten := range []bool{false, true} {
		for _, flip := range []float64{1, -1} {
			var turned mat.Dense
			turned.Scale(flip, x)
			f := front(t, &turned, space.Keep{}, whiten)
			// The weights are what the front makes of unit steps from a point.
			steps := mat.NewDense(6, 5, nil)
			for j := range 5 {
				steps.Set(1+j, j, 1)
			}
			y := project(f, steps)
			for c := range f.Components() {
				most := 0.0
				for j := range 5 {
					if w := y.At(1+j, c) - y.At(0, c); math.Abs(w) > math.Abs(most) {
						most = w
					}
				}
				if most <= 0 {
					t.Errorf("whiten %v, flip %v: component %d has largest weight %v", whiten, flip, c, most)
				}
			}
		}
	}
}

// A large mean costs no digits: the inputs are centred before the product.
func TestFrontFarFromTheOrigin(t *testing.T) {
	x := normal(8, 200, 3)
	var far mat.Dense
	far.Apply(func(_, _ int, v float64) float64 { return math.Round(v*0x1p20)*0x1p-20 + 0x1p26 }, x)
	near := mat.NewDense(200, 3, nil)
	near.Apply(func(_, _ int, v float64) float64 { return v - 0x1p26 }, &far)
	a, b := project(front(t, &far, space.Keep{}, true), &far), project(front(t, near, space.Keep{}, true), near)
	for j := range 3 {
		if c := math.Abs(stat.Correlation(mat.Col(nil, j, a), mat.Col(nil, j, b), nil)); c < 1-1e-13 {
			t.Errorf("component %d: correlation %v", j, c)
		}
	}
}

func TestFrontErrors(t *testing.T) {
	ctx := context.Background()
	if _, err := space.NewPCA(ctx, []float64{1, 2}, mat.NewSymDense(2, nil), space.Keep{}, true); err == nil || !strings.Contains(err.Error(), "constant") {
		t.Errorf("constant inputs: %v", err)
	}
	if _, err := space.NewPCA(ctx, []float64{1, 2}, mat.NewSymDense(2, []float64{1, math.Inf(1), 0, 1}), space.Keep{}, true); err == nil || !strings.Contains(err.Error(), "principal components of the inputs") {
		t.Errorf("infinite covariance: %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	c := mat.NewSymDense(300, nil)
	for i := range 300 {
		c.SetSym(i, i, float64(i))
	}
	if _, err := space.NewPCA(ended, make([]float64, 300), c, space.Keep{}, true); !errors.Is(err, context.Canceled) {
		t.Errorf("ended context: %v", err)
	}
	for _, keep := range []space.Keep{{Components: -1}, {Share: -0.1}, {Share: 1.1}, {Share: math.NaN()}} {
		wantPanic(t, "a bound that cannot be", func() { _, _ = space.NewPCA(ctx, make([]float64, 300), c, keep, true) })
	}
	wantPanic(t, "two means of three inputs", func() {
		_, _ = space.NewPCA(ctx, make([]float64, 2), mat.NewSymDense(3, nil), space.Keep{}, true)
	})
	f := front(t, mixture(50, 4), space.Keep{}, false)
	wantPanic(t, "three inputs of four", func() { f.Project(mat.NewDense(1, 3, nil), mat.NewDense(1, 3, nil)) })
}
