// Package papers holds the papers' experiments as sweeps that can be run here:
// each is a built-in data set, a sweep over it, what the paper found, and a check
// that says from the sweep's results whether the same is found here.
//
// Sizes are scaled down so that each takes well under a minute; what makes the
// finding is kept. A check tests the finding itself, never the numbers of one
// run, and says so where the finding does not hold.
//
// To add an experiment: return it from a function of its paper's file, with the
// sweep and the check, and, for a new paper, add the function to [Experiments].
package papers
