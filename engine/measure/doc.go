// Package measure provides the measures of a point: how each is taken from the features and
// the readout, and one table of them. The workbench's table, filters, charts, map and
// comparison, the exports and the advisor all read that table.
//
// To add a measure:
//
//  1. Declare a [Measure] in a file of its own, with an ID, a Label, a Direction, and Of,
//     which reads it from a result, or Take, which takes it from the features when a point
//     is computed. Its Show holds where it appears and its shorter names; the zero Show
//     shows it everywhere.
//  2. Add it to the list in table.go, or call [Register] from outside.
//  3. Pin its values in a test beside it, against a second program or arithmetic on paper.
//
// Nothing else changes. A result records the values of Take by the measure's ID, beside its
// fields, and a session states those IDs in its header. A session that was made without the
// measure is not resumed: the error names the measure, and sfatui fork computes its sweep
// anew. The pinned points of cmd/sfatui hold the fields alone, so they stay as they are.
//
// All measures are taken from the features φ on the data, never from theory:
// slowness and its relatives η and ξ, predictability, the unit-variance check,
// the match with known latent variables, accuracy and confusion, the error of
// predicted numbers. Features come as an n×p matrix, one sample a row. Where
// time matters, the rows are consecutive spans whose lengths are given and add
// up to n; no difference and no sum over a segment crosses from one span to the
// next. A variance is divided by n and a mean squared difference by the number
// of pairs (t, t+1) inside spans; differences are never centred.
//
// A sweep sums what slowness and variance are made of in a [Pass] over the rows
// while it computes them. [Slowness], [UnitSlownessAndCurvature], [Curvature] and
// [Variance] are the same for a matrix at hand, as Take and tests have it.
package measure
