// Package npy reads and writes the headers of NPY files, NumPy's format for one
// array (NumPy Enhancement Proposal 1, versions 1.0 to 3.0). Its callers read
// the elements, and decide which types they support.
package npy
