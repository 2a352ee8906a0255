package readout

import (
	"context"

	"gonum.org/v1/gonum/mat"
)

// LinearDiscriminantWith trains LinearDiscriminant with a given α.
func LinearDiscriminantWith(phi *mat.Dense, label []int, classes int, alpha float64) (*Model, error) {
	return linearDiscriminant(context.Background(), phi, label, classes, func(int, int) float64 { return alpha })
}
