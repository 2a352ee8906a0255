package subset

import (
	"slices"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/mat"
)

// Supports are the supports of a kernel expansion: samples of the training part, or
// centres.
type Supports struct {
	Index   []int      // rows of the training part, in order; nil for centres
	Centres *mat.Dense // m×d
	Note    string     // a remark for the user; "" for none
}

func supportsOf(p Picks, err error) (*Supports, error) {
	if err != nil {
		return nil, err
	}
	return &Supports{Index: slices.Clone(p.Index)}, nil // p.Index may have the capacity of all samples
}

// Len returns the number of supports; 0 for nil, without a kernel.
func (s *Supports) Len() int {
	switch {
	case s == nil:
		return 0
	case s.Centres != nil:
		n, _ := s.Centres.Dims()
		return n
	}
	return len(s.Index)
}

// All reports whether the supports are all of n samples, in their order.
func (s *Supports) All(n int) bool {
	if len(s.Index) != n {
		return false
	}
	for i, t := range s.Index {
		if i != t {
			return false
		}
	}
	return true
}

// Matrix returns the first m supports (m×d) of the training part x.
func (s *Supports) Matrix(x *mat.Dense, m int) *mat.Dense {
	_, d := x.Dims()
	z := dense.New(m, d)
	for i := range m {
		if s.Centres != nil {
			z.SetRow(i, s.Centres.RawRowView(i))
		} else {
			z.SetRow(i, x.RawRowView(s.Index[i]))
		}
	}
	return z
}
