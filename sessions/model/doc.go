// Package model writes and reads the model of a point, the function that makes
// features of samples, and applies it to new data.
//
// A saved model is an NPZ file, which numpy.load reads; [Write] says which arrays
// it has.
package model
