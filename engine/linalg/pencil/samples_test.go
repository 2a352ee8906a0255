package pencil

import (
	"math"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

// triangularSamples returns m+1 random samples in segments, and their moments by plain
// loops.
func triangularSamples(t *testing.T, m int, lengths []int) (s *TriangularSamples, c, cdot *mat.SymDense) {
	t.Helper()
	rnd := linalgtest.NewRand(uint64(m))
	l := mat.NewDense(m, m, nil)
	for i := range m {
		for j := range i {
			l.Set(i, j, 0.3*rnd.NormFloat64()/math.Sqrt(float64(m)))
		}
		l.Set(i, i, 0.5+rnd.Float64())
	}
	n := m + 1
	y := mat.NewDense(n, m, nil)
	y.Slice(1, n, 0, m).(*mat.Dense).Copy(l)
	mean := mat.NewVecDense(m, nil)
	for i := range n {
		mean.AddScaledVec(mean, 1/float64(n), y.RowView(i))
	}
	c, cdot = mat.NewSymDense(m, nil), mat.NewSymDense(m, nil)
	c.SymOuterK(1/float64(n), y.T())
	c.SymRankOne(c, -1, mean)
	pairs, at := 0, 0
	for _, length := range lengths {
		for i := at + 1; i < at+length; i++ {
			var d mat.VecDense
			d.SubVec(y.RowView(i), y.RowView(i-1))
			cdot.SymRankOne(cdot, 1, &d)
			pairs++
		}
		at += length
	}
	if pairs > 0 {
		cdot.ScaleSym(1/float64(pairs), cdot)
	}
	s, err := NewTriangularSamples(t.Context(), l, lengths)
	if err != nil {
		t.Fatal(err)
	}
	for j := range m {
		if !scalar.EqualWithinAbs(s.Mean()[j], mean.AtVec(j), 1e-14) {
			t.Fatalf("mean of function %d is %g, not %g", j, s.Mean()[j], mean.AtVec(j))
		}
	}
	return s, c, cdot
}

// What a solve asks of the samples is what the moments give.
func TestSidesOfSamples(t *testing.T) {
	for _, lengths := range [][]int{{2}, {1, 1}, {24, 1, 25}, {300}, {1, 1, 255, 2, 300, 3}} {
		m := -1
		for _, n := range lengths {
			m += n
		}
		if linalgtest.LeftOut(m) {
			continue
		}
		s, c, cdot := triangularSamples(t, m, lengths)
		g := &samplePencil{s, 0.25}
		b := mat.NewSymDense(m, nil)
		b.CopySym(cdot)
		for i := range m {
			b.SetSym(i, i, b.At(i, i)+0.25)
		}
		// The functions are in reverse order.
		reversed := func(a mat.Symmetric) *mat.SymDense {
			r := mat.NewSymDense(m, nil)
			for i := range m {
				for j := i; j < m; j++ {
					r.SetSym(i, j, a.At(m-1-i, m-1-j))
				}
			}
			return r
		}
		c, b = reversed(c), reversed(b)
		tb, tc := g.traces()
		if !scalar.EqualWithinRel(tb, mat.Trace(b), 1e-13) || !scalar.EqualWithinRel(tc, mat.Trace(c), 1e-13) {
			t.Errorf("%v: traces %g and %g, not %g and %g", lengths, tb, tc, mat.Trace(b), mat.Trace(c))
		}
		nb, nc := g.norms()
		if !scalar.EqualWithinRel(nb, dense.LargestDiagonal(dense.RawSym(b)), 1e-13) || !scalar.EqualWithinRel(nc, dense.LargestDiagonal(dense.RawSym(c)), 1e-13) {
			t.Errorf("%v: norms %g and %g", lengths, nb, nc)
		}
		if len(s.joins) > 0 {
			for _, add := range []float64{0, 2.5} {
				to := dense.RawSym(mat.NewSymDense(m, nil))
				if err := g.combine(t.Context(), to, add); err != nil {
					t.Fatal(err)
				}
				want := mat.NewSymDense(m, nil)
				want.ScaleSym(add, c)
				want.AddSym(want, b)
				if d := linalgtest.MaxDiff(t, mat.NewSymDense(m, to.Data), want); !(d < 1e-13) {
					t.Errorf("%v: B + %g C is off by %g", lengths, add, d)
				}
			}
			v := linalgtest.RandomDense(linalgtest.NewRand(9), 3, m)
			bv, cv := dense.Zeros(3, m), dense.Zeros(3, m)
			if err := g.products(t.Context(), v.RawMatrix(), bv, cv); err != nil {
				t.Fatal(err)
			}
			for _, x := range []struct {
				got  []float64
				side mat.Matrix
			}{{bv.Data, b}, {cv.Data, c}} {
				var want mat.Dense
				want.Mul(v, x.side)
				if d := linalgtest.MaxDiff(t, mat.NewDense(3, m, x.got), &want); !(d < 1e-12) {
					t.Errorf("%v: a product is off by %g", lengths, d)
				}
			}
		}
		// C = RᵀPR: R⁻¹ after R, and R U⁻¹ for U = I.
		w := dense.Zeros(m, m)
		for i := range m {
			w.Data[i*m+i] = 1
		}
		if err := g.divide(t.Context(), w); err != nil {
			t.Fatal(err)
		}
		r := mat.NewDense(m, m, nil)
		for i := range m {
			copy(r.RawRowView(i)[i:], w.Data[i*m+i:(i+1)*m])
		}
		pr := mat.DenseCopyOf(r.T())
		addSumOfRow(pr.RawMatrix(), -g.share())
		var back mat.Dense
		back.Mul(pr, r)
		if d := linalgtest.MaxDiff(t, &back, c); !(d < 1e-13) {
			t.Errorf("%v: RᵀPR is off by %g", lengths, d)
		}
		one := mat.DenseCopyOf(r.T()) // row i is R times the unit vector i
		if err := g.restore(t.Context(), one.RawMatrix()); err != nil {
			t.Fatal(err)
		}
		if d := linalgtest.MaxDiff(t, one, identity(m)); !(d < 1e-11) {
			t.Errorf("%v: R⁻¹R is off by %g", lengths, d)
		}
	}
}

// Solved for by the samples alone, the lowest pairs are those of the moments.
func TestLowestOfSamples(t *testing.T) {
	linalgtest.SkipLarge(t, 700)
	lengths := []int{100, 1, 250, 350}
	s, c, cdot := triangularSamples(t, 700, lengths)
	metric, err := NewMetric(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, lambda := range []float64{0, 1e-7, 1e-5} {
		if lambda == 1e-7 && !testenv.Full() {
			continue
		}
		b := mat.NewSymDense(700, nil)
		b.CopySym(cdot)
		for i := range 700 {
			b.SetSym(i, i, b.At(i, i)+lambda)
		}
		values, vectors, err := s.LowestFew(t.Context(), lambda, 40)
		if err != nil || vectors == nil {
			t.Fatalf("λ = %g: vectors %v, error %v", lambda, vectors, err)
		}
		want, _, err := metric.Lowest(t.Context(), b, 40)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			if !scalar.EqualWithinAbsOrRel(v, want[i], 1e-12, 1e-9) {
				t.Errorf("λ = %g: value %d is %.15g, not %.15g", lambda, i, v, want[i])
			}
		}
		var unit, cv mat.Dense
		cv.Mul(c, vectors)
		unit.Mul(vectors.T(), &cv)
		if d := linalgtest.MaxDiff(t, &unit, identity(40)); !(d < 1e-10) {
			t.Errorf("λ = %g: covariance is off by %g", lambda, d)
		}
		var bv mat.Dense
		bv.Mul(b, vectors)
		if d := linalgtest.MaxDiff(t, &bv, linalgtest.ScaledColumns(&cv, values)); !(d < 1e-11) {
			t.Errorf("λ = %g: residual %g", lambda, d)
		}
	}
	smallest, largest, err := s.Extremal(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	low, high, err := metric.Extremal(t.Context())
	if err != nil || !scalar.EqualWithinRel(smallest, low, 0.1) || !scalar.EqualWithinRel(largest, high, 1e-6) {
		t.Errorf("ends %g and %g, not %g and %g, error %v", smallest, largest, low, high, err)
	}
}

// identity returns the n×n identity.
func identity(n int) *mat.Dense {
	one := mat.NewDense(n, n, nil)
	for i := range n {
		one.Set(i, i, 1)
	}
	return one
}
