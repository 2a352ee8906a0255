package online

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// noise is the size of the random part of the start.
	noise = 0.1
	// fastest is the largest slowness of a unit-variance signal: that of one
	// that jumps between two values at every sample.
	fastest = 4
	// stiffest bounds the correlation of successive differences.
	stiffest = 1 - 1e-6
	// dependent is the share of a direction that must be left when what it has in
	// common with others is taken away, for it to be one of its own.
	dependent = 1e-12
	// huge bounds squared lengths, so that products of two stay finite.
	huge = 1e100
)

// minor are the minor components of the whitened differences, which are the
// slow features.
type minor struct {
	o      Options
	random *rand.Rand
	w      *mat.Dense    // directions×r, orthonormal directions in rows
	moved  *mat.SymDense // mean of (w_iᵀż)(w_jᵀż)
	spread *mat.SymDense // mean of (w_iᵀz)(w_jᵀz), the identity if z is white
	seen   float64       // samples in spread
	y      []float64     // w_iᵀż or w_iᵀz
	known  int           // components that w has a start in
	active int           // directions in use: no more than components

	speed []float64 // mean squared difference along each component, not whitened
	age   []float64
	steps float64

	z, last   []float64 // ż of this sample and the one before
	follows   bool      // last is of the sample before in the same segment
	smoothing float64   // mean cosine of the angle between successive ż
	penalty   []float64 // λ/d
}

func newMinor(o Options) *minor {
	r, q := o.Whitened, o.directions()
	return &minor{
		o: o, random: rand.New(rand.NewPCG(o.Seed, 0)),
		w: mat.NewDense(q, r, nil), moved: mat.NewSymDense(q, nil), spread: mat.NewSymDense(q, nil), y: make([]float64, q),
		speed: make([]float64, r), age: make([]float64, r),
		z: make([]float64, r), last: make([]float64, r), penalty: make([]float64, r),
	}
}

// direction is the weights of direction j on the components found so far.
func (m *minor) direction(j int) []float64 { return m.w.RawRowView(j)[:m.known] }

// changeBasis carries the directions over to the components after a sample, gives them
// a start in components that are new, and takes in how the sample is spread.
func (m *minor) changeBasis(p *principal) {
	for j := range m.active {
		w := m.w.RawRowView(j)
		p.applyRotations(w)
		unit(w)
	}
	q, _ := m.w.Dims()
	for ; m.known < p.size; m.known++ {
		for j := range q {
			m.w.Set(j, m.known, noise*m.random.NormFloat64())
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
	m.average(m.spread, m.seen, square, float64(m.known))
}

// observe takes the difference of two samples of h.
func (m *minor) observe(p *principal, difference []float64) {
	square, total := m.whiten(p, difference)
	m.smooth(square)
	for q, _ := m.w.Dims(); m.active < min(q, m.known); m.active++ {
		m.introduce(m.active, total)
	}
	if total == 0 || square > huge {
		return
	}
	m.steps++
	m.learn(square, min(m.rate()/total, huge))
	m.decorrelate(p, total)
	m.average(m.moved, m.steps, square, total)
	if int(m.steps)%orderInterval == 0 {
		m.order()
	}
}

// whiten sets z to the whitened difference. It returns ‖ż‖² and the sum of the
// slownesses of all components. That sum is what ‖ż‖² is on average, but for the
// first samples of a small component, whose variance is not known yet: they
// would take long to be forgotten, so the mean is taken before whitening.
func (m *minor) whiten(p *principal, difference []float64) (square, total float64) {
	for i := range m.known {
		x := floats.Dot(p.v.RawRowView(i), difference)
		m.age[i]++
		m.speed[i] += amnesic(m.age[i], m.o.Amnesia) * (x*x - m.speed[i])
		if p.root[i] == 0 {
			m.z[i], m.penalty[i] = 0, 0
			continue
		}
		m.z[i] = x / p.root[i]
		m.penalty[i] = min(m.o.Lambda/p.d[i], huge)
		square += m.z[i] * m.z[i]
		total += min(fastest, m.speed[i]/p.d[i])
	}
	return square, total
}

// smooth follows how much successive differences point the same way.
func (m *minor) smooth(square float64) {
	before := floats.Dot(m.last, m.last)
	if m.follows && min(before, square) > smallest && max(before, square) < huge {
		cosine := floats.Dot(m.last, m.z) / math.Sqrt(before) / math.Sqrt(square)
		m.smoothing += amnesic(m.steps+1, m.o.Amnesia) * (cosine - m.smoothing)
	}
	copy(m.last, m.z)
	m.follows = true
}

// rate is what is left of the first rate, shared among the samples over which a
// difference keeps its direction: those of a smooth signal are no news to each
// other, and a learner that took them for news would follow the signal about.
// A sine of angular frequency ω has cosines of 1 − ω²/2 and keeps its direction
// for about 1/ω.
func (m *minor) rate() float64 {
	keeps := max(1, 1/math.Sqrt(1-min(stiffest, m.smoothing)))
	return m.o.Rate / keeps / (1 + m.steps/(m.o.Settle*float64(m.known)))
}

// learn takes the implicit step of rate eta on slowness, and one on the penalty.
func (m *minor) learn(square, eta float64) {
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

// introduce makes direction j count as neither slow nor fast before it has been
// seen.
func (m *minor) introduce(j int, total float64) {
	for i := range m.active {
		m.moved.SetSym(i, j, 0)
		m.spread.SetSym(i, j, 0)
	}
	m.moved.SetSym(j, j, total/float64(m.known))
	m.spread.SetSym(j, j, 1)
}

// decorrelate makes the directions orthonormal, in order. One that depends on
// those before it, to rounding, begins anew.
func (m *minor) decorrelate(p *principal, total float64) {
	for j := range m.active {
		w := m.direction(j)
		length := floats.Norm(w, 2)
		m.deflate(j)
		left := floats.Norm(w, 2)
		if left < length/10 {
			// What is left is short and its digits are few: twice is enough
			// (Kahan; Parlett 1980, section 6.9).
			m.deflate(j)
			left = floats.Norm(w, 2)
		}
		if !(left > dependent*length) {
			m.restart(j, p)
			m.introduce(j, total)
		}
		unit(w)
	}
}

// restart makes direction j of the component that has the least part in those
// before it, if possible one that is whitened.
func (m *minor) restart(j int, p *principal) {
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
	m.deflate(j)
}

// unit scales w to unit length, or to zero if that has no sense.
func unit(w []float64) {
	if length := floats.Norm(w, 2); length > smallest && length < huge {
		floats.Scale(1/length, w)
	} else {
		clear(w)
	}
}

// deflate takes the directions before j out of direction j.
func (m *minor) deflate(j int) {
	w := m.direction(j)
	for i := range j {
		before := m.direction(i)
		floats.AddScaled(w, -floats.Dot(before, w), before)
	}
}
