// Package split divides a set into parts to train on, to choose by and to test
// on: folds, random splits or a single one, of groups, segments or blocks of
// rows.
package split
