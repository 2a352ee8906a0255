package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

const (
	alarmSets  = "alarms" // the name of the table of false alarms among the sets
	alarmDraws = 20
	alarmRows  = 1000   // training rows
	alarmTests = 10_000 // new rows of the same distribution
	alarmShare = 0.99
)

// alarmTable prints the rate of false alarms of a detector on new normal data, with the
// threshold from training samples and from held-out samples. The thresholds are set for a rate
// of 1 %.
func alarmTable(ctx context.Context, b *bench) error {
	fmt.Fprintf(b.out, "false alarms on %d new rows of normal operation, where %.3g %% are meant: independent inputs, %d rows to learn from, mean of %d draws ± its error\n",
		alarmTests, 100*(1-alarmShare), alarmRows, alarmDraws)
	fmt.Fprintf(b.out, "\n%-8s %-18s %-18s\n", "inputs", "--offset 0.99", "--offset held:0.99")
	for _, inputs := range []int{8, 30} {
		fmt.Fprintf(b.out, "%-8d", inputs)
		for _, offset := range []string{"", "held:"} {
			mean, e, err := falseAlarms(ctx, inputs, alarmDraws, offset+strconv.FormatFloat(alarmShare, 'g', -1, 64))
			if err != nil {
				return fmt.Errorf("%s: %w", alarmSets, err)
			}
			fmt.Fprintf(b.out, " %-18s", fmt.Sprintf("%.2f ± %.2f %%", 100*mean, 100*e))
		}
		fmt.Fprintln(b.out)
	}
	fmt.Fprintln(b.out)
	return nil
}

// falseAlarms returns the mean rate of false alarms over draws of independent normal inputs,
// and its standard error.
func falseAlarms(ctx context.Context, inputs, draws int, offset string) (mean, e float64, err error) {
	spec := sweep.Spec{Split: split.Options{Validation: split.DefaultValidation}, Inner: split.DefaultInner}.With(
		"space", "linear", "lambda", "0", "p", strconv.Itoa(inputs), "readout", "novelty", readout.Offset.Axis().Name, offset)
	var rates []float64
	for draw := range draws {
		results, err := run.All(ctx, normalOperation(inputs, uint64(draw)), spec)
		if err != nil {
			return 0, 0, err
		}
		if results[0].Error != "" {
			return 0, 0, fmt.Errorf("draw %d of %d inputs: %s", draw+1, inputs, results[0].Error)
		}
		rates = append(rates, float64(results[0].Detection.FalseAlarms))
	}
	mean, sd := stat.MeanStdDev(rates, nil)
	return mean, sd / math.Sqrt(float64(draws)), nil
}

// normalOperation returns a set of independent normal inputs with alarmRows training rows and
// alarmTests test rows.
func normalOperation(inputs int, seed uint64) *data.Set {
	rng := rand.New(rand.NewPCG(seed, uint64(inputs)))
	n := alarmRows + alarmTests
	x := mat.NewDense(n, inputs, nil)
	for i := range x.RawMatrix().Data {
		x.RawMatrix().Data[i] = rng.NormFloat64()
	}
	set := &data.Set{Name: alarmSets, X: x, Segments: []data.Segment{
		{Name: "training", End: alarmRows}, {Name: "new", Start: alarmRows, End: n, Held: true},
	}}
	for i := range inputs {
		set.Inputs = append(set.Inputs, fmt.Sprintf("x%d", i+1))
	}
	return set
}
