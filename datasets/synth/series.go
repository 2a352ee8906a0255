package synth

import "gonum.org/v1/gonum/mat"

// Series is one stretch of samples and what is known of how they came about.
type Series struct {
	// X is n×d, one sample a row. Latent is n×k: the variables behind each.
	X, Latent *mat.Dense
}
