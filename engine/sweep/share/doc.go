// Package share parts a sweep among tasks that do not talk to each other.
//
// A division is a pure function of the plans as they were written, of the size of the
// data and of the number of tasks: every task, on every machine, at every attempt, gets
// the same answer. What points have in common (distances, the choice of supports, moments,
// rotations) each task computes that needs it, so that parting neighbours costs. [Sweep]
// counts these stages once for each task, and [Sweep.Divide] cuts the points, neighbours
// together, into shares of about equal work: between folds, between choices of supports,
// between jobs or between points, whichever ends first among the ways that compute no more
// than [Tolerated] times what one process does.
//
// To let a further stage count: give it a level in stagesOf, from what most points share
// to what fewest do, and its work in operations of a matrix product.
package share
