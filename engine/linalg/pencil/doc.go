// Package pencil solves B a = μ C a for symmetric B and positive definite C, the problem
// of slow feature analysis.
//
// A [Metric] is C, factored once for many B: [Metric.Reduce] makes an ordinary
// eigenproblem of a pencil, [Metric.LowestFew] finds few eigenpairs by Lanczos iteration on
// the inverted pencil without a reduction. [TriangularSamples] does the same for moments
// that are given by their samples and are never formed.
//
// It stands apart from package iterative, which knows matrices and operators only: what
// is the numerator, what the metric and what proves a solution is known here alone.
package pencil
