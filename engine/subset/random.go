package subset

import (
	"fmt"
	"math/rand/v2"
)

// Random chooses m of n rows without replacement. The picks for m are a prefix
// of those for any larger m with the same seed.
func Random(n, m int, seed uint64) Picks {
	if m < 1 || m > n {
		panic(fmt.Sprintf("subset: %d picks of %d samples", m, n))
	}
	return Picks{Index: rand.New(rand.NewPCG(seed, 0)).Perm(n)[:m]}
}

// All chooses every row, in order.
func All(n int) Picks {
	p := Picks{Index: make([]int, n)}
	for i := range p.Index {
		p.Index[i] = i
	}
	return p
}
