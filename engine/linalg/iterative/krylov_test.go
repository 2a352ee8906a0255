package iterative

import (
	"context"
	"math"
	"testing"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

func TestLowestByLanczos(t *testing.T) {
	const n, p = 600, 20
	for _, c := range linalgtest.Spectra {
		if linalgtest.LeftOut(n) && c.Name != "close pairs" {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			a, want := linalgtest.Reflected(n, 40, func(i int) float64 { return c.Of(i, n) })
			work, _, _ := dense.ScaledUpper(t.Context(), a, 0, nil)
			values, vectors, err := shiftInvert(t.Context(), work, p)
			if err != nil {
				t.Fatal(err)
			}
			if vectors == nil {
				if c.Found {
					t.Error("not found")
				}
				return
			}
			linalgtest.CheckEigen(t, a, values, vectors, p)
			norm := max(math.Abs(want[0]), math.Abs(want[n-1]))
			for i, v := range values {
				if !(math.Abs(v-want[i]) <= 1e-13*norm) {
					t.Errorf("value %d is %v, want %v", i, v, want[i])
				}
			}
		})
	}
}

func TestNoneBelow(t *testing.T) {
	n, p := linalgtest.Size(300), 12
	a, _ := linalgtest.Reflected(n, 41, func(i int) float64 { return float64(i) })
	values, vectors, err := eigen.Sym(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	work := dense.Borrow(n, n)
	for missing := range p + 1 {
		v := dense.Zeros(p, n)
		for k, j := 0, 0; k < p; j++ {
			if j != missing {
				mat.Col(v.Data[k*n:(k+1)*n], j, vectors)
				k++
			}
		}
		last := values[p-1]
		if missing < p {
			last = values[p]
		}
		got, err := noneBelow(t.Context(), dense.RawSym(a), work, last-1e-9, float64(n), v)
		if err != nil || got != (missing == p) {
			t.Errorf("without vector %d: %v, error %v", missing, got, err)
		}
	}
}

func TestLanczosSameForAnyProcs(t *testing.T) {
	const n, p = 800, 10
	linalgtest.SkipLarge(t, n)
	a := linalgtest.RandomSym(linalgtest.NewRand(43), n)
	work, _, _ := dense.ScaledUpper(t.Context(), a, 0, nil)
	linalgtest.SameForAnyProcs(t, func() ([]float64, *mat.Dense, error) { return shiftInvert(t.Context(), work, p) })
}

func TestLanczosStopsInEveryPhase(t *testing.T) {
	linalgtest.SkipLarge(t, 600)
	a, _ := linalgtest.Reflected(600, 44, func(i int) float64 { return float64(i) })
	work, _, _ := dense.ScaledUpper(t.Context(), a, 0, nil)
	linalgtest.StopsInEveryPhase(t, 50, func(ctx context.Context) ([]float64, *mat.Dense, error) { return shiftInvert(ctx, work, 5) })
}

func TestKrylovRelation(t *testing.T) {
	const n, steps = 400, 12
	a := linalgtest.PositiveDefinite(46, n)
	full := mat.DenseCopyOf(a).RawMatrix()
	k := NewKrylov(n, steps*Block, nil, func(_ context.Context, x blas64.General) error {
		y := append([]float64(nil), x.Data...)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, blas64.General{Rows: x.Rows, Cols: n, Stride: x.Stride, Data: y}, full, 0, x)
		return nil
	})
	q := mat.NewDense(steps*Block, n, nil)
	for s := range steps {
		for i := range Block {
			q.SetRow(s*Block+i, k.next.Data[i*k.next.Stride:][:n])
		}
		if err := k.extend(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var gram, left, right mat.Dense
	gram.Mul(q, q.T())
	for i := range gram.RawMatrix().Rows {
		gram.Set(i, i, gram.At(i, i)-1)
	}
	if d := mat.Max(linalgtest.Absolute(&gram)); !(d < 1e-14) {
		t.Errorf("the basis is orthonormal to %g only", d)
	}
	left.Mul(q, a)
	right.Mul(k.t, q)
	last := right.Slice((steps-1)*Block, steps*Block, 0, n).(*mat.Dense)
	var next mat.Dense
	next.Mul(mat.NewDense(Block, Block, k.coupling.Data), mat.NewDense(Block, n, k.next.Data))
	last.Add(last, &next)
	if d := linalgtest.MaxDiff(t, &left, &right); !(d < 1e-13) {
		t.Errorf("the relation holds to %g only", d)
	}
}
