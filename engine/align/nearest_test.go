package align_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/engine/align"
)

// What is found is what comparing all finds, ties to the earlier series included.
func TestNearestFindsWhatComparingAllFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	var a align.Aligner
	for trial := range 60 {
		channels, equal := 1+r.IntN(2), trial%2 == 0
		draw := func() align.Series {
			s := random(r, 12, channels)
			if equal {
				s.X = slices.Repeat(s.X, 12)[:8*channels]
			}
			for i := range s.X {
				s.X[i] = float64(int(s.X[i])) // costs are often the same
			}
			return s
		}
		var among []align.Series
		for range 30 {
			among = append(among, draw())
		}
		for _, w := range []align.Window{{}, align.Band(0), align.Band(3), align.Itakura(2)} {
			for _, independent := range []bool{false, true} {
				x, leave, k := draw(), r.IntN(31)-1, 1+r.IntN(5)
				order := make([]int, 0, 30)
				cost := make([]float64, 30)
				for i, y := range among {
					wide := w.Widened(x.Len(), y.Len())
					if cost[i] = a.DTW(x, y, wide); independent {
						cost[i] = a.IndependentBelow(x, y, wide, math.Inf(1))
					}
					if i != leave {
						order = append(order, i)
					}
				}
				slices.SortStableFunc(order, func(i, j int) int {
					switch {
					case cost[i] < cost[j]:
						return -1
					case cost[i] > cost[j]:
						return 1
					}
					return 0
				})
				got, _, err := align.NewNearest(among, independent, w).Of(t.Context(), x, k, leave)
				if err != nil || !slices.Equal(got, order[:k]) {
					t.Fatalf("trial %d: found %v, want %v, %v", trial, got, order[:k], err)
				}
			}
		}
	}
}

func TestLearnBandEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := align.LearnBand(ctx, []align.Series{align.Of(1, 2), align.Of(2, 3)}, []int{0, 1}, 2, 1, false); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// Two classes whose series differ by where a step is need no warping, and the smallest of
// equally good bands is taken.
func TestLearnBandTakesTheSmallest(t *testing.T) {
	var series []align.Series
	var label []int
	for i := range 12 {
		x := make([]float64, 40)
		for j := 5 + 20*(i%2); j < 40; j++ {
			x[j] = 1 + 0.01*float64(i)
		}
		series, label = append(series, align.Of(x...)), append(label, i%2)
	}
	width, right, err := align.LearnBand(t.Context(), series, label, 2, 1, false)
	if width != 0 || right != 12 || err != nil {
		t.Errorf("a band of %d with %d right, %v", width, right, err)
	}
}
