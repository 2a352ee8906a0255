// Package encode puts learnt codes in front of a function space: a sample becomes the
// coefficients with which few atoms make it up.
//
// Its fronts join the table of [space.Fronts]: ksvd and l1 learn a dictionary (package
// sparse), nmf, klnmf, snmf and hnmf parts without negative numbers (package nmf), vq centres, all on
// the training part alone (Hammer, Modern Data Analysis, 2014, section 2). measure takes
// few random measurements and learns nothing (section 3). [Code] says how a dictionary
// codes: by matching pursuit, with an l1 penalty, by soft thresholds, or split into the
// positive and the negative part.
//
// Dictionaries and centres are of samples less the training mean; parts without negative
// numbers are of the samples themselves.
//
// To add an encoder: write what learns it in a file of its own, let it be a
// [space.Encoder], and register it with space.Fronts in table.go.
package encode
