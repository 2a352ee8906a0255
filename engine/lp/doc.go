// Package lp solves linear programs that minimise a 1-norm: support feature machines and
// the recovery of sparse codes are such (Hammer, Modern Data Analysis, 2014, sections 3
// and 4).
//
// A [Problem] is solved through its dual by the primal simplex method with bounds on the
// variables (Dantzig 1955; Chvátal, Linear Programming, 1983, chapter 8). The dual needs no
// first phase, as its zero is feasible, and its tableau has a row for each unknown and a
// column for each condition: ten thousand samples of a hundred inputs take 8 MB. It takes a
// thousandth of the time of gonum's optimize/convex/lp on 60 conditions of 40 unknowns. Ties
// are broken by a ratio test in two passes (Harris 1973), and by Bland's rule where steps
// stay without gain. The weights at the end are solved for from the conditions that
// hold with equality, so that they do not carry the rounding of the pivots.
package lp
