// Package linalg holds no code: the linear algebra of the engine is in the packages
// below it. Each imports only those after it in this list.
//
//   - roofline: the limits of the machine, and the share that is reached
//   - pencil: B a = μ C a, reduced to an ordinary eigenproblem or solved implicitly
//   - iterative: block Lanczos iteration, for few eigenvalues of large matrices
//   - eigen: the dense symmetric eigenproblem
//   - dense: storage, products, triangular solves, Cholesky factors, BLAS
//   - parallel: loops and worker groups on all processors
//   - simd: the inner loops, in assembler and in Go
//
// Package linalgtest has test matrices and checks for all of them.
//
// Everything here is deterministic: no result depends on the number of processors,
// because work is divided into parts with disjoint results. Long computations return
// soon after their context has ended.
//
// The size of the problem determines the method. Each choice is a function named
// worth…, or a constant, whose comment states the sizes, the ratio of times, and the
// benchmark that measures it. Unless stated otherwise, ratios are of processor time on
// one core with AVX-512, on a machine with a busy memory; linalgtest.Ratio measures
// both times in turn.
package linalg
