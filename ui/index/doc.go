// Package index lists everything with a name in the workbench, and finds it by a part of the
// name or of its description. The palette, the list of keys and the command explain search the
// same entries, which come from three tables: the actions, the settings of a sweep and the
// glossary.
//
// To add a kind of entry: add it to the kinds in their order, and create its entries in the
// palette or another caller.
package index
