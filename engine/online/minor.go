package online

import (
	"context"
	"math"
	"math/rand/v2"

	"example.com/sfatui/engine/linalg"
	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// noise is the size of the random part of the start.
	noise = 0.1
	// orderEvery samples, the directions are put in order.
	orderEvery = 128
	// fastest is the largest slowness of a unit-variance signal: that of one
	// that jumps between two values at every sample.
	fastest = 4
	// stiffest bounds the correlation of successive differences.
	stiffest = 1 - 1e-6
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

// follow carries the directions over to the components after a sample, gives them
// a start in components that are new, and takes in how the sample is spread.
func (m *minor) follow(p *principal) {
	for j := range m.active {
		w := m.w.RawRowView(j)
		p.carry(w)
		if length := floats.Norm(w, 2); length > 0 && length < huge {
			floats.Scale(1/length, w)
		} else {
			// Next to what came now, all it was made of is too small to be whitened.
			clear(w)
			w[j] = 1
		}
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
		// A direction counts as neither slow nor fast before it has been seen.
		m.moved.SetSym(m.active, m.active, total/float64(m.known))
		m.spread.SetSym(m.active, m.active, 1)
	}
	if total == 0 || square > huge {
		return
	}
	m.steps++
	m.learn(square, min(m.rate()/total, huge))
	m.decorrelate()
	m.average(m.moved, m.steps, square, total)
	if int(m.steps)%orderEvery == 0 {
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

// decorrelate makes the directions orthonormal, in order. One that vanishes
// stays zero.
func (m *minor) decorrelate() {
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
		if left > 0 {
			floats.Scale(1/left, w)
		}
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

// average takes z, the n-th sample, into the mean products of the directions. No
// sample counts for more than what is usual counts altogether, which the first
// ones of a small component would.
func (m *minor) average(mean *mat.SymDense, n, square, usual float64) {
	weight := amnesic(n, m.o.Amnesia)
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
	_, axes, err := linalg.EigenSym(context.Background(), m.slowness())
	if err != nil {
		// All entries are bounded, and nobody cancels.
		m.dump();		panic("online: " + err.Error())
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
// which makes up for what the whitening has not reached yet.
func (m *minor) features(p int) *mat.Dense {
	w, err := sfa.Whiten(context.Background(), sfa.Problem{C: m.spread.SliceSym(0, m.active).(*mat.SymDense), Cdot: m.slowness()})
	if err != nil {
		m.dump();		panic("online: " + err.Error())
	}
	f, err := w.Rotate(context.Background(), 0, p)
	if err != nil {
		m.dump();		panic("online: " + err.Error())
	}
	var weights mat.Dense
	weights.Mul(f.A.T(), m.w.Slice(0, m.active, 0, m.known))
	return &weights
}
