package array_test

import (
	"example.com/sfatui/datasets/format/array"
	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/internal/sample"
)

// A MAT-file as MATLAB saves it: X contains the samples in rows, and label,
// stored by column, one number per sample.
func Example() {
	check.Print(&array.MAT, sample.MAT(true,
		sample.MATArray("X", sample.MATDouble, 3, 2, sample.MATElement(9, sample.Pack("<f8", 1, 2, 3, 10, 20, 30))),
		sample.MATArray("label", sample.MATDouble, 3, 1, sample.MATElement(9, sample.Pack("<f8", 7, 7, 8)))))
	// Output:
	// inputs [x1 x2]
	// file.mat [7 7 8] [1 10 2 20 3 30]
}

// An array in Fortran order, and the same file cut off.
func Example_cut() {
	whole := sample.NPY{Descr: "<i2", Fortran: true, Shape: "(2, 3)", Body: sample.Pack("<i2", 1, 4, 2, 5, 3, 6)}
	check.Print(&array.NPY, whole.Build())
	cut := whole
	cut.Body = cut.Body[:6]
	check.Print(&array.NPY, cut.Build())
	// Output:
	// inputs [x1 x2 x3]
	// file.npy [1 2 3 4 5 6]
	// file.npy: the NPY header claims 2×3 elements of 2 bytes, but only 6 of their bytes are there: the file was cut short; copy it again
}
