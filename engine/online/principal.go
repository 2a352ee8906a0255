package online

import (
	"math"

	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// vanishing is the share of a sample's squared length below which what is
	// left of it has lost its direction to rounding.
	vanishing = 1e-20
	// smallest is the squared length below which a sample is no sample: its
	// products would lose digits to underflow.
	smallest = 1e-200
)

// principal are the principal components of a stream of centred vectors u, by
// candid covariance-free incremental PCA (Weng et al. 2003) with directions
// that stay orthonormal.
//
// For each direction v_i in turn, with d_i its variance, y its share of the
// sample and g the unit vector along what the sample leaves behind v_i, CCIPCA
// turns v_i towards (1−w)·d_i·v_i + w·y·(y·v_i + G·g), G the length of the rest.
// Turning the whole plane of v_i and g keeps all later directions orthonormal,
// and each later one becomes v_j + y_j·τ with one vector τ for all j. So a sample
// takes O(m·r).
type principal struct {
	amnesia float64
	v       *mat.Dense // most×m, directions in rows; the first size of them are found
	size    int
	d       []float64 // variances
	age     []float64 // samples since each direction was found
	root    []float64 // √d; 0 for a component too small to be whitened
	seen    float64
	total   float64 // mean of ‖u‖²

	rest, tau []float64
	turns     []givens
	before    []float64 // root before the last sample
}

// givens is how one direction turned at the last sample.
type givens struct {
	y        float64 // the sample's share of the direction, before all turns
	now      float64 // and after them
	cos, sin float64
	length   float64 // of the rest behind the direction
}

func newPrincipal(m, most int, amnesia float64) *principal {
	return &principal{
		amnesia: amnesia,
		v:       mat.NewDense(most, m, nil),
		d:       make([]float64, most), age: make([]float64, most),
		root: make([]float64, most), before: make([]float64, most),
		rest: make([]float64, m), tau: make([]float64, m),
		turns: make([]givens, most),
	}
}

// observe takes the centred sample u.
func (p *principal) observe(u []float64) {
	square := floats.Dot(u, u)
	p.seen++
	p.total += amnesic(p.seen, p.amnesia) * (square - p.total)
	factor := p.rotate(u, square)
	p.grow(factor, square)
	if p.size > 0 {
		// One direction a sample: rounding does not add up, in O(m·r).
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

// rotate turns all directions. It leaves in rest what u has outside of them
// before they turn; what it has outside of them then is as long but for a factor,
// which is returned.
func (p *principal) rotate(u []float64, square float64) (factor float64) {
	copy(p.rest, u)
	clear(p.tau)
	factor = 1
	for i := range p.size {
		t, v := &p.turns[i], p.v.RawRowView(i)
		// The share of the rest, not of u, which is the same but for rounding: what
		// is left of u may be very much smaller.
		t.y = floats.Dot(v, p.rest)
		floats.AddScaled(p.rest, -t.y, v)
		floats.AddScaled(v, t.y, p.tau)
		left := floats.Dot(p.rest, p.rest)
		if left <= vanishing*square {
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
		// 1 − cos, without the loss of digits.
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

// grow makes a new direction of what the sample has outside of all others, if
// there is room for it and it is no rounding.
func (p *principal) grow(factor, square float64) {
	most, _ := p.v.Dims()
	left := floats.Dot(p.rest, p.rest)
	if p.size == most || left <= max(smallest, vanishing*square, sfa.Tolerance(len(p.tau))*p.total) {
		return
	}
	v := p.v.RawRowView(p.size)
	floats.AddScaledTo(v, p.rest, left, p.tau)
	p.reorthogonalise(p.size)
	p.d[p.size] = left
	p.age[p.size] = 1
	p.turns[p.size] = givens{cos: 1, now: factor * math.Sqrt(left)}
	p.size++
}

// applyRotations moves the weights x of the whitened components, which make the function
// Σ x_i·v_iᵀu/√d_i, to the components after the last sample: the function stays
// the same. A component that was not whitened before it takes no part.
func (p *principal) applyRotations(x []float64) {
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

// reorthogonalise makes direction i orthogonal to those before it and of unit length, to
// rounding.
func (p *principal) reorthogonalise(i int) {
	v := p.v.RawRowView(i)
	for j := range i {
		before := p.v.RawRowView(j)
		floats.AddScaled(v, -floats.Dot(before, v), before)
	}
	floats.Scale(1/floats.Norm(v, 2), v)
}
