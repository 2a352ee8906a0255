// Package sweeptest holds a small data set, and a sweep over it, for tests of plans and runs.
package sweeptest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// Trials is a small labelled set: segments of a noisy rotation whose speed
// tells the class, from several groups.
func Trials(groups, perGroup, length int) *data.Set {
	rng := rand.New(rand.NewPCG(1, 2))
	n := groups * perGroup * 2 * length
	set := &data.Set{Name: "trials", Inputs: []string{"a", "b", "c"}, X: mat.NewDense(n, 3, nil), Classes: []string{"fast", "slow"}, Label: make([]int, n)}
	row := 0
	for g := range groups {
		for k := range perGroup * 2 {
			class := k % 2
			start := row
			phase := rng.Float64()
			for t := range length {
				a := phase + float64(t)*(0.3-0.15*float64(class))
				r := 1 + 0.5*float64(class)
				set.X.SetRow(row, []float64{r*math.Cos(a) + 0.1*rng.NormFloat64(), r*math.Sin(a) + 0.1*rng.NormFloat64(), rng.NormFloat64()})
				set.Label[row] = class
				row++
			}
			set.Segments = append(set.Segments, data.Segment{Name: fmt.Sprint(g, "-", k), Group: fmt.Sprint("g", g), Start: start, End: row})
		}
	}
	return set
}

// Spec is a sweep of some of most parts.
func Spec() sweep.Spec {
	return sweep.Spec{Split: split.Options{Folds: 2, Validation: 0.3, Seed: 1}}.With("method", "sfa,pca", "space", "kernel,linear", "sigma", "rel:0.5,1,2", "lambda", "0,1e-5", "m", "10,30", "p", "2,5", "select", "mp-mah,random", "readout", "lda,perceptron,logistic")
}

// Plan lays a sweep out, or fails the test.
func Plan(t testing.TB, set *data.Set, s sweep.Spec) *sweep.Plan {
	t.Helper()
	p, err := sweep.NewPlan(set, "hash", s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
