package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
)

// searchKinds holds the kinds of generated data that searches are measured on.
var searchKinds = []struct {
	name       string
	objectives []string
	draw       func(rows int, seed uint64) *data.Set
}{
	{"bent mixture", []string{measure.BySlowness}, func(rows int, seed uint64) *data.Set { return bentMixture(rows, 4, .1, seed) }},
	{"noisy mixture", []string{measure.BySlowness}, func(rows int, seed uint64) *data.Set { return bentMixture(rows, 8, 1, seed) }},
	{"walk", []string{measure.BySlowness}, walkThroughSensors},
	{"words", []string{measure.BySlowness, "accuracy"}, drawWords},
}

const (
	searchSeeds = 4 // data sets of each kind and size
	searchSmall = 240
	searchLarge = 600
	// searchWidths, searchLambdas and searchCounts are the numbers of values of the grid.
	searchWidths, searchLambdas, searchCounts = 6, 5, 3
	searchStart                               = 4 // configurations that searches start from
)

// searchTask is a fully computed grid of points on one data set.
type searchTask struct {
	name string
	set  *data.Set
	plan *sweep.Plan
	by   choose.By
	rows []choose.Row
	at   map[part.Point]int
	// place holds the indices of σ, λ and m of each row.
	place [][3]int
	// score and test hold the scores of the rows, lower is better. A scale is the difference
	// between the median and the best score.
	score, test           []float64
	scoreScale, testScale float64
}

// searchTasks computes the grids of all tasks, one at a time, and calls each for every one.
func searchTasks(ctx context.Context, each func(*searchTask) error) error {
	for _, kind := range searchKinds {
		for _, rows := range []int{searchSmall, searchLarge} {
			for seed := range uint64(searchSeeds) {
				for _, objective := range kind.objectives {
					t := &searchTask{name: fmt.Sprintf("%s, %d rows, %d, %s", kind.name, rows, seed, objective), set: kind.draw(rows, seed), by: choose.By{Objective: objective}}
					if err := t.compute(ctx); err != nil {
						return fmt.Errorf("%s: %w", t.name, err)
					}
					if err := each(t); err != nil {
						return fmt.Errorf("%s: %w", t.name, err)
					}
				}
			}
		}
	}
	return nil
}

// compute computes the whole grid.
func (t *searchTask) compute(ctx context.Context) (err error) {
	spec := sweep.Spec{Split: split.Options{Seed: 1, Validation: split.DefaultValidation}, Inner: split.DefaultInner, Objective: t.by.Objective}.With(
		"sigma", "rel:0.25:8:6", "lambda", "0,1e-7,1e-5,1e-3,1e-1", "m", "20,40,80", "p", "3", "readout", "none")
	if len(t.set.Classes) > 0 {
		spec.Split.Folds = 2
		spec = spec.With("readout", "lda", "p", "4")
	}
	if t.plan, err = run.NewPlan(ctx, t.set, t.set.Hash(), spec, sweep.RunOptions{}); err != nil {
		return err
	}
	if t.rows, err = t.results(ctx, t.plan); err != nil {
		return err
	}
	t.by, t.at = t.by.Over(t.rows), map[part.Point]int{}
	for i := range t.rows {
		t.at[t.rows[i].Config] = i
		t.place = append(t.place, [3]int{i / (searchLambdas * searchCounts), i / searchCounts % searchLambdas, i % searchCounts})
		t.score = append(t.score, t.by.Score(&t.rows[i]).U)
		t.test = append(t.test, t.onTest(&t.rows[i]))
	}
	t.scoreScale, t.testScale = medianOverBest(t.score), medianOverBest(t.test)
	return nil
}

// results computes the points of a plan and returns its rows in order.
func (t *searchTask) results(ctx context.Context, plan *sweep.Plan) ([]choose.Row, error) {
	results, err := computePlan(ctx, plan)
	return choose.InOrder(choose.Summarize(results)), err
}

// onTest returns the loss of a row on test.
func (t *searchTask) onTest(r *choose.Row) float64 { return (&choiceTask{by: t.by}).testLoss(r) }

// medianOverBest returns the difference between the median and the least value; 1 if it is
// zero.
func medianOverBest(values []float64) float64 {
	sorted := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	slices.Sort(sorted)
	if d := sorted[len(sorted)/2] - sorted[0]; d > 0 {
		return d
	}
	return 1
}

// autoregressive returns rows of AR(1) processes of variance 1 with the given coefficients.
func autoregressive(rng *rand.Rand, rows int, coefficients ...float64) *mat.Dense {
	x := mat.NewDense(rows, len(coefficients), nil)
	for j, rho := range coefficients {
		at := rng.NormFloat64()
		for i := range rows {
			at = rho*at + math.Sqrt(1-rho*rho)*rng.NormFloat64()
			x.Set(i, j, at)
		}
	}
	return x
}

// asSet returns the rows as a data set of one series.
func asSet(x *mat.Dense) *data.Set {
	rows, inputs := x.Dims()
	set := &data.Set{Name: searchSets, X: x, Segments: []data.Segment{{Name: "series", End: rows}}}
	for j := range inputs {
		set.Inputs = append(set.Inputs, fmt.Sprintf("x%d", j+1))
	}
	return set
}

// bentMixture returns mixtures of four AR(1) processes with quadratic terms and noise.
func bentMixture(rows, inputs int, noise float64, seed uint64) *data.Set {
	rng := rand.New(rand.NewPCG(seed, uint64(rows*inputs)))
	sources := autoregressive(rng, rows, .99, .95, .7, .3)
	x := mat.NewDense(rows, inputs, nil)
	for j := range inputs {
		var weight, bend [4]float64
		for k := range weight {
			weight[k], bend[k] = rng.NormFloat64(), rng.NormFloat64()/3
		}
		for i := range rows {
			s := sources.RawRowView(i)
			v := noise * rng.NormFloat64()
			for k := range weight {
				v += weight[k]*s[k] + bend[k]*s[k]*s[(k+1)%4]
			}
			x.Set(i, j, v)
		}
	}
	return asSet(x)
}

// walkThroughSensors returns a random walk in the plane, measured by sensors that respond in
// waves over it.
func walkThroughSensors(rows int, seed uint64) *data.Set {
	const sensors = 6
	rng := rand.New(rand.NewPCG(seed, uint64(rows)+7))
	place := autoregressive(rng, rows, .98, .94)
	x := mat.NewDense(rows, sensors, nil)
	for j := range sensors {
		a, b, phase := 2*rng.NormFloat64(), 2*rng.NormFloat64(), 2*math.Pi*rng.Float64()
		for i := range rows {
			x.Set(i, j, math.Cos(a*place.At(i, 0)+b*place.At(i, 1)+phase)+.2*rng.NormFloat64())
		}
	}
	return asSet(x)
}

// drawWords returns segments of twelve rows from three classes, which differ in the path of
// their inputs; segments differ in speed and phase, as speakers do.
func drawWords(rows int, seed uint64) *data.Set {
	const length, classes, inputs = 12, 3, 4
	rng := rand.New(rand.NewPCG(seed, uint64(rows)+11))
	var of [classes][inputs][2]float64
	for c := range of {
		for j := range of[c] {
			of[c][j] = [2]float64{1 + rng.Float64(), 2 * math.Pi * rng.Float64()}
		}
	}
	x := mat.NewDense(rows, inputs, nil)
	set := asSet(x)
	set.Segments, set.Label, set.Classes = nil, make([]int, rows), []string{"a", "b", "c"}
	for g := range rows / length {
		c := g % classes
		set.Segments = append(set.Segments, data.Segment{Name: fmt.Sprint("word ", g), Start: g * length, End: (g + 1) * length})
		speed, shift := .5+.1*rng.NormFloat64(), .5*rng.NormFloat64()
		for i := range length {
			set.Label[g*length+i] = c
			for j := range inputs {
				x.Set(g*length+i, j, math.Sin(of[c][j][0]*speed*float64(i)+of[c][j][1]+shift)+.7*rng.NormFloat64())
			}
		}
	}
	return set
}
