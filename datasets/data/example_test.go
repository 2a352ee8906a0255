package data_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/datasets/data"
)

// A set of two words, of which one speaker said each: samples in rows, divided
// into segments.
func ExampleSet() {
	set := &data.Set{
		Inputs:   []string{"f1", "f2"},
		X:        mat.NewDense(5, 2, []float64{300, 2300, 310, 2290, 305, 2310, 700, 1200, 710, 1190}),
		Segments: []data.Segment{{Name: "beat", Group: "ada", Start: 0, End: 3}, {Name: "hot", Group: "bob", Start: 3, End: 5}},
		Classes:  []string{"iy", "o"},
		Label:    []int{0, 0, 0, 1, 1},
	}
	for _, s := range set.Segments {
		class, constant := set.SegmentClass(s)
		fmt.Println(s.Name, s.Len(), set.Classes[class], constant)
	}
	fmt.Println(set.Groups(), set.Segments[set.SegmentAt(3)].Name)

	hash := set.Hash()
	set.Inputs = []string{"first", "second"} // a name changes no result
	fmt.Println(set.Hash() == hash)
	set.Label[4] = -1
	fmt.Println(set.Hash() == hash)
	// Output:
	// beat 3 iy true
	// hot 2 o true
	// [ada bob] hot
	// true
	// false
}

// Spans that touch inside a segment become one; the border between segments
// stays.
func ExampleJoined() {
	part := data.Joined(data.Part{{Segment: 1, Start: 5, End: 8}, {Segment: 0, Start: 3, End: 5}, {Segment: 0, Start: 0, End: 3}})
	fmt.Println(part, part.Samples())
	fmt.Println(part.Rows(4, 6))
	// Output:
	// [{0 0 5} {1 5 8}] 8
	// [{0 4 5} {1 5 6}]
}
