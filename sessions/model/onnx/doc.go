// Package onnx writes the model of a point as an ONNX graph in double
// precision. The graph computes the features from the inputs as they are after
// reading and embedding. If the readout is linear in the features, it also
// computes the readout's values. Any runtime of the standard operators can
// apply it. Write refuses, by name, what the operators cannot express.
//
// The graph uses operators of the default domain at version 17 only, each of
// which onnxruntime implements in double precision.
//
// To add a kernel, add a case to kernels.go; to add a function space or a front,
// add one to spaces.go.
package onnx
