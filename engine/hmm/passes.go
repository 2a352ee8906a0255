package hmm

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// passes holds the storage of forward and backward passes over one series after the
// other.
type passes struct {
	emit, forward, backward []float64 // T·S
	scale                   []float64 // T
	next                    []float64 // S
}

// resized returns a slice of n numbers of any values, in the storage of s if that is
// large enough.
func resized(s []float64, n int) []float64 { return slices.Grow(s[:0], n)[:n] }

// run makes both passes over a series and returns its log-likelihood. Row t of forward
// holds the probabilities of the states given the frames up to t; forward·backward
// holds those given all frames. If the model cannot emit the series, it returns −∞ and
// leaves the passes undefined.
func (p *passes) run(m *Model, series []int32) (log float64) {
	n, s := m.frames(series), m.States()
	p.emit, p.forward, p.backward = resized(p.emit, n*s), resized(p.forward, n*s), resized(p.backward, n*s)
	p.scale, p.next = resized(p.scale, n), resized(p.next, s)
	for t := range n {
		log += p.emissions(m, series, t)
		row := p.forward[t*s:][:s]
		if t == 0 {
			copy(row, m.Start)
		} else {
			clear(row)
			for i, v := range p.forward[(t-1)*s:][:s] {
				floats.AddScaled(row, v, m.Transitions.RawRowView(i))
			}
		}
		floats.Mul(row, p.emit[t*s:][:s])
		p.scale[t] = floats.Sum(row)
		if !(p.scale[t] > 0) {
			return math.Inf(-1)
		}
		floats.Scale(1/p.scale[t], row)
		log += math.Log(p.scale[t])
	}
	for t := n - 1; t >= 0; t-- {
		row := p.backward[t*s:][:s]
		if t == n-1 {
			for i := range row {
				row[i] = 1
			}
			continue
		}
		p.weighNext(s, t+1)
		for i := range row {
			row[i] = floats.Dot(m.Transitions.RawRowView(i), p.next)
		}
	}
	return log
}

// weighNext writes to next the weights of the states at frame t: the emission there
// times the backward pass, over the scale.
func (p *passes) weighNext(s, t int) {
	copy(p.next, p.emit[t*s:][:s])
	floats.Mul(p.next, p.backward[t*s:][:s])
	floats.Scale(1/p.scale[t], p.next)
}

// emissions writes the probabilities of the symbols of a frame in each state, divided
// by the largest, and returns the logarithm of the divisor.
func (p *passes) emissions(m *Model, series []int32, t int) float64 {
	row, c := p.emit[t*m.States():][:m.States()], m.Columns()
	for i := range row {
		row[i] = 1
	}
	frame := series[t*c:][:c]
	if c == 1 {
		for i := range row {
			row[i] = m.Emissions[0].At(i, int(frame[0]))
		}
		return 0
	}
	for i := range row {
		row[i] = 0
		for k, e := range m.Emissions {
			row[i] += math.Log(e.At(i, int(frame[k])))
		}
	}
	most := floats.Max(row)
	if math.IsInf(most, -1) {
		clear(row)
		return 0
	}
	for i, v := range row {
		row[i] = math.Exp(v - most)
	}
	return most
}

// counts holds expected numbers of starts, transitions and emissions, in the order of a
// score.
type counts struct {
	all                []float64
	start, transitions []float64
	emissions          [][]float64
}

func newCounts(m *Model) *counts {
	s, c := m.States(), &counts{all: make([]float64, m.Parameters())}
	c.start, c.transitions = c.all[:s], c.all[s:][:s*s]
	for k := range m.Emissions {
		c.emissions = append(c.emissions, c.all[s+s*s+k*s*m.Letters():][:s*m.Letters()])
	}
	return c
}

// add adds the expected counts of a series after the passes over it.
func (c *counts) add(m *Model, p *passes, series []int32) {
	n, s, l := m.frames(series), m.States(), m.Letters()
	for t := range n {
		frame := series[t*m.Columns():][:m.Columns()]
		for i := range s {
			occupied := p.forward[t*s+i] * p.backward[t*s+i]
			if t == 0 {
				c.start[i] += occupied
			}
			for k, symbol := range frame {
				c.emissions[k][i*l+int(symbol)] += occupied
			}
		}
		if t+1 == n {
			break
		}
		p.weighNext(s, t+1)
		for i := range s {
			row, from := c.transitions[i*s:][:s], p.forward[t*s+i]
			for j, a := range m.Transitions.RawRowView(i) {
				row[j] += from * a * p.next[j]
			}
		}
	}
}

// Scorer computes scores one after the other, on one goroutine at a time.
type Scorer struct {
	m *Model
	p passes
	c *counts
}

// NewScorer returns a scorer of a model.
func NewScorer(m *Model) *Scorer { return &Scorer{m: m, c: newCounts(m)} }

// Score writes ∂ log p(series)/∂θ over the soft-max parameters θ into dst (length
// Parameters): of the start, the transitions row by row and the emissions column by
// column. An entry is the expected count, minus the sum of its row times the
// probability. It is 0 for a series that the model cannot emit. Score returns the
// log-likelihood.
func (s *Scorer) Score(dst []float64, series []int32) (log float64) {
	clear(s.c.all)
	if log = s.p.run(s.m, series); math.IsInf(log, -1) {
		clear(dst)
		return log
	}
	s.c.add(s.m, &s.p, series)
	copy(dst, s.c.all)
	at := s.subtractExpected(dst, s.m.Start)
	for i := range s.m.States() {
		at = s.subtractExpected(at, s.m.Transitions.RawRowView(i))
	}
	for _, e := range s.m.Emissions {
		for i := range s.m.States() {
			at = s.subtractExpected(at, e.RawRowView(i))
		}
	}
	return log
}

// subtractExpected subtracts from the counts of one row their sum times the
// probabilities, and returns the counts after that row.
func (s *Scorer) subtractExpected(counts, probabilities []float64) []float64 {
	n := len(probabilities)
	floats.AddScaled(counts[:n], -floats.Sum(counts[:n]), probabilities)
	return counts[n:]
}
