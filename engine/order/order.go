// Package order selects values by their rank. Kernel and preparation both use it, and
// neither should import the other for it.
package order

import "math/rand/v2"

// Nth returns the value that sorting v, which has no NaN, would put at index n. It
// reorders v: at index n is that value, and none before it is larger, none behind it smaller.
// Its time is linear in the length of v (Hoare's selection, with random pivots).
func Nth(v []float64, n int) float64 {
	rnd := rand.NewPCG(1, 2) // values in any order are divided well by random ones
	for lo, hi := 0, len(v)-1; lo < hi; {
		pivot := v[lo+int(rnd.Uint64()%uint64(hi-lo+1))]
		i, j := lo, hi
		for i <= j {
			for v[i] < pivot {
				i++
			}
			for v[j] > pivot {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case n <= j:
			hi = j
		case n >= i:
			lo = i
		default:
			return v[n]
		}
	}
	return v[n]
}
