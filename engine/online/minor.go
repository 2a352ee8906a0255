package online

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// startNoise is the size of the random part of the start.
	startNoise = 0.1
	// maxSlowness is the largest slowness of a signal of unit variance: that of one
	// that jumps between two values at every sample.
	maxSlowness = 4
	// maxCosine bounds the mean cosine between successive differences.
	maxCosine = 1 - 1e-6
	// dependentShare is the share of its length at or below which a direction, after
	// the others are subtracted, depends on them.
	dependentShare = 1e-12
	// hugeSquare bounds squared lengths, so that products of two stay finite.
	hugeSquare = 1e100
)

// minorComponents holds the minor components of the whitened differences, which are the
// slow features.
type minorComponents struct {
	o      Options
	random *rand.Rand
	w      *mat.Dense    // directions×r, orthonormal directions in rows
	moved  *mat.SymDense // mean of (w_iᵀż)(w_jᵀż)
	spread *mat.SymDense // mean of (w_iᵀz)(w_jᵀz), the identity if z is white
	seen   float64       // samples in spread
	y      []float64     // w_iᵀż or w_iᵀz
	known  int           // number of components in which w has a start
	active int           // directions in use, at most one per component

	speed []float64 // mean squared difference along each component, before whitening
	age   []float64
	steps float64

	z, last   []float64 // ż of this sample and the previous one
	hasLast   bool      // whether last is of the previous sample in the same segment
	smoothing float64   // mean cosine of the angle between successive ż
	penalty   []float64 // λ/d
}

func newMinor(o Options) *minorComponents {
	r, q := o.Whitened, o.directions()
	return &minorComponents{
		o: o, random: rand.New(rand.NewPCG(o.Seed, 0)),
		w: mat.NewDense(q, r, nil), moved: mat.NewSymDense(q, nil), spread: mat.NewSymDense(q, nil), y: make([]float64, q),
		speed: make([]float64, r), age: make([]float64, r),
		z: make([]float64, r), last: make([]float64, r), penalty: make([]float64, r),
	}
}

// direction returns the weights of direction j on the components found so far.
func (m *minorComponents) direction(j int) []float64 { return m.w.RawRowView(j)[:m.known] }

// changeBasis transforms the directions to the components after a sample, starts them
// in new components, and adds the sample to the mean spread.
func (m *minorComponents) changeBasis(p *principalComponents) {
	for j := range m.active {
		w := m.w.RawRowView(j)
		p.applyRotations(w)
		unit(w)
	}
	q, _ := m.w.Dims()
	for ; m.known < p.size; m.known++ {
		for j := range q {
			m.w.Set(j, m.known, startNoise*m.random.NormFloat64())
		}
		if m.known < q {
			m.w.Set(m.known, m.known, 1)
		}
	}
	if m.active == 0 {
		return
	}
	square := 0.0
	for i := range m.known {
		m.z[i] = 0
		if p.root[i] > 0 {
			m.z[i] = p.turns[i].now / p.root[i]
		}
		square += m.z[i] * m.z[i]
	}
	m.seen++
	m.averageProducts(m.spread, m.seen, square, float64(m.known))
}

// observe learns from the difference of two samples of h.
func (m *minorComponents) observe(p *principalComponents, difference []float64) {
	square, total := m.whiten(p, difference)
	m.updateSmoothing(square)
	for q, _ := m.w.Dims(); m.active < min(q, m.known); m.active++ {
		m.resetProducts(m.active, total)
	}
	if total == 0 || square > hugeSquare {
		return
	}
	m.steps++
	m.step(square, min(m.rate()/total, hugeSquare))
	m.decorrelate(p, total)
	m.averageProducts(m.moved, m.steps, square, total)
	if int(m.steps)%orderInterval == 0 {
		m.sortDirections()
	}
}

// whiten writes the whitened difference to z. It returns ‖ż‖² and the sum of the
// slownesses of all components. On average the two are equal, except for the first
// samples of a small component, before its variance is known: their squares would
// dominate a mean for long, so that the mean is taken before whitening.
func (m *minorComponents) whiten(p *principalComponents, difference []float64) (square, total float64) {
	for i := range m.known {
		x := floats.Dot(p.v.RawRowView(i), difference)
		m.age[i]++
		m.speed[i] += amnesic(m.age[i], m.o.Amnesia) * (x*x - m.speed[i])
		if p.root[i] == 0 {
			m.z[i], m.penalty[i] = 0, 0
			continue
		}
		m.z[i] = x / p.root[i]
		m.penalty[i] = min(m.o.Lambda/p.d[i], hugeSquare)
		square += m.z[i] * m.z[i]
		total += min(maxSlowness, m.speed[i]/p.d[i])
	}
	return square, total
}

// updateSmoothing averages the cosine between successive differences.
func (m *minorComponents) updateSmoothing(square float64) {
	before := floats.Dot(m.last, m.last)
	if m.hasLast && min(before, square) > tinySquare && max(before, square) < hugeSquare {
		cosine := floats.Dot(m.last, m.z) / math.Sqrt(before) / math.Sqrt(square)
		m.smoothing += amnesic(m.steps+1, m.o.Amnesia) * (cosine - m.smoothing)
	}
	copy(m.last, m.z)
	m.hasLast = true
}

// rate returns the present rate, divided by the number of samples over which a
// difference keeps its direction. Successive differences of a smooth signal repeat each
// other; a learner that used each in full would follow the signal. A sine of angular
// frequency ω has cosines of 1 − ω²/2 and keeps its direction for about 1/ω.
func (m *minorComponents) rate() float64 {
	keeps := max(1, 1/math.Sqrt(1-min(maxCosine, m.smoothing)))
	return m.o.Rate / keeps / (1 + m.steps/(m.o.Settle*float64(m.known)))
}

// step takes the implicit step of rate eta on slowness, and one on the penalty.
func (m *minorComponents) step(square, eta float64) {
	z := m.z[:m.known]
	least := floats.Min(m.penalty[:m.known])
	for j := range m.active {
		w := m.direction(j)
		floats.AddScaled(w, -eta/(1+eta*square)*floats.Dot(w, z), z)
		if m.o.Lambda == 0 {
			continue
		}
		for i, c := range m.penalty[:m.known] {
			w[i] *= (1 + eta*least) / (1 + eta*c)
		}
	}
}

// resetProducts sets the mean products of direction j to those of an average direction,
// neither slow nor fast.
func (m *minorComponents) resetProducts(j int, total float64) {
	for i := range m.active {
		m.moved.SetSym(i, j, 0)
		m.spread.SetSym(i, j, 0)
	}
	m.moved.SetSym(j, j, total/float64(m.known))
	m.spread.SetSym(j, j, 1)
}

// decorrelate makes the directions orthonormal, in order. It restarts one that depends
// on those before it, to rounding.
func (m *minorComponents) decorrelate(p *principalComponents, total float64) {
	for j := range m.active {
		w := m.direction(j)
		length := floats.Norm(w, 2)
		m.subtractEarlier(j)
		left := floats.Norm(w, 2)
		if left < length/10 {
			// A short rest has lost digits: subtracting twice suffices (Kahan; Parlett
			// 1980, section 6.9).
			m.subtractEarlier(j)
			left = floats.Norm(w, 2)
		}
		if !(left > dependentShare*length) {
			m.restart(j, p)
			m.resetProducts(j, total)
		}
		unit(w)
	}
}

// restart replaces direction j by the component that contributes least to the
// directions before it, if possible a whitened one.
func (m *minorComponents) restart(j int, p *principalComponents) {
	part := make([]float64, m.known)
	for c := range part {
		if p.root[c] == 0 {
			part[c] = 1
		}
		for i := range j {
			x := m.w.At(i, c)
			part[c] += x * x
		}
	}
	w := m.direction(j)
	clear(w)
	w[floats.MinIdx(part)] = 1
	m.subtractEarlier(j)
}

// unit scales w to unit length, or to zero if its length is out of range.
func unit(w []float64) {
	if length := floats.Norm(w, 2); length > tinySquare && length < hugeSquare {
		floats.Scale(1/length, w)
	} else {
		clear(w)
	}
}

// subtractEarlier subtracts from direction j its projection on the directions before
// it.
func (m *minorComponents) subtractEarlier(j int) {
	w := m.direction(j)
	for i := range j {
		before := m.direction(i)
		floats.AddScaled(w, -floats.Dot(before, w), before)
	}
}
