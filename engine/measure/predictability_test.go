package measure_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"

	"example.com/sfatui/engine/measure"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

func predictability(t *testing.T, phi *mat.Dense, lengths []int, past, q int) float64 {
	t.Helper()
	v, err := measure.Predictability(context.Background(), phi, lengths, past, q)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// literalPredictability returns Eq. 2 sample by sample.
func literalPredictability(phi *mat.Dense, lengths []int, past, q int) float64 {
	_, p := phi.Dims()
	var times []int
	start := 0
	for _, length := range lengths {
		for t := start; t < start+length; t++ {
			if t-past+1 >= start && t+1 < start+length {
				times = append(times, t)
			}
		}
		start += length
	}
	sum := 0.0
	for _, t := range times {
		far := map[int]float64{}
		for _, i := range times {
			for lag := range past {
				for j := range p {
					far[i] += math.Pow(phi.At(t-lag, j)-phi.At(i-lag, j), 2)
				}
			}
		}
		others := slices.DeleteFunc(slices.Clone(times), func(i int) bool { return i == t })
		slices.SortStableFunc(others, func(a, b int) int { return cmp.Compare(far[a], far[b]) })
		for j := range p {
			values := []float64{phi.At(t+1, j)}
			for _, i := range others[:q] {
				values = append(values, phi.At(i+1, j))
			}
			sum += stat.PopVariance(values, nil)
		}
	}
	return sum / float64(len(times))
}

func TestPredictabilityAgainstEquation2(t *testing.T) {
	smooth := normal(120, 3, 20)
	for i := 1; i < 120; i++ {
		for j := range 3 {
			smooth.Set(i, j, 0.7*smooth.At(i-1, j)+0.3*smooth.At(i, j))
		}
	}
	rough := mat.DenseCopyOf(smooth)
	rough.Apply(func(_, _ int, v float64) float64 { return math.Round(v) }, rough) // equal distances
	for name, phi := range map[string]*mat.Dense{"smooth": smooth, "rounded": rough} {
		for _, lengths := range [][]int{{120}, {50, 1, 0, 3, 66}} {
			for _, past := range []int{1, 3} {
				for _, q := range []int{1, 8} {
					got, want := predictability(t, phi, lengths, past, q), literalPredictability(phi, lengths, past, q)
					if !near(got, want, 1e-12) {
						t.Errorf("%s, %v, past %d, q %d: %v, want %v", name, lengths, past, q, got, want)
					}
				}
			}
		}
	}
}

// The neighbours of a smaller q are the first of those of a larger one; a q that is too large
// changes no other.
func TestPredictabilityOverNeighbours(t *testing.T) {
	phi, lengths, qs := normal(60, 3, 24), []int{20, 40}, []int{7, 1, 57, 3, 58, 400}
	values, err := measure.PredictabilityOver(t.Context(), phi, lengths, 1, qs)
	if err != nil {
		t.Fatal(err)
	}
	for k, q := range qs {
		if want := predictability(t, phi, lengths, 1, q); values[k] != want && !(math.IsNaN(values[k]) && math.IsNaN(want)) {
			t.Errorf("q %d: %v, want %v", q, values[k], want)
		}
		if math.IsNaN(values[k]) != (q > 57) {
			t.Errorf("q %d of 58 successors: %v", q, values[k])
		}
	}
}

// The predictable noise of the paper's section 4.1: of two features with
// variance 1 each, one is known from the past.
func TestPredictabilityOfPredictableNoise(t *testing.T) {
	const n, q = 2000, 10
	noise := normal(n+1, 1, 21)
	known := mat.NewDense(n, 2, nil)
	for i := range n {
		known.SetRow(i, []float64{noise.At(i+1, 0), noise.At(i, 0)})
	}
	white := normal(n, 2, 22)
	// q+1 values about their own mean hold q/(q+1) of the variance.
	if got := predictability(t, known, []int{n}, 1, q) * (q + 1) / q; math.Abs(got-1) > 0.06 {
		t.Errorf("predictable noise %v, want 1", got)
	}
	if got := predictability(t, white, []int{n}, 1, q) * (q + 1) / q; math.Abs(got-2) > 0.1 {
		t.Errorf("white noise %v, want 2", got)
	}
	// A whole circle of 40 states that always come in the same order.
	circle := mat.NewDense(400, 2, nil)
	for i := range 400 {
		x := 2 * math.Pi * float64(i%40) / 40
		circle.SetRow(i, []float64{math.Cos(x), math.Sin(x)})
	}
	if got := predictability(t, circle, []int{400}, 1, 8); got > 1e-30 {
		t.Errorf("a circle %v, want 0", got)
	}
}

func TestPredictabilityWithoutEnough(t *testing.T) {
	phi := normal(20, 2, 23)
	if got := predictability(t, phi, []int{5, 5, 5, 5}, 4, 3); math.IsNaN(got) {
		t.Error("NaN with four pasts of four samples")
	}
	for _, c := range []struct{ past, q int }{{4, 4}, {5, 1}} {
		if got := predictability(t, phi, []int{5, 5, 5, 5}, c.past, c.q); !math.IsNaN(got) {
			t.Errorf("past %d, q %d: %v, want NaN", c.past, c.q, got)
		}
	}
	if got := predictability(t, &mat.Dense{}, nil, 1, 1); !math.IsNaN(got) {
		t.Errorf("%v of nothing, want NaN", got)
	}
	phi.Set(7, 1, math.NaN())
	if got := predictability(t, phi, []int{20}, 1, 2); !math.IsNaN(got) {
		t.Errorf("%v of a NaN, want NaN", got)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := measure.Predictability(ctx, normal(20, 2, 23), []int{20}, 1, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	for _, c := range []struct{ past, q int }{{0, 1}, {1, 0}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("past %d, q %d did not panic", c.past, c.q)
				}
			}()
			predictability(t, phi, []int{20}, c.past, c.q)
		}()
	}
}

func TestPredictabilityIsTheSameOnAnyNumberOfProcessors(t *testing.T) {
	phi := normal(600, 4, 24)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := predictability(t, phi, []int{600}, 2, 10)
	runtime.GOMAXPROCS(4)
	if four := predictability(t, phi, []int{600}, 2, 10); one != four {
		t.Errorf("%v on one, %v on four", one, four)
	}
}

func BenchmarkPredictability(b *testing.B) {
	phi := normal(5000, 10, 25)
	for b.Loop() {
		if _, err := measure.Predictability(context.Background(), phi, []int{5000}, 1, 10); err != nil {
			b.Fatal(err)
		}
	}
}
