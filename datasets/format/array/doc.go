// Package array reads arrays and archives of arrays: NPY and NPZ of NumPy, and
// MAT-files of MATLAB 5 to 7.
package array
