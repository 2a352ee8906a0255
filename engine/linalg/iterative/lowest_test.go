package iterative

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/linalg/parallel"
)

func TestEigenLowestOfLargeOrder(t *testing.T) {
	const n, p = 1200, 30
	linalgtest.SkipLarge(t, n)
	if !worthShiftInvert(n, p) || worthShiftInvert(n, n/10) {
		t.Error("not all ways are taken")
	}
	for name, f := range map[string]func(i int) float64{
		"linear":          func(i int) float64 { return (float64(i) - 100) / n },
		"huge":            func(i int) float64 { return 1e300 * (float64(i) - 100) / n },
		"multiplicity 40": func(i int) float64 { return float64(max(i, 39)) / n },
		"low rank":        func(i int) float64 { return -float64(max(0, i-n+20)) / 20 },
	} {
		if !testenv.Full() && name != "linear" {
			continue
		}
		a, want := linalgtest.Reflected(n, 42, f)
		for _, p := range []int{p, n / 10} {
			values, vectors, err := Lowest(t.Context(), a, p)
			if err != nil {
				t.Fatal(err)
			}
			linalgtest.CheckEigen(t, a, values, vectors, p)
			for i, v := range values {
				if !(math.Abs(v-want[i]) <= 1e-13*math.Abs(want[0]-want[n-1])) {
					t.Errorf("%s: value %d is %v, want %v", name, i, v, want[i])
				}
			}
		}
	}
}

func TestEigenLowestStopsWhenContextEnds(t *testing.T) {
	linalgtest.SkipLarge(t, 1500)
	a := linalgtest.RandomSym(linalgtest.NewRand(45), 1500)
	for _, after := range []time.Duration{time.Millisecond, 100 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		defer cancel()
		elapsed := linalgtest.Stopwatch(parallel.ProcessorTime)
		_, _, err := Lowest(ctx, a, 100)
		if d := elapsed(); d > time.Second {
			t.Errorf("returned after %v", d)
		}
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
	}
}

// A sum is solved as if it were there.
func TestEigenLowestSum(t *testing.T) {
	const n, p, weight = 90, 20, 0.37
	a, b, sum := linalgtest.RandomSym(linalgtest.NewRand(91), n), linalgtest.RandomSym(linalgtest.NewRand(92), n), dense.NewSym(n)
	for i := range n {
		for j := i; j < n; j++ {
			sum.SetSym(i, j, math.FMA(weight, b.At(i, j), a.At(i, j)))
		}
	}
	values, vectors, err := LowestSum(t.Context(), a, weight, b, p)
	if err != nil {
		t.Fatal(err)
	}
	linalgtest.CheckEigen(t, sum, values, vectors, p)
	all, _, err := eigen.Sym(t.Context(), sum)
	if err != nil || !(math.Abs(all[p-1]-values[p-1]) < 1e-12) {
		t.Errorf("eigenvalue %d is %v, want %v, error %v", p, values[p-1], all[p-1], err)
	}
	b.SetSym(3, 8, math.Inf(1))
	if _, _, err := LowestSum(t.Context(), a, weight, b, p); err == nil || !strings.Contains(err.Error(), "(3, 8)") {
		t.Errorf("infinite entry: %v", err)
	}
	linalgtest.WantPanic(t, "iterative", "orders", func() { _, _, _ = LowestSum(t.Context(), a, weight, dense.NewSym(n+1), p) })
}

func BenchmarkEigenLowest(b *testing.B) {
	for _, s := range [][2]int{{1200, 66}, {1000, 200}, {2500, 100}, {2500, 200}, {3719, 200}} {
		n, p := s[0], s[1]
		if n > 2500 && testing.Short() {
			continue
		}
		a := linalgtest.RandomSym(linalgtest.NewRand(36), n)
		b.Run(fmt.Sprintf("%d of %d", p, n), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := Lowest(b.Context(), a, p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkEigenOfSweep measures what a sweep solves, and what goes by way of a
// band; see -cpu for one processor.
func BenchmarkEigenOfSweep(b *testing.B) {
	for _, s := range [][2]int{{125, 125}, {250, 200}, {500, 200}, {1000, 200}, {2500, 200}} {
		n, p := s[0], s[1]
		a := linalgtest.RandomSym(linalgtest.NewRand(71), n)
		b.Run(fmt.Sprintf("%d of %d", p, n), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := Lowest(b.Context(), a, p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkShiftInvertOrReduce measures the ratio of the time of Lanczos iteration on
// the shifted inverse to that of a reduction.
func BenchmarkShiftInvertOrReduce(b *testing.B) {
	for _, s := range [][2]int{{800, 20}, {1200, 66}, {1200, 120}, {2000, 100}} {
		n, p := s[0], s[1]
		a := linalgtest.RandomSym(linalgtest.NewRand(36), n)
		b.Run(fmt.Sprintf("%d of %d", p, n), func(b *testing.B) {
			linalgtest.Ratio(b, func() error {
				work, _, err := dense.ScaledUpper(b.Context(), a, 0, nil)
				if err != nil {
					return err
				}
				defer dense.Release(work)
				_, vectors, err := shiftInvert(b.Context(), work, p)
				if vectors == nil {
					b.Log("not found")
				}
				return err
			}, func() error {
				_, _, err := eigen.Lowest(b.Context(), a, p)
				return err
			})
		})
	}
}
