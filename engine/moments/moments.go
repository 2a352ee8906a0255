package moments

import "gonum.org/v1/gonum/mat"

// Moments are the moments of h over n samples and the given pairs.
type Moments struct {
	N, Pairs int
	Mean     []float64     // h̄, length m
	C        *mat.SymDense // m×m, divided by n
	Cdot     *mat.SymDense // m×m, divided by P; not centred
}

// Leading returns the moments of the first dim entries of h, sharing memory.
func (m *Moments) Leading(dim int) *Moments {
	return &Moments{
		N: m.N, Pairs: m.Pairs, Mean: m.Mean[:dim],
		C:    m.C.SliceSym(0, dim).(*mat.SymDense),
		Cdot: m.Cdot.SliceSym(0, dim).(*mat.SymDense),
	}
}
