// Package builtin holds the data sets that the program generates or contains.
//
// To add one: generate it in datasets/synth, return it as a data.Raw from a
// function here, and list it in Sets.
package builtin
