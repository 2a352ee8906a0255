package encode

import "example.com/sfatui/engine/space"

func init() {
	space.Fronts.Register(ksvd, l1, nonNegative, divergentParts, sparseParts, hoyerParts, quantiser, measurement)
}
