// Package elements decodes the elements of arrays as NumPy, MATLAB and IDX files
// store them: numbers of any width and byte order, and texts.
package elements
