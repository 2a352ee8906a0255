// Package npy reads and writes the headers of NPY files, NumPy's format for one
// array (NumPy Enhancement Proposal 1, versions 1.0 to 3.0). What stands behind a
// header, and which types of elements are understood, is for those who read it.
package npy
