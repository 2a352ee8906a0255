// Package pencil solves B a = μ C a for symmetric B and positive definite C, the
// problem of slow feature analysis.
//
// A [Metric] is C, factored once for many B. [Metric.Reduce] transforms a pencil to an
// ordinary eigenproblem; [Metric.LowestFew] computes few eigenpairs by Lanczos
// iteration on the inverted pencil without a reduction. [TriangularSamples] solves for
// moments that are given by their samples and are never formed.
//
// Package iterative deals with matrices and operators only. The numerator, the metric
// and the verification of a solution belong here.
package pencil
