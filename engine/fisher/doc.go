// Package fisher makes of a string of symbols the vector that Fisher kernels compare: how its
// log-likelihood under a model of the training strings changes with the model's parameters
// (Jaakkola and Haussler 1999; Hammer 2014, section 7.3).
//
// The model is a hidden Markov model (package hmm). With the information matrix U = mean of
// g·gᵀ over the training strings, a string becomes L⁻¹g with LLᵀ = U + 10⁻³·(mean diagonal of
// U)·I, for U has at most as many directions as there are strings; without it g itself.
// Inner products of the vectors are g(x)ᵀU⁻¹g(y), or g(x)ᵀg(y).
package fisher
