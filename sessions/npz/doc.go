// Package npz writes archives of arrays that numpy.load reads without pickle:
// a ZIP file of arrays in the NPY format, version 1.0 (NumPy Enhancement
// Proposal 1). The same arrays give the same bytes. It reads what it writes.
package npz
