// Package linalg is the linear algebra beneath the engine: products, symmetric
// rank-k updates, symmetric eigenproblems, and the factor of a kernel matrix and
// solves with it. Everything here is deterministic: the result does not depend
// on the number of processors, because work is divided into parts whose results
// do not touch. Long computations watch a context and stop within a fraction of
// a second.
//
// The arithmetic is done by the kernels of package simd, in blocks that are
// divided among the processors. An entry of a product is summed in an order that
// is fixed by the depth alone, so it does not depend on the size of the matrix
// around it either: leading blocks of products, updates, solutions and factors
// are those of the leading parts, bit for bit. Between processors with different
// kernels ([simd.Path]) the last digits may differ.
//
// Importing the package also puts these kernels beneath gonum: its packages
// blas64, mat and lapack64 then run on them.
package linalg
