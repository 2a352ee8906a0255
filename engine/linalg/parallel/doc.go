// Package parallel divides computations among the processors.
//
// [For] runs the parts of one large step, whose results do not touch, on all processors.
// A [Group] does very many short steps: few workers with a barrier between the steps.
// Neither changes a result: parts depend on the size of the problem alone, never on the
// number of processors. [ReserveProcessor] and [ShareProcessors] hold all of the hidden
// state there is: how many goroutines compute at once. [ProcessorTime]
// measures the work of the whole process.
package parallel
