// Package propose derives proposals from the data: roles of columns, a pattern
// of file names, a preparation, each with its reason and its effect. It applies
// nothing: a proposal is a few settings, by the names of their flags, for a
// person to accept or ignore.
//
// To add a proposal: write a function of [Situation] that returns proposals, and add
// it to the list in All, in the order in which they should be settled.
package propose
