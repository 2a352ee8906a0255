// Package roofline measures the limits of a machine, fused multiply-adds in registers
// and numbers read from memory, and the share of them that the engine's kernels reach
// (the roofline of Williams, Waterman and Patterson, Communications of the ACM 2009).
//
// A share compares two measurements of the same second. It is therefore meaningful on a
// machine that others use too, where neither rate is. No result of a computation
// depends on these measurements.
package roofline
