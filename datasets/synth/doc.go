// Package synth makes the built-in data sets: spoken words from a source-filter
// synthesiser ([Vowels]), and a walk through a known latent space seen by
// non-linear sensors ([Latent]).
//
// Both are made, not stored: seeded generators and plain arithmetic give the
// same numbers on every run, for any number of processors. All that is given
// out is rounded to the grid of 16 bit sound, as a recording is, so that the
// last digit of a processor's arithmetic does not show.
package synth
