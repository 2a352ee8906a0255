// Package synth makes the built-in data sets: spoken words from a source-filter
// synthesiser ([Vowels]), a walk through a known latent space seen by non-linear
// sensors ([Latent]), and the toy data of the papers or, where those are
// recordings or photographs, something made that is like them: a sine behind a
// cosine ([SinCos]), a one-dimensional retina ([Retina]), two sounds mixed
// ([Mixture]), a driven map ([Force]), predictable noise ([Noise]), sound scenes
// ([Scenes]) and drawn faces ([Faces]).
//
// All are made, not stored: seeded generators and plain arithmetic give the
// same numbers on every run, for any number of processors. All that is given
// out is rounded, to the grid of 16 bit sound as a recording is, or where
// features are compared to many digits to one of 2⁻³⁰, so that the last digit
// of a processor's arithmetic does not show.
package synth
