// Package symbol turns frames of numbers into symbols, so that a series becomes a string.
//
// An alphabet is fitted to the frames of the training part alone: sax parts each column by
// the quantiles of its values, one symbol in each column (after Lin et al. 2003, with
// quantiles of the data for those of the normal distribution); kmeans takes all columns of a
// frame together, one symbol for the nearest of some centres; values takes each different
// number for a symbol. A number that none of the training part was like is a symbol, too.
//
// To add a way: fit an [Alphabet] to frames in a file of its own, and register it in table.go,
//
//	Alphabets.Register(part.Part[Kind]{Name: "mine", Prefix: "mine:", Read: readMine, Build: Kind{Fit: fitMine, Restore: restoreMine}})
package symbol
