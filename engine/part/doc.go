// Package part defines the engine's exchangeable parts and the points of a sweep.
//
// A package declares its parameters as variables ([NewNumber], [NewCount], [NewWord],
// [NewSwitch]) and its parts in a [Table], each with its parameters. A [Point] maps
// parameters to values. Points, flags, editor, JSON, keys, help and the expansion of a sweep
// are derived from these declarations and contain no parameter's name.
//
// To add a parameter: declare it beside its part,
//
//	var Nu = part.NewNumber(part.Axis{Name: "nu", Symbol: "ν", Doc: "smoothness", Default: "1", Must: part.Above0})
//
// list it in the part's Parameters, and read it by Nu.Of(p). No other line is needed.
//
// To add a setting, which belongs to no part and has one value for all points of a sweep:
// declare it beside the code that reads it, with its [Role],
//
//	var Bins = part.NewCount(part.Axis{Name: "bins", Shared: part.Measuring, Doc: "bins of the histogram", Report: "bins"})
//
// and read it by Bins.Of(p). Its flag, editor row, palette entry, bounds, JSON, key, column,
// report line and help are derived from that declaration.
package part
