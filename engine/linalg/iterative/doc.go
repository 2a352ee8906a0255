// Package iterative computes few eigenvalues of large symmetric matrices by block
// Lanczos iteration: [Lowest] the lowest by iteration on the shifted inverse,
// [Extremal] both ends of the spectrum from products with vectors alone.
//
// [Krylov] iterates with any [Operator]. [PackedTriangle], [Inverse] and [PackedFactor]
// are operators that keep a matrix packed for very many products with a few vectors. If
// the iteration fails, [Lowest] falls back to package eigen.
//
// Starting vectors are random from a fixed seed, so that results are reproducible; they
// do not depend on GOMAXPROCS.
package iterative
