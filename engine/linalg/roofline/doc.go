// Package roofline measures what a machine can do at most, fused multiply-adds in registers
// and numbers read from memory, and which share of that the engine's kernels reach (the
// roofline of Williams, Waterman and Patterson, Communications of the ACM 2009).
//
// A share compares two measurements of the same second, so it means something on a machine
// that others use too, where neither figure alone does. No result of a computation depends
// on any of them.
package roofline
