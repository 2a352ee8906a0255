// Package run computes the points of plans: [Start] has a pool of workers take up the jobs
// of a plan, and reports each point as an event the moment it is done. [Solve] solves a single
// point again, for package explain to look at.
//
// A job is one function space on one fold. Its computation fits a model to the training
// part, and one for each inner split to what of it is not set aside there for choosing; as
// many at once as there is memory for. A model is turned from one subset size, training
// graph and cut to the next, and solved for each rotation. A point is done when all of its
// models have scored it.
// Stages that jobs share are computed by the first who needs them. Events go to the sink from
// a goroutine of its own (teller.go), which may wait for a disk while the workers compute.
//
// While a run that needs 64 MiB or more goes on, the heap growth that triggers a garbage
// collection is 25 percent, unless somebody chose another value than Go's (gcpercent.go).
// No other state of the process is touched.
package run
