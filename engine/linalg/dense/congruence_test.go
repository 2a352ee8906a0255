package dense

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/mat"
)

func TestCongruenceIsTheProduct(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {5, 3}, {40, 40}, {130, 129}, {200, 33}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			a, s := linalgtest.RandomSym(linalgtest.NewRand(1), size[0]), linalgtest.RandomDense(linalgtest.NewRand(2), size[0], size[1])
			got, err := Congruence(context.Background(), a, s)
			if err != nil {
				t.Fatal(err)
			}
			var want mat.Dense
			want.Product(s.T(), a, s)
			if !mat.EqualApprox(got, &want, 1e-10) {
				t.Error("not SᵀAS")
			}
		})
	}
}

func TestCongruenceStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Congruence(ctx, linalgtest.RandomSym(linalgtest.NewRand(1), 100), linalgtest.RandomDense(linalgtest.NewRand(2), 100, 50)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func BenchmarkCongruence(b *testing.B) {
	for _, m := range []int{250, 500, 1000} {
		b.Run(fmt.Sprint(m), func(b *testing.B) {
			a, s := linalgtest.RandomSym(linalgtest.NewRand(1), m), linalgtest.RandomDense(linalgtest.NewRand(2), m, m)
			for b.Loop() {
				if _, err := Congruence(context.Background(), a, s); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprint(m, "/gonum"), func(b *testing.B) {
			a, s := linalgtest.RandomSym(linalgtest.NewRand(1), m), linalgtest.RandomDense(linalgtest.NewRand(2), m, m)
			var as, out mat.Dense
			for b.Loop() {
				as.Mul(a, s)
				out.Mul(s.T(), &as)
			}
		})
	}
}
