package parallel_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/linalg/parallel"
)

func ExampleFor() {
	squares := make([]int, 10)
	err := parallel.For(context.Background(), len(squares), 4, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			squares[i] = i * i
		}
	})
	fmt.Println(squares, err)
	// Output: [0 1 4 9 16 25 36 49 64 81] <nil>
}

// Each step needs what all workers did in the step before.
func ExampleGroup() {
	g := parallel.NewGroup(4)
	defer g.Release()
	from, to := []int{1, 0, 0, 0, 0, 0}, make([]int, 6)
	g.Run(func(worker int) {
		from, to := from, to
		for range 5 {
			lo, hi := g.Range(worker, len(to))
			for i := lo; i < hi; i++ {
				to[i] = from[i]
				if i > 0 {
					to[i] += from[i-1]
				}
			}
			if !g.Barrier() {
				return
			}
			from, to = to, from
		}
	})
	fmt.Println(to)
	// Output: [1 5 10 10 5 1]
}
