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
	// rounds bounds those of Baum–Welch. They end before where one raises the objective
	// by less than settled for each symbol.
	rounds  = 100
	settled = 1e-6
	// prior is what is added to each expected count: a Dirichlet prior, so that nothing is
	// impossible that was not seen.
	prior = 0.1
	// grain series are counted together; sums do not depend on how many workers there are.
	grain = 16
)

// Fitted tells how a model was estimated.
type Fitted struct {
	Rounds int
	// Objective is the log-likelihood with the logarithm of the prior after each round. It
	// never falls.
	Objective []float64
	// Log is the log-likelihood of all series, Frames how many frames they have.
	Log    float64
	Frames int
}

// Fit estimates a model of so many states from series of symbols 0 … letters−1 in the given
// number of columns, each of one frame or more. Its start parts each series into as many
// runs as there are states, so that nothing is random. It fails only when ctx ends.
//
// A round takes time in proportion to frames·states·(states + columns).
func Fit(ctx context.Context, series [][]int32, columns, letters, states int) (*Model, Fitted, error) {
	if len(series) == 0 || columns < 1 || letters < 1 || states < 1 {
		panic(fmt.Sprintf("hmm: %d series of %d letters in %d columns for %d states", len(series), letters, columns, states))
	}
	m := begin(series, columns, letters, states)
	var told Fitted
	for _, of := range series {
		told.Frames += m.frames(of)
	}
	for {
		sum, log, err := m.expect(ctx, series)
		if err != nil {
			return nil, told, err
		}
		n := len(told.Objective)
		told.Log, told.Objective = log, append(told.Objective, log+m.logPrior())
		if n == rounds || n > 0 && told.Objective[n]-told.Objective[n-1] < settled*float64(told.Frames) {
			return m, told, nil
		}
		told.Rounds++
		m.maximise(sum)
	}
}

// begin is the model of series that are parted into as many runs as there are states. A
// state takes up symbols unlike the others, so that series without any order part as well.
func begin(series [][]int32, columns, letters, states int) *Model {
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

// expect is what is expected of all series, and their log-likelihood.
func (m *Model) expect(ctx context.Context, series [][]int32) (*counts, float64, error) {
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

// maximise makes the probabilities those of the counts and the prior.
func (m *Model) maximise(c *counts) {
	s, l := m.States(), m.Letters()
	share(m.Start, c.start)
	for i := range s {
		share(m.Transitions.RawRowView(i), c.transitions[i*s:][:s])
		for k, e := range m.Emissions {
			share(e.RawRowView(i), c.emissions[k][i*l:][:l])
		}
	}
}

// share writes the counts and the prior over their sum.
func share(dst, counts []float64) {
	copy(dst, counts)
	floats.AddConst(prior, dst)
	floats.Scale(1/floats.Sum(dst), dst)
}

// logPrior is the logarithm of the prior's density, but for a constant.
func (m *Model) logPrior() (sum float64) {
	add := func(row []float64) {
		for _, p := range row {
			sum += prior * math.Log(p)
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
