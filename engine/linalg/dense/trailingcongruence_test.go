package dense

import (
	"context"
	"errors"
	"math"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/mat"
)

func TestTrailingCongruence(t *testing.T) {
	rnd := linalgtest.NewRand(72)
	for _, m := range linalgtest.Sizes(1, 2, 90, 256, 300, 600) {
		if m > 300 && !testenv.Full() {
			continue
		}
		l, panel := randomLower(uint64(m), m), linalgtest.RandomDense(rnd, m+3, m)
		for _, from := range []int{0, 1, 256, m} {
			if from > m {
				continue
			}
			a := mat.NewSymDense(m, nil)
			SyrkAdd(a, 1, panel)
			if err := TrailingCongruence(t.Context(), l, from, a); err != nil {
				t.Fatal(err)
			}
			// The same with the panel transformed.
			p := mat.DenseCopyOf(panel)
			if from < m {
				SolveLowerRows(trailing(l, from), p.Slice(0, m+3, from, m).(*mat.Dense))
			}
			want := mat.NewSymDense(m, nil)
			SyrkAdd(want, 1, p)
			for i := range m {
				for j := i; j < m; j++ {
					if d := math.Abs(a.At(i, j) - want.At(i, j)); !(d <= 1e-13*math.Sqrt(want.At(i, i)*want.At(j, j))) {
						t.Fatalf("m = %d, from %d: entry (%d, %d) is %v, want %v", m, from, i, j, a.At(i, j), want.At(i, j))
					}
				}
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := TrailingCongruence(ctx, randomLower(1, 9), 2, mat.NewSymDense(9, nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	linalgtest.WantPanic(t, "dense", "orders", func() { _ = TrailingCongruence(t.Context(), randomLower(1, 9), 2, mat.NewSymDense(8, nil)) })
}

// trailing returns a copy of l from a row and column on.
func trailing(l *mat.TriDense, from int) *mat.TriDense {
	m, _ := l.Dims()
	out := mat.NewTriDense(m-from, mat.Lower, nil)
	for i := from; i < m; i++ {
		for j := from; j <= i; j++ {
			out.SetTri(i-from, j-from, l.At(i, j))
		}
	}
	return out
}
