package online

import (
	"context"

	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// orderInterval differences, the directions are put in order.
const orderInterval = 128

// average takes z, the n-th sample, into the mean products of the directions. No
// sample counts for more than what is usual counts altogether, which the first
// ones of a small component would.
func (m *minor) average(mean *mat.SymDense, n, square, usual float64) {
	// What a direction was introduced with counts as the first.
	weight := amnesic(n+1, m.o.Amnesia)
	share := weight
	if weight*square > usual {
		share = usual / square
	}
	for j := range m.active {
		m.y[j] = floats.Dot(m.direction(j), m.z[:m.known])
		for i := range j + 1 {
			mean.SetSym(i, j, (1-weight)*mean.At(i, j)+share*m.y[i]*m.y[j])
		}
	}
}

// slowness is the matrix of squared differences and penalties of the directions.
func (m *minor) slowness() *mat.SymDense {
	b := mat.NewSymDense(m.active, nil)
	for i := range m.active {
		for j := i; j < m.active; j++ {
			sum := m.moved.At(i, j)
			if m.o.Lambda > 0 {
				wi, wj := m.direction(i), m.direction(j)
				for c, v := range m.penalty[:m.known] {
					sum += v * wi[c] * wj[c]
				}
			}
			b.SetSym(i, j, sum)
		}
	}
	return b
}

// order rotates the directions to the axes of their slowness, the slowest first.
func (m *minor) order() {
	_, axes, err := eigen.Sym(context.Background(), m.slowness())
	if err != nil {
		// All entries are bounded, and nobody cancels.
		panic("online: " + err.Error())
	}
	used := m.w.Slice(0, m.active, 0, m.known).(*mat.Dense)
	var w mat.Dense
	w.Mul(axes.T(), used)
	used.Copy(&w)
	for _, mean := range []*mat.SymDense{m.moved, m.spread} {
		var turned mat.Dense
		turned.Product(axes.T(), mean.SliceSym(0, m.active), axes)
		for i := range m.active {
			for j := i; j < m.active; j++ {
				mean.SetSym(i, j, turned.At(i, j))
			}
		}
	}
}

// features are the weights of the p slowest features on the components, in rows:
// of the functions of the directions those that are slowest for their variance,
// which makes up for what the whitening has not reached yet. It is nil without
// one that varies.
func (m *minor) features(p int) *mat.Dense {
	spread := m.spread.SliceSym(0, m.active).(*mat.SymDense)
	if mat.Trace(spread) == 0 {
		return nil
	}
	w, err := sfa.Whiten(context.Background(), sfa.Problem{C: spread, Cdot: m.slowness()})
	if err != nil {
		panic("online: " + err.Error())
	}
	f, err := w.Rotate(context.Background(), 0, p)
	if err != nil {
		panic("online: " + err.Error())
	}
	var weights mat.Dense
	weights.Mul(f.A.T(), m.w.Slice(0, m.active, 0, m.known))
	return &weights
}
