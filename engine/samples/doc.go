// Package samples gathers the samples of a fold, prepares them by what is fitted on the
// training part alone (clipping, scaling, a front, a network), and joins them by training
// graphs. What a function space sees of the data is made here and nowhere else.
package samples
