package online

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/mat"
)

func TestTrainTakesLeadingFunctions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	x := mixture(rng, autoregressive(rng, 1000, 6, 50, 1), 10)
	o := Defaults(4, 2)
	all, err := Train(context.Background(), linear(x), x, []int{1000}, 4, nil, 0, o)
	if err != nil {
		t.Fatal(err)
	}
	leading := mat.DenseCopyOf(x.Slice(0, 1000, 0, 4))
	want, err := Train(context.Background(), linear(leading), leading, []int{1000}, 4, nil, 0, o)
	if err != nil {
		t.Fatal(err)
	}
	if !mat.Equal(all.A, want.A) || !slices.Equal(all.Mean, want.Mean) {
		t.Error("the first 4 of 6 functions are not learned as 4 functions are")
	}
}

// Looking does not change what is learned, and neither does the number of
// processors.
func TestSameBits(t *testing.T) {
	s, x := kernelSpace(t, 700)
	lengths := []int{300, 1, 399}
	o := Defaults(s.Dim(), 4)
	o.Epochs, o.Lambda = 2, 1e-4
	batch := solution(t, s, x, lengths, o.Lambda, 4)
	var results []*Result
	for _, procs := range []int{1, 4} {
		before := runtime.GOMAXPROCS(procs)
		r, err := Train(context.Background(), s, x, lengths, s.Dim(), batch, 7, o)
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	blind, err := Train(context.Background(), s, x, lengths, s.Dim(), nil, 7, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(blind.Approach) != 0 {
		t.Error("approach without a batch")
	}
	for _, r := range []*Result{results[1], blind} {
		if !mat.Equal(r.A, results[0].A) || !slices.Equal(r.Mean, results[0].Mean) {
			t.Error("not the same bits")
		}
	}
	for i, a := range results[0].Approach {
		if b := results[1].Approach[i]; a.Cosine != b.Cosine || !slices.Equal(a.Direction, b.Direction) {
			t.Errorf("approach %v and %v", a, b)
		}
	}
	if n, want := len(results[0].Approach), 7; n != want || results[0].Approach[n-1].Samples != 1400 {
		t.Errorf("approach %v", results[0].Approach)
	}
}

func TestSchedule(t *testing.T) {
	for _, c := range []struct {
		from, to, count int
		want            []int
	}{
		{1, 1000, 4, []int{1, 10, 100, 1000}},
		{20, 1280, 4, []int{20, 80, 320, 1280}},
		{1, 4, 9, []int{1, 2, 3, 4}},
		{50, 70, 1, []int{70}},
		{50, 70, 0, nil},
		{7, 7, 3, []int{7}},
	} {
		if got := schedule(c.from, c.to, c.count); !slices.Equal(got, c.want) {
			t.Errorf("schedule(%d, %d, %d) = %v, want %v", c.from, c.to, c.count, got, c.want)
		}
	}
}

func TestTrainErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	x := normal(rng, 600, 3)
	constant := mat.NewDense(600, 3, nil)
	constant.Apply(func(_, j int, _ float64) float64 { return 1e6 / float64(j+3) }, constant)
	bad := mat.DenseCopyOf(x)
	bad.Set(416, 1, math.NaN())
	single := make([]int, 600)
	for i := range single {
		single[i] = 1
	}
	for _, c := range []struct {
		x       *mat.Dense
		lengths []int
		want    string
	}{
		{constant, []int{600}, "constant"},
		{x, single, "two samples"},
		{bad, []int{600}, "training sample 417: the functions are not finite"},
	} {
		_, err := Train(context.Background(), linear(c.x), c.x, c.lengths, 3, x, 3, Defaults(3, 1))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

func TestTrainStops(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	x := normal(rng, 4000, 150)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	elapsed := linalgtest.Stopwatch(parallel.ProcessorTime)
	_, err := Train(ctx, linear(x), x, []int{4000}, 150, nil, 0, Defaults(150, 5))
	if d := elapsed(); !errors.Is(err, context.DeadlineExceeded) || d > time.Second {
		t.Errorf("error %v after %v", err, d)
	}
}
