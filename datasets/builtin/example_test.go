package builtin_test

import (
	"fmt"

	"example.com/sfatui/datasets/builtin"
)

func ExampleSets() {
	for _, set := range builtin.Sets() {
		if set.Name == "retina" {
			raw := set.Make()
			fmt.Println(len(raw.Recordings), "segments of", len(raw.Inputs), "inputs")
			fmt.Println(raw.Recordings[0].Name, raw.Recordings[0].Rows, raw.Recordings[0].Fields)
		}
	}
	fmt.Println(builtin.Sets()[0].Name == builtin.Default)
	// Output:
	// 6 segments of 65 inputs
	// pass1 450 map[pass:1]
	// true
}
