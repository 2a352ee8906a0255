// Package kernel holds the kernel functions κ(z, x) and the width heuristics.
//
// Every kernel here is a function of the inner product and the squared norms of its
// arguments, so that a block of samples against all supports costs one matrix product;
// the rest is elementwise.
//
// To add a kernel: write its type in a file of its own, and register it in table.go
// with its parameters,
//
//	Kernels.Register(part.Part[Kind]{
//		Name: "mine", Parameters: []part.Parameter{Sigma},
//		Build: func(p part.Point) Kernel { return mine{Sigma.X(p)} },
//	})
//
// Flags, editor, keys, help and sweeps are generated from the table. The example
// registers a kernel from outside, with a parameter of its own.
package kernel
