// Package split divides a set into parts to train on, to choose by and to test
// on: folds, random splits or a single one, of groups, segments or blocks of
// rows.
//
// To add a way to deal samples out: say which unit a segment belongs to, and register it,
//
//	Register(Way{Name: "day", Of: dayOf, Missing: "what to do where there are not two days"})
package split
