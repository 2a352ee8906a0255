// Package sweep plans many points of slow feature analysis over one data set. A [Spec] is
// the sweep as the user wrote it. [NewPlan] expands it into points, each a full set of
// parameters with a key, and groups them into jobs. Package run computes them and sends an
// [Event] for each finished point.
//
// Points that share a stage share its result: the division into folds, the squared
// distances of few samples (for every kernel of differences), the subset, the moments
// (of every m as leading blocks of those of the largest), the whitening of an m, the
// rotation of a λ, and the second moments of sphered values, from which training features
// are measured if there are many rotations. Shared stages derive from the plan as written,
// never from the points that remain. A resumed sweep therefore has the same results as an
// uninterrupted one, for any number of workers. Kernel values from distances equal those from
// the samples.
//
// The package assembles the tables of parts (kernels, graphs, selections, spaces, fronts,
// methods, readouts) and states the relations between parts of different kinds
// (relations.go). It names no single part.
package sweep
