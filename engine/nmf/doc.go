// Package nmf writes samples without negative numbers as sums of parts without negative
// numbers: X ≈ AD with X N×n, codes A N×K and parts D K×n, a sample and a part a row.
//
// [Multiplicative] is the method of Lee and Seung (2001) for the squared error and for the
// generalised Kullback–Leibler divergence, [Sparse] that of Kim and Park (2007) by
// alternating non-negative least squares, which makes codes with exact zeros, and
// [Project] is Hoyer's projection (2004) onto vectors of a given sparseness. All are in
// Hammer, Modern Data Analysis (2014), section 2.3. [Code] codes further samples.
package nmf
