package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// simulated is the name of the simulations among the sets of the table choosing.
const simulated = "simulated"

// mixture is a data set of linear mixtures of three AR(1) processes with slow, medium and fast
// memory.
type mixture struct {
	groups, rows int // number of segments, and rows of each
	// added is the number of further groups, which follow as given test data.
	added int
	// change is the change of the slowest process halfway through a series: none, a fall of
	// its coefficient to 0.8, or a fourfold variance.
	change change
	seed   uint64
}

type change string

const (
	stationary change = "stationary"
	falling    change = "coefficient .98 to .8"
	growing    change = "variance × 4"
)

// coefficients holds the AR(1) coefficients of the three processes.
var coefficients = []float64{.98, .9, .5}

// set draws the data set.
func (m mixture) set() *data.Set {
	rng := rand.New(rand.NewPCG(m.seed, uint64(m.groups*m.rows)))
	k := len(coefficients)
	mixing := mat.NewDense(k, k, nil)
	for i := range k {
		for j := range k {
			mixing.Set(i, j, rng.NormFloat64())
		}
	}
	set := &data.Set{Name: simulated, Inputs: []string{"a", "b", "c"}}
	groups := m.groups + m.added
	sources := mat.NewDense(groups*m.rows, k, nil)
	for g := range groups {
		segment := data.Segment{Name: fmt.Sprint("segment ", g), Start: g * m.rows, End: (g + 1) * m.rows, Held: g >= m.groups}
		if m.groups > 1 {
			segment.Group = segment.Name
		}
		set.Segments = append(set.Segments, segment)
		for j := range k {
			m.process(rng, j, func(t int, x float64) { sources.Set(segment.Start+t, j, x) })
		}
	}
	set.X = mat.NewDense(groups*m.rows, k, nil)
	set.X.Mul(sources, mixing.T())
	return set
}

// process draws the rows of a process and calls each for every row. Its variance is 1 before
// any change.
func (m mixture) process(rng *rand.Rand, source int, each func(t int, x float64)) {
	rho, scale := coefficients[source], 1.0
	x := rng.NormFloat64()
	for t := range m.rows {
		if t == m.rows/2 && source == 0 {
			switch m.change {
			case falling:
				rho = .8
			case growing:
				scale = 2
			}
		}
		x = rho*x + math.Sqrt(1-rho*rho)*rng.NormFloat64()
		each(t, scale*x)
	}
}

// choiceCheck compares the statements about the choice on one data set with the truth.
type choiceCheck struct {
	notStationary, short bool
	// covered is the share of new parts that lie in the interval for one more part.
	covered  float64
	optimism float64 // of ★, in logarithms
}

// checkChoice sweeps a data set and checks the choice.
func (m mixture) checkChoice(ctx context.Context, space string, folds int) (j choiceCheck, err error) {
	spec := simulatedSpec(space, folds)
	results, err := run.All(ctx, m.set(), spec)
	if err != nil {
		return j, err
	}
	by := choose.By{Objective: measure.BySlowness}
	rows := choose.InOrder(choose.Summarize(results))
	c := by.Choose(rows)
	h, ok := by.Hindsight(rows, c.Best)
	if !ok {
		return j, fmt.Errorf("no point can be chosen for the mixture with seed %d", m.seed)
	}
	j.optimism = math.Log1p(float64(h.Optimism))
	if s := c.Stationarity; s != nil {
		j.notStationary = !s.Holds()
		j.short = slices.ContainsFunc(s.Lines(), func(line string) bool { return strings.Contains(line, "short") })
	}
	parts, err := m.newParts(ctx, spec, &c)
	for _, deltas := range parts {
		if score := meanSlowness(deltas); score >= c.Low && score <= c.High {
			j.covered += 1 / float64(len(parts))
		}
	}
	return j, err
}

// simulatedSpec returns the sweep over a mixture.
func simulatedSpec(space string, folds int) sweep.Spec {
	spec := sweep.Spec{Split: split.Options{Folds: folds, Seed: 1, Validation: split.DefaultValidation}, Inner: split.DefaultInner}
	spec = spec.With("space", space, "lambda", "0,1e-3", "p", "3", "readout", "none")
	if space == "kernel" {
		spec = spec.With("sigma", "rel:1,2,4", "m", "40")
	}
	return spec
}

// newParts returns the slowness of the features of ★ on parts that share no rows with any
// validation part: the stretches of the test part of a series, or parts of new groups. The
// groups of a test part are new with a single fold only: with several they are in validation
// parts of the other folds.
func (m mixture) newParts(ctx context.Context, spec sweep.Spec, c *choose.Choice) (parts [][]part.Float, err error) {
	star := c.Row.Results[0]
	if m.groups > 1 {
		first := star.Validation.Parts[0]
		set, err := m.newGroups(spec)
		if err != nil {
			return nil, err
		}
		spec.Split.Validation, spec.Inner = float64(first.N)/float64(first.Fit), "1" // stretches of as many groups
		results, err := run.All(ctx, set, spec)
		if err != nil {
			return nil, err
		}
		star = choose.InOrder(choose.Summarize(results))[c.Best].Results[0]
	}
	for _, s := range star.Stretches {
		parts = append(parts, s.Delta)
	}
	if parts == nil {
		return nil, fmt.Errorf("no stretches of the test part of the mixture with seed %d: %s", m.seed, star.Error)
	}
	return parts, nil
}

// newGroups returns a set whose training part is the one that the first inner split of the sweep
// fits to, and whose test part is new groups, four times as many as in a validation part.
func (m mixture) newGroups(spec sweep.Spec) (*data.Set, error) {
	folds, err := spec.Folds(m.set())
	if err != nil {
		return nil, err
	}
	first := folds[0].Inner[0]
	m.added = 4 * len(first.Validation)
	all := m.set()
	var segments []data.Segment
	for _, span := range first.Fit {
		segments = append(segments, all.Segments[span.Segment])
	}
	segments = append(segments, all.Segments[m.groups:]...)
	set := &data.Set{Name: all.Name, Inputs: all.Inputs, X: mat.NewDense(len(segments)*m.rows, len(all.Inputs), nil)}
	for i, segment := range segments {
		for t := range m.rows {
			set.X.SetRow(i*m.rows+t, all.X.RawRowView(segment.Start+t))
		}
		segment.Start, segment.End = i*m.rows, (i+1)*m.rows
		set.Segments = append(set.Segments, segment)
	}
	return set, nil
}

// meanSlowness returns the slowness by which points are chosen.
func meanSlowness(deltas []part.Float) (mean float64) {
	for _, d := range deltas {
		mean += min(float64(d), 2) / float64(len(deltas))
	}
	return mean
}

// simulation is a kind of data sets on which choices are checked.
type simulation struct {
	mixture
	space string
	folds int
}

// simulations returns the simulations of the table.
func simulations() (all []simulation) {
	for _, space := range []string{"linear", "kernel"} {
		for _, rows := range []int{400, 1000, 2500, 5000} {
			for _, c := range []change{stationary, falling, growing} {
				all = append(all, simulation{mixture{groups: 1, rows: rows, change: c}, space, 1})
			}
		}
		for _, folds := range []int{1, 3} {
			all = append(all, simulation{mixture{groups: 24, rows: 60, change: stationary}, space, folds})
		}
	}
	return all
}

// checkChoices checks the choice on so many data sets of a kind.
func (s simulation) checkChoices(ctx context.Context, repeats int) ([]choiceCheck, error) {
	out := make([]choiceCheck, repeats)
	for i := range out {
		m := s.mixture
		m.seed = uint64(i) + 1
		var err error
		if out[i], err = m.checkChoice(ctx, s.space, s.folds); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// simulatedTable prints how often a series is reported as not stationary, how often the
// interval for one more part covers new parts, and the optimism of ★.
func simulatedTable(ctx context.Context, b *bench) error {
	fmt.Fprintf(b.out, "\n%d mixtures of AR(1) processes of each kind: shares in %% ± standard error; optimism in logarithms\n", b.repeats)
	fmt.Fprintf(b.out, "\n%-7s %-12s %-22s %-15s %-7s %-15s %-9s %s\n", "space", "data", "slowest process", "not stationary", "short", "covered (90 %)", "optimism: median", "mean")
	for _, s := range simulations() {
		of, err := s.checkChoices(ctx, b.repeats)
		if err != nil {
			return err
		}
		fmt.Fprintln(b.out, s.line(of))
	}
	return nil
}

// line formats a row of the table.
func (s simulation) line(of []choiceCheck) string {
	what := fmt.Sprintf("%d rows", s.rows)
	if s.groups > 1 {
		what = fmt.Sprintf("%d×%d /%d", s.groups, s.rows, s.folds)
	}
	alarms := "–"
	if s.groups == 1 {
		alarms = shareOf(of, func(j choiceCheck) bool { return j.notStationary })
	}
	optimism, shares := make([]float64, len(of)), make([]float64, len(of))
	for i, j := range of {
		optimism[i], shares[i] = j.optimism, 100*j.covered
	}
	mean, sd := stat.MeanStdDev(optimism, nil)
	slices.SortFunc(optimism, cmp.Compare[float64])
	covered := "–"
	if s.change == stationary {
		share, sd := stat.MeanStdDev(shares, nil)
		covered = fmt.Sprintf("%.1f ± %.1f", share, sd/math.Sqrt(float64(len(of))))
	}
	return fmt.Sprintf("%-7s %-12s %-22s %-15s %-7s %-15s %16.3f %s", s.space, what, s.change, alarms,
		strings.Fields(shareOf(of, func(j choiceCheck) bool { return j.short }))[0], covered,
		stat.Quantile(.5, stat.LinInterp, optimism, nil), withError(mean, sd/math.Sqrt(float64(len(of)))))
}

// shareOf formats the share of checks that hold, in percent with its binomial error.
func shareOf(of []choiceCheck, holds func(choiceCheck) bool) string {
	n := 0.0
	for _, j := range of {
		if holds(j) {
			n++
		}
	}
	all := float64(len(of))
	p := n / all
	return fmt.Sprintf("%.1f ± %.1f", 100*p, 100*math.Sqrt(p*(1-p)/all))
}
