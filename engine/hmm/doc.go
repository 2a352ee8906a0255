// Package hmm holds hidden Markov models of series of symbols.
//
// A hidden state moves by a matrix of transitions and emits one symbol in each column
// of a frame, independently of the other columns (Rabiner 1989). [Fit] estimates one by
// Baum–Welch with Dirichlet priors from a deterministic start; [Scorer.Score] returns
// the gradient of the log-likelihood, the features that Fisher kernels compare
// (Jaakkola and Haussler 1999; Hammer 2014, section 7.3).
//
// [Scores] computes the vector of a string that Fisher kernels compare, from the
// gradient g of its log-likelihood by the parameters of a model of the training
// strings. With the information matrix U = mean of g·gᵀ over the training strings, the
// vector is L⁻¹g with LLᵀ = U + 10⁻³·(mean diagonal of U)·I, as the rank of U is at
// most the number of strings; without it the vector is g. Inner products of the vectors
// are g(x)ᵀU⁻¹g(y), or g(x)ᵀg(y).
//
// Parameters are those of soft-max functions, so that they have no bounds and the
// gradient divides by no small probability. Forward and backward passes are scaled
// frame by frame, so that no length underflows.
package hmm
