// Package sfa solves for features from the moments of h(x): slow feature analysis with
// regularisation (Böhmer et al. 2012, Algorithm 1), and principal component analysis of
// the same function space for comparison.
//
// Whitening depends only on C and serves every λ; only the rotation is computed again.
package sfa
