// Package model writes and reads the model of a point, the function that
// computes features of samples, and applies it to new data.
//
// A saved model is an NPZ file, which numpy.load reads; [Write] documents its
// arrays.
package model
