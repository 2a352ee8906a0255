// Package measure provides the measures of a point: how each is computed from the
// features and the readout, and one table of them. The workbench's table, filters,
// charts, map and comparison, the exports and the advisor all read that table.
//
// To add a measure:
//
//  1. Declare a [Measure] in a file of its own, with an ID, a Label, a Direction, and Of,
//     which reads it from a result, or Take, which computes it from the features of a
//     point. Its Show holds the places that show it and its shorter names; the zero Show
//     shows it everywhere.
//  2. Add it to the list in table.go, or call [Register] from outside.
//  3. Pin its values in a test beside it, against a second program or arithmetic on paper.
//
// Nothing else changes. A result records the values of Take under the measure's ID,
// beside its fields, and a session lists those IDs in its header. A session that lacks
// the measure is not resumed: the error names the measure, and sfatui fork computes its
// sweep again. The pinned points of cmd/sfatui hold the fields alone, so they do not
// change.
//
// All measures are computed from the features φ on the data, never from theory:
// slowness and its relatives η and ξ, predictability, the unit-variance check, the
// match with known latent variables, accuracy and confusion, the error of predicted
// numbers. Features are an n×p matrix, one sample a row. If time matters, the rows are
// consecutive spans whose lengths are given and add up to n; no difference and no sum
// over a segment crosses from one span to the next. A variance is divided by n and a
// mean squared difference by the number of pairs (t, t+1) inside spans; differences are
// never centred.
//
// A sweep sums the terms of slowness and variance in a [Pass] over the rows while it
// computes them. [Slowness], [UnitSlownessAndCurvature], [Curvature] and [Variance]
// compute the same for a given matrix, for Take and tests.
package measure
