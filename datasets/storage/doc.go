// Package storage holds arrays of numbers in memory or, beyond a budget, in
// mapped files without names. The files disappear when the program ends, even
// by a crash. [Make] allocates arrays in huge pages; linear algebra and kernels take
// theirs from it.
package storage
