// Package linalg holds no code: the linear algebra beneath the engine lies in the
// packages under it. Each imports only those below.
//
//   - roofline: what the machine can do at most, and the share that is reached
//   - pencil: B a = μ C a, reduced to an ordinary eigenproblem or solved implicitly
//   - iterative: block Lanczos iteration, for few eigenvalues of large matrices
//   - eigen: the dense symmetric eigenproblem
//   - dense: storage, products, triangular solves, Cholesky factors, BLAS
//   - parallel: loops and worker groups on all processors
//   - simd: the inner loops, in assembler and in Go
//   - hugepage: room for many numbers
//
// Package linalgtest has test matrices and checks for all of them.
//
// Everything here is deterministic: no result depends on the number of processors,
// because work is divided into parts whose results do not touch. Long computations
// return soon after their context has ended.
//
// Which method runs depends on the size of the problem. Each choice is a function named
// worth…, or a constant, whose comment gives the sizes, the ratio of times, and the
// benchmark that measures it. The ratios quoted are of processor time on one core with
// AVX-512 unless they say otherwise, on a machine whose memory others kept busy;
// linalgtest.Ratio takes both times in turn.
package linalg
