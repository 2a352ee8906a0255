// Package propose says what the data itself suggests: roles of columns, a pattern of
// file names, a preparation, each with its reason and what it changes. It applies
// nothing: a proposal is a few settings by the names of the flags that make them,
// for a person to take or to leave.
//
// To add a proposal: write a function of what was [Seen] that gives proposals, and
// add it to the list in All, in the order in which they are to be settled.
package propose
