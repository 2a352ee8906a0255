// Package ui is the workbench: the Bubble Tea program that shows a sweep while
// it is computed, followed, replayed or looked at. It computes nothing: it folds
// records into a [sessions.State] and shows that.
//
// There is one model. Its keys, its footer, its help and the README's key table
// come from one table of actions; its colours from one place. Whatever touches
// files, data or the engine is a command; the screens are plain functions from
// what is known to lines of text.
package ui
