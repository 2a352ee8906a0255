package storage

import "math/bits"

// leastClass is the number of values of storage class 0.
const leastClass = 8

// Class returns the smallest storage class that holds n values, and the number of
// values of that class. There are four classes per doubling, so that storage has at
// most a quarter more than requested.
func Class(n int) (class, size int) {
	top := bits.Len(uint(max(n, leastClass) - 1))
	unit := 1 << (top - 3)
	units := (max(n, leastClass) + unit - 1) / unit // 5 … 8
	return 4*(top-3) + units - 8, units * unit
}

// Classes is the number of classes.
const Classes = 4 * bits.UintSize
