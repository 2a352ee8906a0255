package simd

// Poles holds the terms
//
//	t_i = z_i / (d_i - λ),  λ = origin + tau,
//
// of a rational function. Differences are computed as (d_i - origin) - tau, which keeps
// the digits of tau if λ is close to the pole origin.
type Poles struct {
	D, Z        []float64
	Origin, Tau float64
}

// PoleSums holds sums over poles: of z_i t_i, of t_i², and of the partial sums of the
// first. The latter times the unit roundoff bounds the error of the first if all its
// terms have one sign.
type PoleSums struct{ Terms, Squares, Partial float64 }

// SumUp returns the sums from the first pole to the last, which is accurate for growing
// terms. It panics unless D and Z have the same length.
func (p Poles) SumUp() PoleSums { return p.sum(poleSumsUp) }

// SumDown returns the sums from the last pole to the first.
func (p Poles) SumDown() PoleSums { return p.sum(poleSumsDown) }

func (p Poles) sum(kernel func(p Poles, s *[3]float64)) PoleSums {
	p.check(len(p.D))
	var s [3]float64
	if len(p.D) > 0 {
		kernel(p, &s)
	}
	return PoleSums{s[0], s[1], s[2]}
}

// TermsTo sets dst to the terms. It panics unless D, Z and dst have the same length.
func (p Poles) TermsTo(dst []float64) {
	p.check(len(dst))
	if len(dst) > 0 {
		poleTerms(p, dst)
	}
}

// MulRatios multiplies each y_i by (d_i - λ)/(d_i - pole). It panics unless D and y
// have the same length.
func (p Poles) MulRatios(pole float64, y []float64) {
	if len(p.D) != len(y) {
		panic("simd: Poles: lengths differ")
	}
	if len(y) > 0 {
		poleRatios(p, pole, y)
	}
}

func (p Poles) check(n int) {
	if len(p.D) != n || len(p.Z) != n {
		panic("simd: Poles: lengths differ")
	}
}

func poleSumsUpPortable(p Poles, s *[3]float64) {
	for i := range p.D {
		p.addPole(i, s)
	}
}

func poleSumsDownPortable(p Poles, s *[3]float64) {
	for i := len(p.D) - 1; i >= 0; i-- {
		p.addPole(i, s)
	}
}

// addPole adds pole i to the sums.
func (p *Poles) addPole(i int, s *[3]float64) {
	t := p.Z[i] / ((p.D[i] - p.Origin) - p.Tau)
	s[0] += p.Z[i] * t
	s[1] += t * t
	s[2] += s[0]
}

func poleTermsPortable(p Poles, dst []float64) {
	for i, d := range p.D {
		dst[i] = p.Z[i] / ((d - p.Origin) - p.Tau)
	}
}

func poleRatiosPortable(p Poles, pole float64, y []float64) {
	for i, d := range p.D {
		y[i] *= ((d - p.Origin) - p.Tau) / (d - pole)
	}
}
