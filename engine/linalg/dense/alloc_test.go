package dense

import (
	"testing"
	"unsafe"
)

// TestRoom: matrices of every size are zero, those in huge pages too, and so they
// are when storage comes from what others have left.
func TestRoom(t *testing.T) {
	for range 3 {
		for _, n := range []int{1, 3, 900} {
			d, s := New(n, n+1), NewSym(n)
			if r, c := d.Dims(); r != n || c != n+1 || s.SymmetricDim() != n {
				t.Fatalf("n = %d: %d×%d and order %d", n, r, c, s.SymmetricDim())
			}
			if m := d.RawMatrix(); n > 100 {
				if at := uintptr(unsafe.Pointer(&m.Data[m.Stride])); at%64 != 0 {
					t.Errorf("n = %d: the second row begins %d bytes into a line of the cache", n, at%64)
				}
			}
			for _, data := range [][]float64{d.RawMatrix().Data, s.RawSymmetric().Data} {
				for i := range data {
					if data[i] != 0 {
						t.Fatalf("n = %d: entry %d is %g", n, i, data[i])
					}
					data[i] = 1
				}
			}
		}
	}
}
