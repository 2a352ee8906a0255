// Package index lists what has a name in the workbench, and finds it by a part of that
// name or of what is said about it. The palette, the list of keys and the command explain
// search the same entries, which come from three tables: the actions, the settings of a
// sweep and the glossary.
//
// To add a kind of entry: add it to the kinds in their order, and have the palette, or
// whoever searches, make its entries.
package index
