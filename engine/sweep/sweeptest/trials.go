// Package sweeptest provides small data sets, and a sweep, for tests of plans and runs.
package sweeptest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// Trials returns a small labelled set: segments of a noisy rotation whose speed and radius
// depend on the class, from several groups.
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

// Spec returns a sweep over several methods, spaces, selections and readouts.
func Spec() sweep.Spec {
	return sweep.Spec{Split: split.Options{Folds: 2, Validation: 0.3, Seed: 1}}.With("method", "sfa,pca", "space", "kernel,linear", "sigma", "rel:0.5,1,2", "lambda", "0,1e-5", "m", "10,30", "p", "2,5", "select", "mp-mah,random", "readout", "lda,perceptron,logistic")
}

// Plan returns the plan of a sweep, or fails the test.
func Plan(t testing.TB, set *data.Set, s sweep.Spec) *sweep.Plan {
	t.Helper()
	p, err := sweep.NewPlan(set, "hash", s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Near reports whether two lists agree to a relative tolerance.
func Near(a, b []part.Float, tol float64) bool {
	return slices.EqualFunc(a, b, func(x, y part.Float) bool {
		return math.Abs(float64(x-y)) <= tol*math.Max(math.Abs(float64(x)), math.Abs(float64(y)))
	})
}

// Series returns a set whose samples are whole series of 8 to 11 frames: series k is sin((0.4 +
// 0.25(k mod classes))i + 0.2k), of class k mod classes. Series from number trained on are test
// data.
func Series(n, trained, classes int) *data.Set {
	set := &data.Set{Name: "series", Inputs: []string{"x"}, Series: true, X: mat.NewDense(n, data.SeriesWidth(11, 1), nil), Label: make([]int, n)}
	for c := range classes {
		set.Classes = append(set.Classes, fmt.Sprint("class ", c+1))
	}
	for k := range n {
		frames := mat.NewDense(8+k%4, 1, nil)
		for i := range 8 + k%4 {
			frames.Set(i, 0, math.Sin((0.4+0.25*float64(k%classes))*float64(i)+0.2*float64(k)))
		}
		data.PackSeries(set.X.RawRowView(k), frames)
		set.Label[k] = k % classes
		set.Segments = append(set.Segments, data.Segment{Name: fmt.Sprint("s", k), Start: k, End: k + 1, Held: k >= trained})
	}
	return set
}
