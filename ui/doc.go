// Package ui is the workbench: the Bubble Tea program that shows a sweep while
// it is computed, followed, replayed or looked at. It computes nothing: it folds
// records into a state and shows that.
//
// The program has the screen: header and footer, dispatch of keys, help, and the
// overview with its panes. Other pages are packages of their own (see the package
// page), which it calls and knows none of from inside; what they see is the
// [page.Scene] that the model embeds. Keys, footer, help and the README's key table
// come from one table of actions. Whatever touches files, data or the engine is a
// command.
package ui
