package subset

import (
	"context"
	"fmt"
	"math/rand/v2"

	"example.com/sfatui/engine/part"
)

var random = part.Part[Kind]{Name: "random", Doc: "samples drawn at random", Parameters: []part.Parameter{M}, Build: Kind{
	Nests: true, Random: true, Samples: true, Choose: chooseRandom,
}}

func chooseRandom(_ context.Context, from Candidates, m int, at part.Point) (*Supports, error) {
	n, _ := from.X.Dims()
	return supportsOf(Random(n, m, at.DrawSeed()), nil)
}

// all takes every sample.
var all = part.Part[Kind]{Name: "all", Doc: "all training samples", Build: Kind{Nests: true, Numbers: valuesAt, Choose: chooseAll}}

func chooseAll(_ context.Context, from Candidates, _ int, _ part.Point) (*Supports, error) {
	n, _ := from.X.Dims()
	return supportsOf(All(n), nil)
}

// Random chooses m of n rows without replacement. The picks for m are a prefix of those
// for any larger m with the same seed.
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
