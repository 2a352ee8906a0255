package nearest

import (
	"math"
	"slices"
	"sort"
)

// candidates holds the nearest points so far, the nearest first.
type candidates struct {
	index   []int
	squared []float64
	limit   float64 // a squared distance must be below it to count
}

func newCandidates(k int) candidates {
	return candidates{index: make([]int, 0, k), squared: make([]float64, 0, k), limit: math.Inf(1)}
}

// offer inserts a point if it is near enough. Points come by ascending index, so that
// the later of two equally near ones is second.
func (c *candidates) offer(index int, squared float64) {
	if !(squared < c.limit) {
		return
	}
	k := cap(c.index)
	if len(c.index) == k {
		c.index, c.squared = c.index[:k-1], c.squared[:k-1]
	}
	at := sort.Search(len(c.squared), func(i int) bool { return c.squared[i] > squared })
	c.index = slices.Insert(c.index, at, index)
	c.squared = slices.Insert(c.squared, at, squared)
	if len(c.index) == k {
		c.limit = c.squared[k-1]
	}
}
