// Package parallel divides computations among the processors.
//
// [For] runs the parts of one large step, with disjoint results, on all processors. A
// [Group] runs very many short steps: few workers with a barrier between the steps.
// Neither changes a result: parts depend only on the size of the problem, never on the
// number of processors. [ReserveProcessor], [ShareProcessors] and [YieldProcessor] hold all of
// the hidden state: how many goroutines compute at once. [ProcessorTime] measures the work of
// the whole process.
package parallel
