// Package preparation gathers the samples of a fold, prepares them by steps fitted on the
// training part alone (clipping, scaling, a front, a network), and joins them by training
// graphs. No other package computes the inputs of a function space.
//
// To add a way to clip outliers: write a function that returns the bounds of an input from
// its values, and register it,
//
//	Clippings.Register(part.Part[Clipping]{Name: "mine", Prefix: "mine:", Doc: "mine:3 of something", Build: Clipping{writeMine, takesMine, boundsOfMine}})
package preparation
