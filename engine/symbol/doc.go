// Package symbol turns frames of numbers into symbols, so that a series becomes a string.
//
// An alphabet is fitted to the frames of the training part alone: sax divides each column by the
// quantiles of its values, one symbol in each column (after Lin et al. 2003, with quantiles of the
// data for those of the normal distribution); kmeans maps a whole frame to one symbol, the nearest
// of several centres; values makes each different number a symbol. A number that does not occur in
// the training part is a symbol of its own.
//
// To add an alphabet: fit an [Alphabet] to frames in a file of its own, and register it in
// table.go,
//
//	Alphabets.Register(part.Part[Kind]{Name: "mine", Prefix: "mine:", Read: readMine, Build: Kind{Fit: fitMine, Restore: restoreMine}})
package symbol
