package hugepage

import "testing"

func TestMakeGivesZeros(t *testing.T) {
	for _, n := range []int{0, 1, 1000, from / 8, from/8 + 777} {
		s := Make(n)
		if len(s) != n {
			t.Fatalf("%d numbers, want %d", len(s), n)
		}
		for i := range s {
			if s[i] != 0 {
				t.Fatalf("number %d is %v", i, s[i])
			}
			s[i] = 1
		}
	}
}
