package order_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/order"
)

// The value at each place is the one that sorting puts there, also where values are equal or
// in order.
func TestNthIsThatOfTheSortedValues(t *testing.T) {
	for name, value := range map[string]func(i, n int) float64{
		"random":        func(i, n int) float64 { return math.Sin(float64(i * i)) },
		"few values":    func(i, n int) float64 { return float64(i * i % 5) },
		"equal":         func(i, n int) float64 { return 3 },
		"ascending":     func(i, n int) float64 { return float64(i) },
		"descending":    func(i, n int) float64 { return float64(-i) },
		"rising twice":  func(i, n int) float64 { return float64(i % (n/2 + 1)) },
		"up and down":   func(i, n int) float64 { return float64(min(i, n-i)) },
		"with infinity": func(i, n int) float64 { return 1 / float64(i%3) },
	} {
		for _, n := range []int{1, 2, 3, 4, 7, 50, 301} {
			v := make([]float64, n)
			for i := range v {
				v[i] = value(i, n)
			}
			want := slices.Sorted(slices.Values(v))
			for k := range v {
				u := slices.Clone(v)
				if got := order.Nth(u, k); got != want[k] || u[k] != want[k] {
					t.Fatalf("%s: value %d of %d is %g, and %g at its place, want %g", name, k, n, got, u[k], want[k])
				}
				if slices.Max(u[:k+1]) > want[k] || slices.Min(u[k:]) < want[k] {
					t.Fatalf("%s: %v is not divided at %d", name, u, k)
				}
				if slices.Sort(u); !slices.Equal(u, want) {
					t.Fatalf("%s: values became %v, want %v", name, u, want)
				}
			}
		}
	}
}

func ExampleNth() {
	delays := []float64{5, 1, 9, 3, 7}
	fmt.Println("median", order.Nth(delays, 2))
	// Output: median 5
}
