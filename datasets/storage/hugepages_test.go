package storage

import "testing"

func TestMakeGivesZeros(t *testing.T) {
	for _, n := range []int{0, 1, 1000, minHugePageBytes / 8, minHugePageBytes/8 + 777} {
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

func TestClassesHoldAtMostAQuarterMore(t *testing.T) {
	last, held := -1, 0
	for n := range 5000 {
		class, size := Class(n)
		if size < n || n >= leastClass && 4*size > 5*n+4 {
			t.Fatalf("%d numbers get %d", n, size)
		}
		if again, whole := Class(size); again != class || whole != size {
			t.Fatalf("storage of %d numbers is of class %d, and holds %d as one of class %d", size, class, whole, again)
		}
		if class != last {
			if class != last+1 || n != held+1 && last >= 0 {
				t.Fatalf("class %d for %d numbers, behind class %d of %d", class, n, last, held)
			}
			last, held = class, size
		}
	}
	if class, _ := Class(1<<63 - 1 - 1<<60); class >= Classes {
		t.Fatalf("class %d of %d", class, Classes)
	}
}
