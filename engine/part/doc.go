// Package part says what the engine's exchangeable parts are, and what a point is.
//
// A package declares its parameters as variables ([NewNumber], [NewCount], [NewWord],
// [NewSwitch]) and its parts in a [Table], each with the parameters that it has. A [Point]
// maps parameters to values; it, flags, editor, JSON, keys, help and the expansion of a
// sweep learn of both from here, and know none by name.
//
// To add a parameter: declare it beside its part,
//
//	var Nu = part.NewNumber(part.Axis{Name: "nu", Symbol: "ν", Doc: "smoothness", Default: "1", Must: part.Above0})
//
// list it in the part's Parameters, and read it by Nu.Of(p). It needs no other line.
//
// To add a setting, which belongs to no part and has one value for all points of a sweep:
// declare it beside the code that reads it, with the [Role] that it has,
//
//	var Bins = part.NewCount(part.Axis{Name: "bins", Shared: part.Measuring, Doc: "bins of the histogram", Report: "bins"})
//
// and read it by Bins.Of(p). Its flag, editor row, palette entry, bounds, JSON, key, column,
// report line and help come from that declaration.
package part
