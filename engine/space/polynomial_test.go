package space_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

func polynomial(t testing.TB, d, k int) *space.Polynomial {
	t.Helper()
	p, err := space.NewPolynomial(d, k)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// evaluate returns h of all rows of x at once.
func evaluate(s space.Space, x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	h := mat.NewDense(n, s.Dim(), nil)
	s.Eval(h, x)
	return h
}

// Degree three by literal loops, in the order promised.
func TestCubicMatchesLoops(t *testing.T) {
	for _, d := range []int{1, 2, 5} {
		x := normal(1, 7, d)
		h := evaluate(polynomial(t, d, 3), x)
		for i := range 7 {
			v := x.RawRowView(i)
			want := slices.Clone(v)
			for a := range d {
				for b := a; b < d; b++ {
					want = append(want, v[a]*v[b])
				}
			}
			for a := range d {
				for b := a; b < d; b++ {
					for c := b; c < d; c++ {
						want = append(want, v[a]*(v[b]*v[c]))
					}
				}
			}
			if got := h.RawRowView(i); !slices.Equal(got, want) {
				t.Fatalf("d = %d, row %d: %v, want %v", d, i, got, want)
			}
		}
	}
}

// powers lists the exponents of all monomials of one degree in d inputs, the
// highest powers of the first inputs first.
func powers(d, degree int) [][]int {
	if d == 1 {
		return [][]int{{degree}}
	}
	var all [][]int
	for first := degree; first >= 0; first-- {
		for _, rest := range powers(d-1, degree-first) {
			all = append(all, append([]int{first}, rest...))
		}
	}
	return all
}

func TestMonomialsOfHighDegree(t *testing.T) {
	for _, size := range [][2]int{{1, 9}, {3, 6}, {4, 5}, {6, 1}} {
		d, k := size[0], size[1]
		x := normal(2, 3, d)
		p := polynomial(t, d, k)
		h := evaluate(p, x)
		at := 0
		for degree := 1; degree <= k; degree++ {
			for _, e := range powers(d, degree) {
				for i := range 3 {
					want := 1.0
					for j, n := range e {
						want *= math.Pow(x.At(i, j), float64(n))
					}
					if got := h.At(i, at); math.Abs(got-want) > 1e-13*math.Abs(want) {
						t.Fatalf("d = %d, k = %d: entry %d, exponents %v, is %v, want %v", d, k, at, e, got, want)
					}
				}
				at++
			}
		}
		if p.Dim() != at {
			t.Errorf("d = %d, k = %d: dimension %d, want %d", d, k, p.Dim(), at)
		}
	}
}

// The limit is 16384; a refusal names the dimension and what would fit.
func TestPolynomialRefusesLargeDimensions(t *testing.T) {
	for _, c := range []struct {
		d, k int
		want []string // empty: accepted
	}{
		{179, 2, nil}, // 16289
		{180, 2, []string{"degree 2 of 180 inputs", "16470 dimensions", "at most 179 inputs"}},
		{784, 3, []string{"80931144 dimensions", "PCA in front", "degree 3 takes at most 44 inputs"}},
		{1, 16384, nil},
		{1, 16385, []string{"16385 dimensions", "at most 0 inputs"}},
		{40000, 40000, []string{"over 10³⁰⁸ dimensions"}},
		{math.MaxInt, 2, []string{"e+37 dimensions"}},
		{2, math.MaxInt, []string{"e+37 dimensions"}},
	} {
		p, err := space.NewPolynomial(c.d, c.k)
		if c.want == nil {
			if err != nil {
				t.Errorf("d = %d, k = %d: %v", c.d, c.k, err)
			} else if want := binomial(c.d+c.k, c.k) - 1; p.Dim() != want {
				t.Errorf("d = %d, k = %d: dimension %d, want %d", c.d, c.k, p.Dim(), want)
			}
			continue
		}
		if err == nil {
			t.Errorf("d = %d, k = %d was accepted with %d dimensions", c.d, c.k, p.Dim())
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("d = %d, k = %d: %q does not say %q", c.d, c.k, err, part)
			}
		}
	}
}

// binomial returns n over k by Pascal's triangle.
func binomial(n, k int) int {
	row := make([]int, min(k, n-k)+1)
	row[0] = 1
	for range n {
		for j := len(row) - 1; j > 0; j-- {
			row[j] += row[j-1]
		}
	}
	return row[len(row)-1]
}

func TestExp08MatchesLoops(t *testing.T) {
	x := normal(3, 6, 4)
	x.Set(0, 0, 0)
	h := evaluate(space.Exp08{D: 4}, x)
	for i := range 6 {
		for j := range 4 {
			v := x.At(i, j)
			if h.At(i, j) != v {
				t.Errorf("entry %d is %v, want %v", j, h.At(i, j), v)
			}
			// |v|^0.8 to the fifth is v to the fourth.
			if got, want := math.Pow(h.At(i, 4+j), 5), v*v*v*v; h.At(i, 4+j) < 0 || math.Abs(got-want) > 1e-13*want {
				t.Errorf("|%v|^0.8 is %v", v, h.At(i, 4+j))
			}
		}
	}
}

// Spaces without supports count every function orthonormal, need no constraint
// and are their own leading part.
func TestExplicitSpaces(t *testing.T) {
	a := normal(4, 5, 2)
	for _, s := range []space.Space{space.Linear{D: 5}, polynomial(t, 2, 2), polynomial(t, 5, 1)} {
		if s.Dim() != 5 || s.Leading(3) != 5 || s.Gram(5) != nil || s.Centred() || s.Coefficients(a) != a {
			t.Errorf("%T: dim %d, leading %d, gram %v, centred %v", s, s.Dim(), s.Leading(3), s.Gram(5), s.Centred())
		}
	}
	if s := (space.Exp08{D: 3}); s.Dim() != 6 || s.Leading(1) != 6 || s.Gram(6) != nil || s.Centred() || s.Coefficients(a) != a {
		t.Errorf("%T: dim %d, leading %d, gram %v, centred %v", s, s.Dim(), s.Leading(1), s.Gram(6), s.Centred())
	}
}

func TestShapesPanic(t *testing.T) {
	for name, s := range map[string]space.Space{
		"linear": space.Linear{D: 3}, "poly": polynomial(t, 3, 2), "0.8exp": space.Exp08{D: 3},
	} {
		wantPanic(t, name+" of too few inputs", func() { s.Eval(mat.NewDense(2, s.Dim(), nil), mat.NewDense(2, 2, nil)) })
		wantPanic(t, name+" into too few columns", func() { s.Eval(mat.NewDense(2, s.Dim()-1, nil), mat.NewDense(2, 3, nil)) })
		wantPanic(t, name+" into too many rows", func() { s.Eval(mat.NewDense(3, s.Dim(), nil), mat.NewDense(2, 3, nil)) })
	}
	wantPanic(t, "degree 0", func() { _, _ = space.NewPolynomial(2, 0) })
	wantPanic(t, "no inputs", func() { _, _ = space.NewPolynomial(0, 2) })
}

// wantPanic fails unless f panics with a message of this package.
func wantPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if s, ok := recover().(string); !ok || !strings.HasPrefix(s, "space: ") {
			t.Errorf("%s: panic value %q, want one that begins with \"space: \"", what, s)
		}
	}()
	f()
}
