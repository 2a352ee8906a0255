// Package measure judges features and readouts: slowness and its relatives η
// and ξ, predictability, the unit-variance check, the match with known latent
// variables, accuracy and confusion, the error of predicted numbers, and
// whether two methods differ. All measures are taken from the features φ on the
// data, never from theory.
//
// Features come as an n×p matrix, one sample a row. Where time matters, the
// rows are consecutive spans whose lengths are given and add up to n; no
// difference and no sum over a segment crosses from one span to the next. A
// variance is divided by n and a mean squared difference by the number of
// pairs (t, t+1) inside spans; differences are never centred.
package measure
