package storage_test

import (
	"fmt"

	"example.com/sfatui/datasets/storage"
)

// An eighth of the memory is for the numbers of a set; further ones are in
// files, and are used like any others.
func ExampleStore() {
	s := &storage.Store{Budget: 64 << 10}
	defer s.Keep(nil)
	fmt.Println(s.Holds(1000), s.Holds(100_000))
	x, err := s.Floats(100_000)
	if err != nil {
		fmt.Println(err)
		return
	}
	x[99_999] = 1
	fmt.Println(len(x), x[0], x[99_999])
	// Output:
	// true false
	// 100000 0 1
}
