package online

import (
	"math"

	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// vanishingShare is the share of the squared length of a sample below which the
	// direction of its rest is rounding.
	vanishingShare = 1e-20
	// tinySquare is the squared length below which a sample is ignored: its products
	// would lose digits to underflow.
	tinySquare = 1e-200
)

// principalComponents holds the principal components of a stream of centred vectors u.
// It updates them by candid covariance-free incremental PCA (CCIPCA, Weng et al. 2003),
// with directions that stay orthonormal.
//
// Let v_i be a direction, d_i its variance, y its share of the sample, and g the unit
// vector along the rest of the sample behind v_i, of length G. For each direction in
// turn, CCIPCA turns v_i towards (1−w)·d_i·v_i + w·y·(y·v_i + G·g). Turning the whole
// plane of v_i and g keeps all later directions orthonormal, and each later one becomes
// v_j + y_j·τ with one vector τ for all j. So a sample takes O(m·r).
type principalComponents struct {
	amnesia float64
	v       *mat.Dense // most×m, directions in rows, of which the first size are in use
	size    int
	d       []float64 // variances
	age     []float64 // samples since each direction was added
	root    []float64 // √d; 0 for a component too small to be whitened
	seen    float64
	total   float64 // mean of ‖u‖²

	rest, tau []float64
	turns     []planeRotation
	before    []float64 // root before the last sample
}

// planeRotation holds the rotation of one direction at the last sample.
type planeRotation struct {
	y        float64 // share of the sample along the direction, before all rotations
	now      float64 // share after the rotations so far
	cos, sin float64
	length   float64 // length of the rest after the direction
}

func newPrincipal(m, most int, amnesia float64) *principalComponents {
	return &principalComponents{
		amnesia: amnesia,
		v:       mat.NewDense(most, m, nil),
		d:       make([]float64, most), age: make([]float64, most),
		root: make([]float64, most), before: make([]float64, most),
		rest: make([]float64, m), tau: make([]float64, m),
		turns: make([]planeRotation, most),
	}
}

// observe updates the components by the centred sample u.
func (p *principalComponents) observe(u []float64) {
	square := floats.Dot(u, u)
	p.seen++
	p.total += amnesic(p.seen, p.amnesia) * (square - p.total)
	factor := p.rotate(u, square)
	p.addDirection(factor, square)
	if p.size > 0 {
		// One direction a sample keeps rounding from adding up, in O(m·r).
		p.reorthogonalise(int(p.seen) % p.size)
	}
	copy(p.before, p.root)
	largest := floats.Max(p.d)
	for i, d := range p.d {
		p.root[i] = 0
		if d > sfa.Tolerance(len(p.tau))*largest {
			p.root[i] = math.Sqrt(d)
		}
	}
}

// rotate turns all directions. It stores in rest the residual of u, the part outside their
// span, before the turns. The residual after the turns has this length times the
// returned factor.
func (p *principalComponents) rotate(u []float64, square float64) (factor float64) {
	copy(p.rest, u)
	clear(p.tau)
	factor = 1
	for i := range p.size {
		t, v := &p.turns[i], p.v.RawRowView(i)
		// The share of the rest equals that of u up to rounding; the rest may be much
		// smaller.
		t.y = floats.Dot(v, p.rest)
		floats.AddScaled(p.rest, -t.y, v)
		floats.AddScaled(v, t.y, p.tau)
		left := floats.Dot(p.rest, p.rest)
		if left <= vanishingShare*square {
			left = 0
		}
		t.length = math.Sqrt(left)
		p.age[i]++
		w := amnesic(p.age[i], p.amnesia)
		along := (1-w)*p.d[i] + w*t.y*t.y
		across := w * t.y * t.length
		t.cos, t.sin = 1, 0
		if d := math.Hypot(along, across); d > 0 {
			p.d[i], t.cos, t.sin = d, along/d, across/d
		}
		t.now = factor * (t.cos*t.y + t.sin*t.length)
		if t.sin == 0 {
			continue
		}
		factor *= t.cos - t.sin*t.y/t.length
		// 1 − cos, without the loss of digits
		less := t.sin * t.sin / (1 + t.cos)
		rest, tau, per := p.rest[:len(v)], p.tau[:len(v)], 1/t.length
		for j, e := range v {
			g := rest[j]*per + t.length*tau[j]
			v[j] = t.cos*e + t.sin*g
			tau[j] -= (less*g + t.sin*e) * per
		}
	}
	return factor
}

// addDirection adds a direction along the rest of the sample, unless all are in use or
// the rest is rounding.
func (p *principalComponents) addDirection(factor, square float64) {
	most, _ := p.v.Dims()
	left := floats.Dot(p.rest, p.rest)
	if p.size == most || left <= max(tinySquare, vanishingShare*square, sfa.Tolerance(len(p.tau))*p.total) {
		return
	}
	v := p.v.RawRowView(p.size)
	floats.AddScaledTo(v, p.rest, left, p.tau)
	p.reorthogonalise(p.size)
	p.d[p.size] = left
	p.age[p.size] = 1
	p.turns[p.size] = planeRotation{cos: 1, now: factor * math.Sqrt(left)}
	p.size++
}

// applyRotations transforms the weights x of the whitened components in place, from the
// components before the last sample to those after it. The function Σ x_i·v_iᵀu/√d_i
// stays the same. It drops components that were not whitened before the sample.
func (p *principalComponents) applyRotations(x []float64) {
	rest := 0.0
	for i := range p.size {
		if p.before[i] == 0 {
			x[i] = 0
			continue
		}
		x[i] /= p.before[i]
		rest += p.turns[i].y * x[i]
	}
	tau := 0.0
	for i, t := range p.turns[:p.size] {
		rest -= t.y * x[i]
		e := x[i] + t.y*tau
		x[i] = e
		if t.sin != 0 {
			g := rest/t.length + t.length*tau
			x[i] = t.cos*e + t.sin*g
			tau -= (t.sin*t.sin/(1+t.cos)*g + t.sin*e) / t.length
		}
		x[i] *= p.root[i]
	}
}

// reorthogonalise makes direction i orthogonal to those before it and of unit length,
// to rounding.
func (p *principalComponents) reorthogonalise(i int) {
	v := p.v.RawRowView(i)
	for j := range i {
		before := p.v.RawRowView(j)
		floats.AddScaled(v, -floats.Dot(before, v), before)
	}
	floats.Scale(1/floats.Norm(v, 2), v)
}
