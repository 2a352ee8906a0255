package data_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/datasets/data"
)

// labelled returns a set of segments of the given lengths, whose samples have
// these labels.
func labelled(label []int, groups []string, lengths ...int) *data.Set {
	s := &data.Set{Classes: []string{"a", "b", "c"}, Label: label}
	for i, n := range lengths {
		start := 0
		if i > 0 {
			start = s.Segments[i-1].End
		}
		seg := data.Segment{Start: start, End: start + n}
		if groups != nil {
			seg.Group = groups[i]
		}
		s.Segments = append(s.Segments, seg)
	}
	return s
}

// Segments are permuted together with their label; one without a label stays
// without. All orders of three segments are equally frequent: 6,000 draws of 6
// orders.
func TestPermutedSegments(t *testing.T) {
	s := labelled([]int{0, 0, 1, -1, -1, 2, 2, 2}, nil, 2, 1, 2, 3)
	rng := rand.New(rand.NewPCG(1, 2))
	count := map[[3]int]int{}
	for range 6000 {
		l := s.Permuted(rng).Label
		if l[0] != l[1] || l[3] != -1 || l[4] != -1 || l[5] != l[6] || l[6] != l[7] {
			t.Fatalf("%v", l)
		}
		count[[3]int{l[0], l[2], l[5]}]++
	}
	if len(count) != 6 {
		t.Fatalf("%d orders", len(count))
	}
	for order, n := range count {
		if math.Abs(float64(n)-1000) > 5*math.Sqrt(1000*5./6) {
			t.Errorf("%v came %d times", order, n)
		}
	}
	if !slices.Equal(s.Label, []int{0, 0, 1, -1, -1, 2, 2, 2}) {
		t.Error("the set itself was changed")
	}
}

// Groups are permuted if each has one label, otherwise segments.
func TestPermutedGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	s := labelled([]int{0, 0, 1, 1}, []string{"x", "x", "y", "y"}, 1, 1, 1, 1)
	split := false
	for range 100 {
		if l := s.Permuted(rng).Label; l[0] != l[1] || l[2] != l[3] {
			t.Fatalf("groups of one label: %v", l)
		}
		mixed := labelled([]int{0, 1, 0, 1}, []string{"x", "x", "y", "y"}, 1, 1, 1, 1).Permuted(rng).Label
		split = split || mixed[0] == mixed[1]
	}
	if !split {
		t.Error("segments of mixed groups did not change places")
	}
}

// Labels that change inside a segment are rotated: neighbours remain
// neighbours, except at the ends.
func TestPermutedSeries(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	label := []int{0, 0, 0, 1, 1, 2, 2}
	target := []float64{1, 2, 3, 4, 5, 6, math.NaN()}
	s := labelled(label, nil, len(label))
	s.Target = target
	for range 50 {
		p := s.Permuted(rng)
		if slices.Equal(p.Label, label) {
			t.Fatal("it stayed as it was")
		}
		k := slices.Index(p.Target, 1)
		for i := range target {
			if v := p.Target[(k+i)%len(target)]; v != target[i] && !math.IsNaN(v+target[i]) {
				t.Fatalf("%v", p.Target)
			}
		}
	}
}
