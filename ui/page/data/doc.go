// Package data is the page of the data set: the contents of files and columns, their roles
// and preparation, a picture of a segment, the consequences for a sweep, and proposed
// changes.
//
// Changes are applied by keys only. Changed data is read again in the background, and a
// newer change cancels the reading of an older one. Once a sweep has begun, a change
// creates a new session; the existing one keeps its data.
//
// The page consists of panes: columns, preparation, picture, check and the open questions, with
// segments, scatter and spectrum in the picture's place. To add one: write a type with Keys,
// Update and View, give it a number and a letter in pane.go, and make it in New.
package data
