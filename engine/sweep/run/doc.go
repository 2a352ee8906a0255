// Package run computes the points of plans: [Start] has a pool of workers take up the jobs
// of a plan, and reports each point as an event the moment it is done. [Recompute],
// [Inspect], [Train] and [Rescore] solve single points again.
//
// A job is one function space on one fold. Its computation fits a model to the training
// part, and another one to what of it is not set aside for choosing; a model is turned
// from one subset size, training graph and cut to the next, and solved for each rotation.
// Stages that jobs share are computed by the first who needs them.
//
// While a run goes on, the heap growth that triggers a garbage collection is 50 percent,
// unless somebody chose another value than Go's (gcpercent.go). No other state of the
// process is touched.
package run
