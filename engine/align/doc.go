// Package align aligns whole series of unequal length: dynamic time warping, its lower
// bounds and its nearest neighbours, and the global alignment kernel.
//
// A path goes from the first frames of two series to their last by steps (1,0), (0,1) and
// (1,1). Dynamic time warping is the least sum of local costs along a path, and the global
// alignment kernel the sum over all paths of products of local similarities (Cuturi 2011;
// Hammer 2014, section 7). The local cost is the squared Euclidean distance of two frames.
// A [Window] restricts the pairs of frames on paths.
//
// Every function here is symmetric in its two series to the bit. An [Aligner] holds the
// storage of one goroutine.
package align
