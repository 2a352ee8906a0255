// Package encode puts learnt codes in front of a function space: it replaces a sample
// by the coefficients of a sum of few atoms.
//
// Its fronts join the table of [space.Fronts]: ksvd and l1 learn a dictionary (package
// sparse), nmf, klnmf, snmf and hnmf learn parts without negative numbers (package
// nmf), vq learns centres, all on the training part alone (Hammer, Modern Data
// Analysis, 2014, section 2). measure takes few random measurements without learning
// (section 3). [Code] selects the coding in a dictionary: by matching pursuit, with an
// l1 penalty, by soft thresholds, or split into the positive and the negative part.
//
// Dictionaries and centres are of samples less the training mean; parts without
// negative numbers are of the samples themselves.
//
// To add an encoder: write a file with a type that implements [space.Encoder] and a
// function that learns it, and register it with space.Fronts in table.go.
package encode
