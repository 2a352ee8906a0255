package storage

import "testing"

// An array grows with its numbers, also from a place within another array, whose
// other numbers stay.
func TestGrowKeepsNumbers(t *testing.T) {
	const inside = 300_001
	all := make([]float64, 1000+inside+1000)
	for i := range all {
		all[i] = float64(i)
	}
	s := &Store{}
	x := all[1000 : 1000+inside : 1000+inside]
	for n := inside; n < 3_000_000; n++ {
		var err error
		if x, err = s.Grow(x, 1); err != nil {
			t.Fatal(err)
		}
		x = append(x, float64(1000+n))
	}
	for i, v := range x {
		if v != float64(1000+i) {
			t.Fatalf("number %d is %v", i, v)
		}
	}
	for i, v := range all {
		if outside := i < 1000 || i >= 1000+inside; outside && v != float64(i) {
			t.Fatalf("number %d beside it is %v", i, v)
		}
	}
}
