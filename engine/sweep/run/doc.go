// Package run computes the points of plans. [Start] computes the jobs of a plan with a pool of
// workers and sends an event for each finished point. [Solve] solves a single point again, so
// that its features can be inspected.
//
// A job is one function space on one fold. Its computation fits an outer model to the training
// part, and an inner model to the training part of each inner split; as many models at once
// as fit into memory. A model solves one problem after another (subset size, training graph
// and cut), and each of them for each rotation. A point is done when all of its models have
// scored it. The first job that needs a shared stage computes it for all. Events go to the
// sink from their own goroutine (sinkqueue.go), so that workers do not wait for the disk.
//
// Each step is a type that holds the one before it, so that nothing can be read that is not
// computed yet: a computation starts a modelJob for each model; newSamples prepares its parts;
// newFunctions builds the function space over them; newModel fits the values; a solver poses
// problems over them and solves these; features evaluates a solution on both parts; reading trains the
// readout of a point on them.
//
// While a run that needs 64 MiB or more is active, the heap growth that triggers a garbage
// collection is 25 percent, unless the process runs with another value than Go's default
// (gcpercent.go).
// No other state of the process is touched.
package run
