// Package synth generates the built-in data sets: spoken words from a
// source-filter synthesiser ([Vowels]), a walk through a known latent space
// observed by non-linear sensors ([Latent]), and the toy data of the papers.
// Where the papers use recordings or photographs, synthetic data replaces them.
// These sets are a sine behind a cosine ([SinCos]), a one-dimensional retina
// ([Retina]), two sounds mixed ([Mixture]), a driven map ([Force]), predictable
// noise ([Noise]), sound scenes ([Scenes]) and drawn faces ([Faces]).
//
// All sets are generated: seeded generators and plain arithmetic produce the
// same numbers on every run, for any number of processors. Outputs are rounded
// to the grid of 16-bit sound, as recordings are, or to one of 2⁻³⁰ where
// features are compared to many digits. This hides differences between
// processors in the last digit.
package synth
