// Package nmf writes samples without negative numbers as sums of parts without negative
// numbers: X ≈ AD with X N×n, codes A N×K and parts D K×n, a sample and a part a row.
//
// [Multiplicative] is the method of Lee and Seung (2001) for the squared error and for the
// generalised Kullback–Leibler divergence, [Sparse] that of Kim and Park (2007) by
// alternating non-negative least squares, which makes codes with exact zeros, and [Hoyer]
// keeps parts at a given sparseness by his projection (2004), [Project]. All are in Hammer,
// Modern Data Analysis (2014), section 2.3. [Code] and [CodeDivergent] code further samples.
package nmf
