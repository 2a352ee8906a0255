package eigen

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/mat"
)

// bandDense returns b as a matrix.
func bandDense(b bandMatrix, width int) *mat.SymDense {
	s := mat.NewSymDense(b.n, nil)
	for i := range b.n {
		for j := i; j < min(i+width+1, b.n); j++ {
			s.SetSym(i, j, b.data[i*bandStride+j])
		}
	}
	return s
}

func TestReduceToBand(t *testing.T) {
	for _, n := range linalgtest.Sizes(1, 2, 47, 48, 49, 50, 95, 96, 97, 100, 145, 300) {
		a := linalgtest.RandomSym(linalgtest.NewRand(80), n)
		work, _, _ := dense.ScaledUpper(t.Context(), a, 0, nil)
		r, err := reduceToBand(t.Context(), work)
		if err != nil {
			t.Fatal(err)
		}
		// The rows of the identity become those of Qᵀ.
		q := dense.Zeros(n, n)
		for i := range n {
			q.Data[i*n+i] = 1
		}
		if err := r.applyQ(t.Context(), q); err != nil {
			t.Fatal(err)
		}
		checkTurned(t, a, bandDense(r.b, bandWidth), mat.NewDense(n, n, q.Data))
	}
}

// checkTurned fails unless A = Q B Qᵀ and Q is orthogonal, given its transpose.
func checkTurned(t *testing.T, a, b *mat.SymDense, qt *mat.Dense) {
	t.Helper()
	n := a.SymmetricDim()
	var back, gram mat.Dense
	back.Mul(qt.T(), b)
	back.Mul(&back, qt)
	if d := linalgtest.MaxDiff(t, &back, a); !(d < 2e-13*math.Sqrt(float64(n))) {
		t.Errorf("n=%d: QBQᵀ is off by %g", n, d)
	}
	gram.Mul(qt, qt.T())
	for i := range n {
		gram.Set(i, i, gram.At(i, i)-1)
	}
	if d := mat.Max(linalgtest.Absolute(&gram)); !(d < 2e-14) {
		t.Errorf("n=%d: Q is orthogonal to %g only", n, d)
	}
}

func TestReduceBand(t *testing.T) {
	for _, n := range linalgtest.Sizes(1, 2, 3, 10, 47, 48, 49, 50, 51, 96, 97, 98, 99, 145, 300, 900) {
		if n > 300 && !testenv.Full() {
			continue
		}
		rnd := linalgtest.NewRand(81)
		b := newBandMatrix(n)
		for i := range n {
			for j := i; j < min(i+bandWidth+1, n); j++ {
				b.data[i*bandStride+j] = rnd.NormFloat64()
			}
		}
		a := bandDense(b, bandWidth)
		run := func(procs int) (q *mat.Dense, d, e []float64) {
			linalgtest.WithProcs(procs, func() {
				c, d1, e1, err := bandToTridiagonal(t.Context(), bandMatrix{n, slices.Clone(b.data)}, dense.Zeros(n, n))
				if err != nil {
					t.Fatal(err)
				}
				d, e = d1, e1
				// The rows of the identity become those of Qᵀ.
				q = mat.NewDense(n, n, nil)
				for i := range n {
					q.Set(i, i, 1)
				}
				if err := c.applyQ(t.Context(), q.RawMatrix()); err != nil {
					t.Fatal(err)
				}
			})
			return q, d, e
		}
		q, d, e := run(1)
		tri := mat.NewSymDense(n, nil)
		for i := range n {
			tri.SetSym(i, i, d[i])
			if i+1 < n {
				tri.SetSym(i, i+1, e[i])
			}
		}
		checkTurned(t, a, tri, q)
		for _, procs := range []int{2, 3} {
			q2, d2, e2 := run(procs)
			linalgtest.SameBits(t, "Q", q, q2)
			if !slices.Equal(d, d2) || !slices.Equal(e, e2) {
				t.Errorf("n=%d: %d processors give other bits", n, procs)
			}
		}
	}
}
