// Package prepare changes what was read before it becomes a set: it fills gaps,
// takes logarithms, resamples, normalises, makes spectra, and embeds delays.
//
// To add a step: write a type with Apply(ctx, raw, memory) in a file of its own,
// which changes each recording by itself and says so with raw.Did; parse its flag
// into it; name it among the parsers of options.go, at its place in the order of application.
package prepare
