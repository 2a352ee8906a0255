package nearest_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"example.com/sfatui/engine/nearest"
	"gonum.org/v1/gonum/mat"
)

// sampled fills an n×d matrix with draws of f.
func sampled(n, d int, f func() float64) *mat.Dense {
	m := mat.NewDense(n, d, nil)
	m.Apply(func(int, int, float64) float64 { return f() }, m)
	return m
}

// literal sorts all points by distance, then index.
func literal(z *mat.Dense, x []float64, k, without int) []int {
	n, _ := z.Dims()
	squared := make([]float64, n)
	var order []int
	for i := range n {
		for j, v := range z.RawRowView(i) {
			squared[i] += (x[j] - v) * (x[j] - v)
		}
		if i != without {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case squared[a] < squared[b]:
			return -1
		case squared[a] > squared[b]:
			return 1
		}
		return a - b
	})
	return order[:min(k, len(order))]
}

func TestNeighboursAgainstLiteralSort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	grid := func() float64 { return float64(r.IntN(3)) } // many equal distances, and copies
	far := func() float64 { return 1e7 + r.NormFloat64() }
	for name, c := range map[string]struct {
		n, d int
		f    func() float64
	}{
		"normal":   {700, 5, r.NormFloat64},
		"grid":     {500, 3, grid},
		"tenths":   {300, 4, func() float64 { return 0.1 * grid() }},
		"far away": {300, 6, far},
		"one":      {1, 2, r.NormFloat64},
		"a line":   {129, 1, r.NormFloat64},
	} {
		z, x := sampled(c.n, c.d, c.f), sampled(75, c.d, c.f)
		s := nearest.New(z)
		for _, k := range []int{1, 7, 140} {
			found, err := s.Nearest(context.Background(), x, k)
			if err != nil {
				t.Fatal(err)
			}
			for i, got := range found {
				if want := literal(z, x.RawRowView(i), k, -1); !slices.Equal(got, want) {
					t.Fatalf("%s, %d neighbours of row %d: %v, want %v", name, k, i, got, want)
				}
			}
			others, err := s.Others(context.Background(), k)
			if err != nil {
				t.Fatal(err)
			}
			for i, got := range others {
				if want := literal(z, z.RawRowView(i), k, i); !slices.Equal(got, want) {
					t.Fatalf("%s, %d others of point %d: %v, want %v", name, k, i, got, want)
				}
			}
		}
	}
}

func TestWhatIsNotFiniteHasNoNeighbours(t *testing.T) {
	z := mat.NewDense(4, 2, []float64{0, 0, 1, math.NaN(), 2, 2, 1e200, 0})
	x := mat.NewDense(3, 2, []float64{1, 1, math.NaN(), 0, math.Inf(1), 0})
	found, err := nearest.New(z).Nearest(context.Background(), x, 4)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(found[0], []int{0, 2}) || len(found[1]) != 0 || len(found[2]) != 0 {
		t.Errorf("neighbours %v, want [0 2] and none", found)
	}
}

func TestSearchOnAnyNumberOfProcessors(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	s := nearest.New(sampled(400, 3, func() float64 { return float64(r.IntN(4)) }))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one, _ := s.Others(context.Background(), 9)
	runtime.GOMAXPROCS(4)
	four, _ := s.Others(context.Background(), 9)
	if !slices.EqualFunc(one, four, slices.Equal[[]int]) {
		t.Error("another number of processors, other neighbours")
	}
}

func TestSearchStopsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := nearest.New(mat.NewDense(3, 1, nil)).Others(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestWrongShapesPanic(t *testing.T) {
	s := nearest.New(mat.NewDense(3, 2, nil))
	for name, call := range map[string]func(){
		"points":      func() { nearest.New(&mat.Dense{}) },
		"coordinates": func() { _, _ = s.Nearest(context.Background(), mat.NewDense(1, 3, nil), 1) },
		"neighbours":  func() { _, _ = s.Others(context.Background(), 0) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("wrong %s did not panic", name)
				}
			}()
			call()
		}()
	}
}

func BenchmarkOthers(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 0))
	s := nearest.New(sampled(4000, 32, r.NormFloat64))
	for b.Loop() {
		if _, err := s.Others(context.Background(), 10); err != nil {
			b.Fatal(err)
		}
	}
}
