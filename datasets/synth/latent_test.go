package synth

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A change here changes every published number of the set: it must be intended.
const latentHash = "b3229d077a4876ceaf4e48b867a93fed0ed46e8d3ef63346ae7143b9bede17d6"

func TestLatentIsTheSameOnEveryRun(t *testing.T) {
	for _, w := range []Walk{Latent(), sharedLatent()} {
		if got := hashGrid(t, w.X.RawMatrix().Data, w.Latent.RawMatrix().Data); got != latentHash {
			t.Errorf("the walk hashes to %s, want %s", got, latentHash)
		}
	}
}

func TestLatentWalksSmoothlyOverTheWholeSquare(t *testing.T) {
	w := sharedLatent()
	n, _ := w.Latent.Dims()
	var visits [5][5]int
	end := 0
	for _, s := range w.Segments {
		if s[0] != end || s[1] <= s[0] {
			t.Fatalf("segment %v does not follow on %d", s, end)
		}
		end = s[1]
		for i := s[0]; i < s[1]; i++ {
			u, v := w.Latent.At(i, 0), w.Latent.At(i, 1)
			if u < 0 || u > 1 || v < 0 || v > 1 {
				t.Fatalf("sample %d is outside the square: %v, %v", i, u, v)
			}
			visits[min(4, int(5*u))][min(4, int(5*v))]++
			if i > s[0] && math.Hypot(u-w.Latent.At(i-1, 0), v-w.Latent.At(i-1, 1)) > 0.25 {
				t.Errorf("sample %d jumps", i)
			}
		}
	}
	if end != n || len(w.Segments) < 9 {
		t.Errorf("%d segments end at %d, want at least 9 and %d", len(w.Segments), end, n)
	}
	for i, row := range visits {
		for j, k := range row {
			if even := n / 25; k < even/2 || k > 2*even {
				t.Errorf("cell %d,%d of 5×5 has %d of %d samples", i, j, k, n)
			}
		}
	}
}

// cosine returns the mode cos(iπu)·cos(jπv) along the walk.
func cosine(w Walk, i, j int) []float64 {
	n, _ := w.Latent.Dims()
	y := make([]float64, n)
	for t := range y {
		y[t] = math.Cos(float64(i)*math.Pi*w.Latent.At(t, 0)) * math.Cos(float64(j)*math.Pi*w.Latent.At(t, 1))
	}
	return y
}

// slowness returns the mean squared difference of y within segments, divided by
// its variance.
func slowness(w Walk, y []float64) float64 {
	var sum float64
	pairs := 0
	for _, s := range w.Segments {
		for t := s[0] + 1; t < s[1]; t++ {
			sum += (y[t] - y[t-1]) * (y[t] - y[t-1])
			pairs++
		}
	}
	_, deviation := meanDeviation(y)
	return sum / float64(pairs) / (deviation * deviation)
}

// By theory the slowness of a mode is proportional to i² + 2j².
func TestLatentModesComeInTheirOrder(t *testing.T) {
	w := sharedLatent()
	unit := slowness(w, cosine(w, 1, 0))
	if unit > 0.02 {
		t.Errorf("the slowest mode has slowness %.3f", unit)
	}
	last := 0.0
	for _, m := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {2, 0}, {2, 1}, {0, 2}} {
		s := slowness(w, cosine(w, m[0], m[1])) / unit
		if want := float64(m[0]*m[0] + 2*m[1]*m[1]); math.Abs(s/want-1) > 0.2 {
			t.Errorf("mode %v is %.2f times as slow as the first, want about %v", m, s, want)
		}
		if s <= last {
			t.Errorf("mode %v is not faster than the one before", m)
		}
		last = s
	}
}

// Linear functions of the sensors do not reveal the slowest modes, quadratic
// ones do.
func TestLatentSensorsAreNonLinear(t *testing.T) {
	w := sharedLatent()
	quadratic := expand(w.X)
	modes := [][2]int{{1, 0}, {0, 1}, {1, 1}}
	var y [][]float64
	for _, m := range modes {
		y = append(y, cosine(w, m[0], m[1]))
	}
	linearly, quadratically := explained(w.X, y...), explained(quadratic, y...)
	for i, m := range modes {
		if r := linearly[i]; !(r <= 0.6) {
			t.Errorf("mode %v is %.2f linear in the sensors", m, r)
		}
		if r := quadratically[i]; !(r >= 0.9) {
			t.Errorf("mode %v is %.2f quadratic in the sensors", m, r)
		}
	}
}

// expand appends all products of two columns.
func expand(x *mat.Dense) *mat.Dense {
	n, d := x.Dims()
	z := mat.NewDense(n, d+d*(d+1)/2, nil)
	for t := range n {
		row := z.RawRowView(t)
		copy(row, x.RawRowView(t))
		k := d
		for i := range d {
			for j := i; j < d; j++ {
				row[k] = row[i] * row[j]
				k++
			}
		}
	}
	return z
}

// explained returns the shares of the variance of each y in the last third of
// the walk that a linear regression on x, fitted on the first two thirds,
// explains.
func explained(x *mat.Dense, ys ...[]float64) (shares []float64) {
	n, d := x.Dims()
	train := 2 * n / 3
	a := mat.NewDense(n, d+1, nil)
	a.Augment(x, ones(n))
	fit := a.Slice(0, train, 0, d+1)
	var gram mat.SymDense
	gram.SymOuterK(1, fit.T())
	var chol mat.Cholesky
	solvable := chol.Factorize(&gram)
	for _, y := range ys {
		var right, weights, out mat.VecDense
		right.MulVec(fit.T(), mat.NewVecDense(train, y[:train]))
		if !solvable || chol.SolveVecTo(&weights, &right) != nil {
			shares = append(shares, math.NaN())
			continue
		}
		out.MulVec(a.Slice(train, n, 0, d+1), &weights)
		rest := make([]float64, n-train)
		for i := range rest {
			rest[i] = y[train+i] - out.AtVec(i)
		}
		_, before := meanDeviation(y[train:])
		_, after := meanDeviation(rest)
		shares = append(shares, 1-after*after/(before*before))
	}
	return shares
}

func ones(n int) *mat.Dense {
	o := mat.NewDense(n, 1, nil)
	for i := range n {
		o.Set(i, 0, 1)
	}
	return o
}

func BenchmarkLatent(b *testing.B) {
	for b.Loop() {
		Latent()
	}
}
