package subset

import "slices"

// selectFirst moves the count first entries of the list, in the strict order
// that before tells, to its front, and sorts those ascending. It takes linear
// time on average (Hoare 1961, FIND).
func selectFirst(list []int, count int, before func(a, b int) bool) {
	lo, hi := 0, len(list)
	for hi-lo > 1 && lo < count && count < hi {
		pivot := median(list[lo], list[(lo+hi)/2], list[hi-1], before)
		i, j := lo, hi-1
		for i <= j {
			for before(list[i], pivot) {
				i++
			}
			for before(pivot, list[j]) {
				j--
			}
			if i <= j {
				list[i], list[j] = list[j], list[i]
				i++
				j--
			}
		}
		// lo … j come before the rest, i … hi-1 behind it; one entry may be between.
		switch {
		case count <= j+1:
			hi = j + 1
		case count >= i:
			lo = i
		default:
			lo, hi = count, count
		}
	}
	slices.Sort(list[:min(count, len(list))])
}

// median is the middle one of three entries.
func median(a, b, c int, before func(a, b int) bool) int {
	if before(b, a) {
		a, b = b, a
	}
	if before(c, b) {
		b = c
		if before(b, a) {
			b = a
		}
	}
	return b
}
