// Package svm holds the support vector machine of two classes with soft margins (Cortes and
// Vapnik 1995):
//
//	min ½ Σ_ij β_i β_j k(x_i, x_j) − Σ y_i β_i   over Σ β_i = 0, 0 ≤ y_i β_i ≤ C,
//
// the dual of ½‖w‖² + C Σ ξ_i. [Solve] moves two coefficients at a time, those that lower
// the objective most to second order (Fan, Chen and Lin 2005), and keeps the rows of the
// kernel that it used last. It takes any [Gram]: that of a kernel over samples ([Samples])
// or one that is there already, such as of series that are aligned ([Table]).
//
// The number of samples with a coefficient grows with all of them, and time faster still:
// package cvm is for very many.
package svm
