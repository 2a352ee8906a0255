// Package hmm holds hidden Markov models of series of symbols.
//
// A hidden state moves by a matrix of transitions and emits one symbol in each column of a
// frame, independently of the other columns (Rabiner 1989). [Fit] estimates one by
// Baum–Welch with Dirichlet priors from a start that nothing random is in; [Scorer.Score] is
// the gradient of the log-likelihood, the features that Fisher kernels are made of (Jaakkola
// and Haussler 1999; Hammer 2014, section 7.3).
//
// [Scores] make of a string the vector that Fisher kernels compare: how its log-likelihood under
// a model of the training strings changes with the model's parameters. With the information
// matrix U = mean of g·gᵀ over the training strings, a string becomes L⁻¹g with
// LLᵀ = U + 10⁻³·(mean diagonal of U)·I, for U has at most as many directions as there are
// strings; without it g itself. Inner products of the vectors are g(x)ᵀU⁻¹g(y), or g(x)ᵀg(y).
//
// Parameters are those of soft-max functions, so that a probability has no bounds to keep
// and nothing is divided by a small one. Forward and backward passes are scaled frame by
// frame, so that no length underflows.
package hmm
