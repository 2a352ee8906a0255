// Package linalg is the linear algebra beneath the engine: symmetric rank-k
// updates, symmetric eigenproblems, and the factor of a kernel matrix and
// solves with it. Everything here is deterministic: the result does not depend
// on the number of processors, because work is divided into parts whose results
// do not touch. Long computations watch a context and stop within a fraction of
// a second.
//
// Products are made of gonum's Gemm on tiles. Gemm by itself gives the same bits
// for any GOMAXPROCS (each 64×64 block of the result is summed by one goroutine,
// in order), but not for any shape: from four such blocks on it groups the sum
// by 64. The tiles here are smaller than that, and cut at fixed multiples, so
// that an entry does not depend on the size of the matrix around it either.
// On another architecture the last digits may differ.
package linalg
