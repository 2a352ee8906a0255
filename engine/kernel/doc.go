// Package kernel holds the kernel functions κ(z, x) and the width heuristics.
//
// Every kernel here is a function of the inner product and the squared norms
// of its arguments, so that a block of samples against all supports costs one
// matrix product; what remains is elementwise.
package kernel
