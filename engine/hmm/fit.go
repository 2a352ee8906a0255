package hmm

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// maxRounds bounds the rounds of Baum–Welch. They end earlier if one raises the
	// objective by less than minGain for each frame.
	maxRounds = 100
	minGain   = 1e-6
	// priorCount is added to each expected count: a Dirichlet prior, so that unseen
	// events stay possible.
	priorCount = 0.1
	// grain series are counted together; sums do not depend on the number of workers.
	grain = 16
)

// Fitted describes the estimation of a model.
type Fitted struct {
	Rounds int
	// Objective is the log-likelihood plus the logarithm of the prior after each round.
	// It never falls.
	Objective []float64
	// Log is the log-likelihood of all series, Frames the number of their frames.
	Log    float64
	Frames int
}

// Fit estimates a model with the given number of states from series of symbols 0 …
// letters−1 in the given number of columns, each of one frame or more. Its start
// divides each series into as many runs as there are states, so that nothing is random.
// It fails only if ctx ends.
//
// A round takes time in proportion to frames·states·(states + columns).
func Fit(ctx context.Context, series [][]int32, columns, letters, states int) (*Model, Fitted, error) {
	if len(series) == 0 || columns < 1 || letters < 1 || states < 1 {
		panic(fmt.Sprintf("hmm: %d series of %d letters in %d columns for %d states", len(series), letters, columns, states))
	}
	m := startModel(series, columns, letters, states)
	var fitted Fitted
	for _, of := range series {
		fitted.Frames += m.frames(of)
	}
	for {
		sum, log, err := m.expectedCounts(ctx, series)
		if err != nil {
			return nil, fitted, err
		}
		n := len(fitted.Objective)
		fitted.Log, fitted.Objective = log, append(fitted.Objective, log+m.logPrior())
		if n == maxRounds || n > 0 && fitted.Objective[n]-fitted.Objective[n-1] < minGain*float64(fitted.Frames) {
			return m, fitted, nil
		}
		fitted.Rounds++
		m.maximise(sum)
	}
}

// startModel returns the model of series divided into as many runs as there are states.
// It changes the symbol frequencies of each state in another way, so that states differ
// even for series without any order.
func startModel(series [][]int32, columns, letters, states int) *Model {
	m := &Model{Start: make([]float64, states), Transitions: mat.NewDense(states, states, nil)}
	for range columns {
		m.Emissions = append(m.Emissions, mat.NewDense(states, letters, nil))
	}
	c := newCounts(m)
	for _, of := range series {
		n, before := m.frames(of), 0
		for t := range n {
			state := t * states / n
			if t == 0 {
				c.start[state]++
			} else {
				c.transitions[before*states+state]++
			}
			for k, symbol := range of[t*columns:][:columns] {
				c.emissions[k][state*letters+int(symbol)]++
			}
			before = state
		}
	}
	floats.AddConst(1, c.start)
	floats.AddConst(1, c.transitions)
	for _, e := range c.emissions {
		floats.AddConst(1, e)
		for i := range e {
			e[i] *= 1 + math.Sin(float64((i/letters+1)*(i%letters+1)))/2
		}
	}
	m.maximise(c)
	return m
}

// expectedCounts returns the expected counts of all series, and their log-likelihood.
func (m *Model) expectedCounts(ctx context.Context, series [][]int32) (*counts, float64, error) {
	blocks := make([]*counts, (len(series)+grain-1)/grain)
	logs := make([]float64, len(blocks))
	err := parallel.For(ctx, len(blocks), 1, func(lo, hi int) {
		var p passes
		for b := lo; b < hi; b++ {
			blocks[b] = newCounts(m)
			for _, of := range series[b*grain : min(len(series), (b+1)*grain)] {
				logs[b] += p.run(m, of)
				blocks[b].add(m, &p, of)
			}
		}
	})
	if err != nil {
		return nil, 0, err
	}
	for _, b := range blocks[1:] {
		floats.Add(blocks[0].all, b.all)
	}
	return blocks[0], floats.Sum(logs), nil
}

// maximise sets the probabilities to those of the counts and the prior.
func (m *Model) maximise(c *counts) {
	s, l := m.States(), m.Letters()
	normalise(m.Start, c.start)
	for i := range s {
		normalise(m.Transitions.RawRowView(i), c.transitions[i*s:][:s])
		for k, e := range m.Emissions {
			normalise(e.RawRowView(i), c.emissions[k][i*l:][:l])
		}
	}
}

// normalise writes the counts plus the prior, divided by their sum.
func normalise(dst, counts []float64) {
	copy(dst, counts)
	floats.AddConst(priorCount, dst)
	floats.Scale(1/floats.Sum(dst), dst)
}

// logPrior returns the logarithm of the density of the prior, up to a constant.
func (m *Model) logPrior() (sum float64) {
	add := func(row []float64) {
		for _, p := range row {
			sum += priorCount * math.Log(p)
		}
	}
	add(m.Start)
	for i := range m.States() {
		add(m.Transitions.RawRowView(i))
		for _, e := range m.Emissions {
			add(e.RawRowView(i))
		}
	}
	return sum
}
