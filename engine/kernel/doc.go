// Package kernel holds the kernel functions κ(z, x) and the width heuristics.
//
// Every kernel here is a function of the inner product and the squared norms
// of its arguments, so that a block of samples against all supports costs one
// matrix product; what remains is elementwise.
//
// To add a kernel: write its type in a file of its own, and register it in table.go with the
// parameters that it has,
//
//	Kernels.Register(part.Part[Kind]{
//		Name: "mine", Parameters: []part.Parameter{Sigma},
//		Build: func(p part.Point) Kernel { return mine{Sigma.X(p)} },
//	})
//
// Flags, editor, keys, help and sweeps know it from then on. The example does it from
// outside, with a parameter of its own.
package kernel
