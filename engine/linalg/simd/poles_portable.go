package simd

func poleSumsUpPortable(p Poles, s *[3]float64) {
	for i := range p.D {
		p.add(i, s)
	}
}

func poleSumsDownPortable(p Poles, s *[3]float64) {
	for i := len(p.D) - 1; i >= 0; i-- {
		p.add(i, s)
	}
}

// add adds pole i to the sums.
func (p *Poles) add(i int, s *[3]float64) {
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
