package data_test

import (
	"math/rand/v2"
	"testing"

	"example.com/sfatui/datasets/data"
)

func TestWhetherRowsFollowEachOtherInTime(t *testing.T) {
	const n = 300
	rng := rand.New(rand.NewPCG(4, 4))
	one := []data.Segment{{End: n}}
	var single []data.Segment
	states, shuffled, cycle, halves, none := make([]int, n), make([]int, n), make([]int, n), make([]int, n), make([]int, n)
	for i := range n {
		single = append(single, data.Segment{Start: i, End: i + 1})
		states[i], shuffled[i], cycle[i], none[i] = i/10%3, rng.IntN(3), i%3, -1
		halves[i] = i / 150
	}
	classes := []string{"a", "b", "c"}
	for name, c := range map[string]struct {
		set  data.Set
		want bool
	}{
		"a series":                 {data.Set{Segments: one}, true},
		"single rows":              {data.Set{Segments: single}, false},
		"states that last":         {data.Set{Segments: one, Label: states, Classes: classes}, true},
		"a class for each row":     {data.Set{Segments: one, Label: shuffled, Classes: classes}, false},
		"classes in turn":          {data.Set{Segments: one, Label: cycle, Classes: classes}, false},
		"in turn, but sampled":     {data.Set{Segments: one, Label: cycle, Classes: classes, Rate: 10}, true},
		"no row has a label":       {data.Set{Segments: one, Label: none, Classes: classes}, true},
		"a class for each segment": {data.Set{Segments: []data.Segment{{End: 150}, {Start: 150, End: n}}, Label: halves, Classes: classes}, true},
	} {
		if got := c.set.InTime(); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
