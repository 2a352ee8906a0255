// Package sweep plans many points of slow feature analysis over one data set. A [Spec] is
// the sweep as the user wrote it; [NewPlan] expands it into points, each a full set of
// parameters with a key, and sorts them into jobs; package run computes them and reports
// each as an [Event] the moment it is done.
//
// Points that share a stage share its result: the division into folds, the squared
// distances of few samples (for every kernel of differences), the subset, the moments
// (of every m as leading blocks of those of the largest), the whitening of an m, the
// rotation of a λ, the second moments of the sphered values that training outputs of few
// functions are measured by where rotations are many. Shared stages derive from the plan as
// written, never from the points that are left, so a resumed sweep gives the same numbers as
// an undisturbed one, for any number of workers; distances give the same numbers as the
// samples themselves.
//
// The package assembles the tables of parts (kernels, graphs, selections, spaces, fronts,
// methods, readouts), knows what holds between parts of different kinds (relations.go),
// and knows none of them by name.
package sweep
