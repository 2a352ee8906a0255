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
package part
