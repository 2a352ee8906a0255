package synth

import "gonum.org/v1/gonum/mat"

// Series holds consecutive samples and the latent variables that generated
// them.
type Series struct {
	// X is n×d, one sample per row. Latent is n×k, the latent variables of each
	// sample.
	X, Latent *mat.Dense
}
