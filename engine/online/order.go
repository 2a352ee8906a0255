package online

import (
	"context"

	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// orderInterval is the number of differences between two sorts of the directions.
const orderInterval = 128

// averageProducts updates the mean products of the directions by z, the n-th sample. A
// sample with a square above usual weighs no more than a usual one: the first samples of a
// small component have such squares.
func (m *minorComponents) averageProducts(mean *mat.SymDense, n, square, usual float64) {
	// The initial value counts as the first sample.
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

// slownessMatrix returns the matrix of squared differences and penalties of the
// directions.
func (m *minorComponents) slownessMatrix() *mat.SymDense {
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

// sortDirections rotates the directions to the axes of their slowness, the slowest
// first.
func (m *minorComponents) sortDirections() {
	_, axes, err := eigen.Sym(context.Background(), m.slownessMatrix())
	if err != nil {
		// All entries are bounded, and the context never ends.
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

// features returns the weights of the p slowest features on the components, in rows. It
// minimises slowness over variance in the space of the directions, which corrects
// whitening that has not converged. It returns nil if no direction varies.
func (m *minorComponents) features(p int) *mat.Dense {
	spread := m.spread.SliceSym(0, m.active).(*mat.SymDense)
	if mat.Trace(spread) == 0 {
		return nil
	}
	w, err := sfa.Whiten(context.Background(), sfa.Problem{C: spread, Cdot: m.slownessMatrix()})
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
