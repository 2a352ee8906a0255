// Package onnx writes the model of a point as an ONNX graph of numbers of double
// precision, from the inputs as they come after reading and embedding to the
// features and, where the readout is linear in them, to its values: any runtime of
// the standard operators applies it. What the operators cannot say is refused by
// name.
//
// The graph has operators of the default domain at version 17 alone, of which every
// one used is there in double precision in onnxruntime.
//
// To add a kernel: give it a case in kernels.go; a function space: one in spaces.go; a
// front: one in fronts.go.
package onnx
