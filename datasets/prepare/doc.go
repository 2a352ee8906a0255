// Package prepare transforms recordings before they become a set: it fills
// gaps, takes logarithms, resamples, normalises, computes spectra, and embeds
// delays.
//
// To add a step: write a type with Apply(ctx, raw, memory) in a file of its
// own, which changes each recording separately and records the step with
// raw.Did; parse its flag into it; add it to the parsers of options.go, at its
// place in the order of application.
//
// To add a logarithm, or another function of single numbers, register it as a
// value of --log:
//
//	RegisterLogarithm(Logarithm{Name: "asinh", Did: "arsinh(x)", Of: func(x float64) (float64, bool) { return math.Asinh(x), true }})
package prepare
