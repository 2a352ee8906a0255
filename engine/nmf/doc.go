// Package nmf writes samples without negative numbers as sums of parts without negative
// numbers: X ≈ AD with X N×n, codes A N×K and parts D K×n, a sample and a part a row.
//
// [Multiplicative] implements the method of Lee and Seung (2001) for the squared error and
// for the generalised Kullback–Leibler divergence. [Sparse] implements that of Kim and
// Park (2007) by alternating non-negative least squares, which yields codes with exact
// zeros. [Hoyer] implements that of Hoyer (2004), which keeps parts at a given sparseness
// by the projection [Project]. Hammer, Modern Data Analysis (2014), section 2.3 describes
// all. [Code] and [CodeDivergent] code further samples.
package nmf
