// Package prepare changes what was read before it becomes a set: it fills gaps,
// takes logarithms, resamples, normalises, makes spectra, and embeds delays.
//
// To add a step: write a type with Apply(ctx, raw, memory) in a file of its own,
// which changes each recording by itself and says so with raw.Did; parse its flag
// into it; name it among the parsers of options.go, at its place in the order of application.
//
// To add a logarithm, or another change of single numbers: say what it makes of one, and
// register it as a value of --log,
//
//	RegisterLogarithm(Logarithm{Name: "asinh", Did: "arsinh(x)", Of: func(x float64) (float64, bool) { return math.Asinh(x), true }})
package prepare
