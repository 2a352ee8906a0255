// Package search plans the points of a sweep one after the other instead of computing
// its whole grid. A Gaussian process over the axes predicts the score of each point
// that is not computed, and the point with the largest expected improvement is next
// (Jones, Schonlau and Welch 1998). It reads scores of validation parts only. It ends
// when the requested number is computed or no worthwhile improvement is expected.
//
// A [Planner] stores only the grid: it proposes the same point for the same results, so
// that an interrupted search continues like an uninterrupted one.
package search
