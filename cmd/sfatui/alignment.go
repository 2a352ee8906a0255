package main

import (
	_ "embed"

	"github.com/spf13/cobra"
)

// alignmentProgram makes the features of a series from a saved model, in the language of
// its reader.
//
//go:embed alignment.py
var alignmentProgram string

// alignmentTopic is what sfatui help alignment says.
func alignmentTopic() *cobra.Command {
	return &cobra.Command{
		Use: "alignment", Short: "How whole series are compared, with a program that makes a feature",
		Long: `With --unit segment a sample is a whole segment: a series x of n frames. It is compared
with a series y of m frames along paths, which go from the first frames of both to the
last by steps in x, in y, or in both.

  --kernel gak          k(x, y) is the sum over all paths of the product of e/(2−e), with
                        e = exp(−‖x_i − y_j‖²/2σ²), and κ = k(x, y)/√(k(x, x)·k(y, y)).
                        It is positive definite. With --band T, e is multiplied by
                        1 − |i−j|/T, cut at 0.
  --kernel dtw          κ = exp(−D/2σ²), with D the least sum of squared distances along a
                        path. It need not be positive definite: --indefinite clip, flip,
                        shift or square corrects the eigenvalues below zero.
  --kernel dtw-squares  κ = −D/2, doubly centred on the supports.
  --readout neighbours --metric dtw
                        the classes of the nearest training series by D, on the series
                        themselves; --metric-band learn takes the band that tells the
                        training series apart best.

--sigma rel:1 is the median distance of two frames times the root of the median length.
Features are learnt under --graph clustered or class-pairs (labels), or serial (a target),
with every λ, subset and readout; there are no pairs in time.

A feature is a weighted sum of κ and the supports. This program makes those of a series
from a model that sfatui export --model -o model.npz saved, with nothing but Python:

` + alignmentProgram,
	}
}
