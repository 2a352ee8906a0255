// Package split divides a set into training, validation and test parts: folds,
// random splits or a single one, of groups, segments or blocks of rows.
//
// To add a kind of unit, write a function that returns the unit of a segment,
// and register it:
//
//	Register(Way{Name: "day", Of: dayOf, Missing: "what to do where there are not two days"})
package split
