// Package builtin holds the sets that the program makes itself, or has within
// it.
//
// To add one: generate it in datasets/synth, make a data.Raw of it in a function
// here, and list it in Sets.
package builtin
