package compare_test

import (
	"context"
	"fmt"
	"os"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/compare"
	"example.com/sfatui/sessions/sessiontest/recorded"
)

// Two points of a session are recomputed, equal to the bit.
func ExampleRecompute() {
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	s, set, err := recorded.WavesIn(ctx, dir, sweep.Spec{}.With("sigma", "rel:1,2", "m", "10", "p", "2"))
	if err != nil {
		fmt.Println(err)
		return
	}
	err = compare.Recompute(ctx, s, set, compare.Sample(s, 2), sweep.RunOptions{}, func(v compare.Verified) error {
		fmt.Println(v.Exact, v.Same())
		return nil
	})
	fmt.Println(err)
	// Output:
	// true true
	// true true
	// <nil>
}
