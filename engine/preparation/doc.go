// Package preparation gathers the samples of a fold, prepares them by what is fitted on the
// training part alone (clipping, scaling, a front, a network), and joins them by training
// graphs. What a function space sees of the data is made here and nowhere else.
//
// To add a way to clip outliers: say what it makes of the values of an input, and
// register it,
//
//	Clippings.Register(part.Part[Clipping]{Name: "mine", Prefix: "mine:", Doc: "mine:3 of something", Build: Clipping{writeMine, takesMine, boundsOfMine}})
package preparation
