package hugepage

import "math/bits"

// leastClass is the storage of class 0.
const leastClass = 8

// Class is the least of the classes of storage that hold n numbers, and how many numbers
// such storage has. There are four classes to a doubling, so that storage that is lent by
// classes has at most a quarter more than was asked for.
func Class(n int) (class, size int) {
	top := bits.Len(uint(max(n, leastClass) - 1))
	unit := 1 << (top - 3)
	units := (max(n, leastClass) + unit - 1) / unit // 5 … 8
	return 4*(top-3) + units - 8, units * unit
}

// Classes is how many classes there are.
const Classes = 4 * bits.UintSize
