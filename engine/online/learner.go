package online

import (
	"errors"
	"fmt"

	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// errTooLarge reports a sample that cannot be squared.
var errTooLarge = errors.New("the functions are not finite, or beyond 10⁵⁰: check the inputs for outliers, or standardise them")

// Learner learns slow features from one sample after another.
type Learner struct {
	o          Options
	seen       float64
	mean       []float64
	last       []float64 // the previous sample
	hasLast    bool      // whether the next sample has a difference to last
	centred    []float64
	difference []float64
	whitening  *principalComponents
	slow       *minorComponents
}

// New returns a learner for vectors of length m. It panics if the options are out of
// their ranges.
func New(m int, o Options) *Learner {
	o.check(m)
	return &Learner{
		o: o, mean: make([]float64, m), last: make([]float64, m),
		centred: make([]float64, m), difference: make([]float64, m),
		whitening: newPrincipal(m, o.Whitened, o.Amnesia), slow: newMinor(o),
	}
}

// Observe learns from the vector h of the next sample, of length m. first marks the
// first sample of a segment, which has no difference to the one before.
//
// It fails for a sample that is not finite, or too large to be squared: it learns
// neither from that sample nor from its difference to the next one.
func (l *Learner) Observe(h []float64, first bool) error {
	if len(h) != len(l.mean) {
		panic(fmt.Sprintf("online: sample of length %d, want %d", len(h), len(l.mean)))
	}
	floats.SubTo(l.centred, h, l.mean)
	if !(floats.Dot(l.centred, l.centred) < hugeSquare) {
		l.hasLast = false
		return errTooLarge
	}
	l.seen++
	weight := amnesic(l.seen, l.o.Amnesia)
	floats.AddScaled(l.mean, weight, l.centred)
	floats.Scale(1-weight, l.centred)
	l.whitening.observe(l.centred)
	l.slow.changeBasis(l.whitening)
	if first || !l.hasLast {
		l.slow.hasLast = false
	} else {
		floats.SubTo(l.difference, h, l.last)
		l.slow.observe(l.whitening, l.difference)
	}
	copy(l.last, h)
	l.hasLast = true
	return nil
}

// Features returns the features learned so far: φ = Aᵀ(h − mean), slowest first, of
// unit variance and uncorrelated in the averages of the learner. A is m×p, with fewer
// columns while there are fewer components, and nil while the learner remembers no
// difference between samples that vary. The entry of largest magnitude in each column
// is positive. The learner does not change.
func (l *Learner) Features() (a *mat.Dense, mean []float64) {
	mean = append(mean, l.mean...)
	m := l.slow
	if m.active == 0 {
		return nil, mean
	}
	weights := m.features(l.o.Features)
	if weights == nil {
		return nil, mean
	}
	p, _ := weights.Dims()
	for j := range p {
		w := weights.RawRowView(j)
		for i, root := range l.whitening.root[:m.known] {
			if root > 0 {
				w[i] /= root
			} else {
				w[i] = 0
			}
		}
	}
	a = new(mat.Dense)
	a.Mul(l.whitening.v.Slice(0, m.known, 0, len(mean)).T(), weights.T())
	sfa.CanonicalSigns(a, a)
	return a, mean
}
