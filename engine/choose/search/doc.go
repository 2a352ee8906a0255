// Package search plans the points of a sweep one after the other, instead of all of its
// grid: a Gaussian process over the axes says of each point that is not computed what its
// score may be, and the one with the largest expected improvement is next (Jones, Schonlau
// and Welch 1998). It looks at scores of validation parts only, and ends where all that was
// asked for is computed or no improvement is expected that is worth a point.
//
// A [Planner] holds nothing but the grid: of the same results it proposes the same, so that
// an interrupted search goes on as an undisturbed one.
package search
