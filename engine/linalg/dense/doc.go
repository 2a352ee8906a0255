// Package dense computes with dense matrices of float64: products, symmetric rank-k
// updates, triangular solves, inverses and congruences, and Cholesky factors, on all
// processors. It is also the BLAS of gonum: importing it makes gonum's packages blas64,
// mat and lapack run on the kernels of package simd.
//
// Every result is deterministic: it does not depend on GOMAXPROCS, because work is
// divided into parts with disjoint results. The order in which an entry of a product is
// summed depends only on the depth. Leading blocks of products, updates, solutions and
// factors are therefore those of the leading parts, bit for bit. Processors with
// different kernels ([simd.Path]) may differ in the last digits.
//
// Long computations return ctx.Err() within a fraction of a second after ctx has ended.
// [Borrow] returns workspace for the duration of a call; [New] and [NewSym] allocate
// matrices with cache-aligned rows.
package dense
