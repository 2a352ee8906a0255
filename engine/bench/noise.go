package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

const (
	noiseSets     = "noise" // name, among the sets, of data without structure
	noiseSegments = 24
	noiseRows     = 6 // rows of a segment
	noiseLevel    = 0.05
)

// noiseSet returns a set of independent inputs and of two classes with equally many segments,
// unrelated to the inputs.
func noiseSet(seed uint64) *data.Set {
	const inputs = 4
	rng := rand.New(rand.NewPCG(seed, 45))
	rows := noiseSegments * noiseRows
	set := &data.Set{Name: noiseSets, X: mat.NewDense(rows, inputs, nil), Inputs: []string{"a", "b", "c", "d"}, Classes: []string{"x", "y"}, Label: make([]int, rows)}
	for i := range set.X.RawMatrix().Data {
		set.X.RawMatrix().Data[i] = rng.NormFloat64()
	}
	for g, at := range rng.Perm(noiseSegments) {
		segment := data.Segment{Name: fmt.Sprint("segment ", g), Start: g * noiseRows, End: (g + 1) * noiseRows}
		set.Segments = append(set.Segments, segment)
		for i := segment.Start; i < segment.End; i++ {
			set.Label[i] = at % 2
		}
	}
	return set
}

// nullTest compares two equally good readouts on a set over ten folds, and returns the p-values
// of the corrected t test and of Wilcoxon's test; NaN if all folds agree.
func nullTest(ctx context.Context, seed uint64) (t, ranks float64, err error) {
	spec := sweep.Spec{Split: split.Options{Folds: 10, Seed: seed + 1}}.With("space", "linear", "lambda", "0", "p", "4", "readout", "lda,gaussian")
	results, err := run.All(ctx, noiseSet(seed), spec)
	if err != nil {
		return 0, 0, err
	}
	rows := choose.Summarize(results)
	for _, c := range choose.Compare(rows[0], rows[1], choose.UsualRope) {
		if c.Measure == measure.SamplesRight {
			ranks = math.NaN()
			if c.Test.Ranks != nil {
				ranks = float64(c.Test.Ranks.P)
			}
			return float64(c.Test.P), ranks, nil
		}
	}
	return 0, 0, fmt.Errorf("the readouts have no accuracy on a noise set with seed %d", seed)
}

// choiceBias sweeps 48 points over a set, all equally good on new data. It returns by how much
// the mean of ★ over test parts, and the nested estimate, exceed the mean of all points.
func choiceBias(ctx context.Context, seed uint64) (own, nested float64, err error) {
	spec := sweep.Spec{Split: split.Options{Folds: 4, Seed: seed + 1, Validation: split.DefaultValidation}, Inner: split.DefaultInner}.With(
		"sigma", "rel:0.5,1,2,4", "lambda", "0,1e-2", "m", "20", "p", "2,6", "readout", "lda,gaussian,perceptron")
	results, err := run.All(ctx, noiseSet(seed), spec)
	if err != nil {
		return 0, 0, err
	}
	by := choose.By{Objective: measure.ByAccuracy}
	rows := choose.Summarize(results)
	best := by.Choose(rows).Best
	n, ok := by.Nested(rows, best)
	if !ok {
		return 0, 0, fmt.Errorf("no point can be chosen for the noise set with seed %d", seed)
	}
	all := 0.0
	for i := range rows {
		all += rows[i].Of(measure.SamplesRight).Mean / float64(len(rows))
	}
	return rows[best].Of(measure.SamplesRight).Mean - all, n.Row.Of(measure.SamplesRight).Mean - all, nil
}

// noiseTable prints how often two tests find a difference that does not exist, and the bias of
// the chosen point's accuracy on test parts.
func noiseTable(ctx context.Context, b *bench) error {
	start := time.Now()
	sets := 2 * b.repeats
	rejected := map[bool]float64{}
	var own, nested []float64
	for seed := range uint64(sets) {
		t, ranks, err := nullTest(ctx, seed)
		if err != nil {
			return err
		}
		if t < noiseLevel {
			rejected[true]++
		}
		if ranks < noiseLevel {
			rejected[false]++
		}
		x, y, err := choiceBias(ctx, seed)
		if err != nil {
			return err
		}
		own, nested = append(own, x), append(nested, y)
	}
	n := float64(sets)
	share := func(k float64) string {
		p := k / n
		return fmt.Sprintf("%.1f ± %.1f %%", 100*p, 100*math.Sqrt(p*(1-p)/n))
	}
	bias := func(of []float64) string {
		mean, sd := stat.MeanStdDev(of, nil)
		return fmt.Sprintf("%.4f ± %.4f", mean, sd/math.Sqrt(n))
	}
	fmt.Fprintf(b.out, "\n%d sets of noise inputs with %d segments of two classes at random, ± binomial and standard errors\n\n", sets, noiseSegments)
	fmt.Fprintf(b.out, "two readouts over 10 folds differ at the 5 %% level: corrected t %s, Wilcoxon %s\n", share(rejected[true]), share(rejected[false]))
	fmt.Fprintf(b.out, "accuracy on test parts above the mean of all 48 points, over 4 folds: own mean of ★ %s, nested estimate %s\n", bias(own), bias(nested))
	fmt.Fprintf(b.out, "%.0f s\n", time.Since(start).Seconds())
	return nil
}
