// Package storage holds arrays of numbers in memory or, beyond a budget, in
// mapped files without names. Nothing is left of these when the program ends,
// however it does.
package storage
