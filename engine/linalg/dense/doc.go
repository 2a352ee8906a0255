// Package dense computes with dense matrices of float64: products, symmetric rank-k
// updates, triangular solves, inverses and congruences, and Cholesky factors, on all
// processors. It is also the BLAS beneath gonum: importing it, if only for that, makes
// gonum's packages blas64, mat and lapack run on the kernels of package simd.
//
// Every result is deterministic: it does not depend on GOMAXPROCS, since work is divided
// into parts whose results do not touch. The order in which an entry of a product is
// summed depends on the depth alone. So leading blocks of products, updates, solutions
// and factors are those of the leading parts, bit for bit. Between processors with
// different kernels ([simd.Path]) the last digits may differ.
//
// Long computations return ctx.Err() within a fraction of a second after ctx has ended.
// [Borrow] lends workspace for the length of a call; [New] and [NewSym] allocate
// matrices whose rows suit the cache.
package dense
