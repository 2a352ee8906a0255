// Package method holds the methods of a sweep: slow features, principal components,
// predictable, forecastable, incrementally learned and random ones.
//
// To add a method: write a function that solves for it, and register it,
//
//	method.Kinds.Register(part.Part[method.Kind]{
//		Name: "mine", Doc: "what it is", Parameters: []part.Parameter{method.Cut},
//		Build: method.Kind{Solve: solveMine},
//	})
//
// in a file of its own. Flags, editor, keys, help and memory estimates come from that.
package method
