// Package measure says what is measured of a point: how each measure is taken
// from the features and the readout, and one table of measures, which the
// workbench's table, filters, charts, map and comparison, the exports and the
// advisor all read.
//
// To add a measure: declare a [Measure] in a file of its own, with an ID, a
// Label, a Direction, and Of, which reads it from a result, or Take, which takes
// it from the features when a point is computed; and add it to the list in
// table.go, or call [Register] from outside. Its Show says where it appears and
// under which shorter names; the zero Show shows it everywhere.
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
