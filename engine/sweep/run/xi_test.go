package run

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// xiSpec is a sweep of principal components with one inner split for each training segment of
// [drifting], of which the model of a part is fitted on the other.
func xiSpec(lambdas string) sweep.Spec {
	return sweep.Spec{Inner: "2", Split: split.Options{Folds: 1, Validation: 0.5, Seed: 1}}.
		With("method", "pca", "space", "linear", "p", "2", "readout", "none", "xi-lambda", lambdas)
}

// ξ of two principal components on fitted rows, on training and on test, against a program in
// numpy. T is the mean length of the segments of the rows.
func TestXiOfFittedRows(t *testing.T) {
	type values struct{ fit45, fit35, train, test []float64 }
	want := map[float64]values{
		0.5: {[]float64{8.596469053814907, 5.416026876720743}, []float64{6.497931828865306, 3.5928308805945433}, []float64{7.543122315158053, 4.395757784552162}, []float64{7.461012017355421, 3.4225538831987965}},
		2:   {[]float64{16.43631966774124, 12.090886559993002}, []float64{12.340721142888217, 7.703962958535538}, []float64{14.381550693480845, 9.613003308383936}, []float64{14.06767060002362, 6.381054535913604}},
	}
	results := measured(t, drifting(), xiSpec("0.5,2"))
	if len(results) != 2 {
		t.Fatalf("%d points, want 2", len(results))
	}
	for _, r := range results {
		w := want[measure.XiLambda.X(r.Point)]
		got := map[string][2][]float64{"train": {part.Numbers(r.Slowness.XiTrain), w.train}, "test": {part.Numbers(r.Slowness.XiTest), w.test}}
		for _, p := range r.Validation.Parts {
			fit := map[int][]float64{45: w.fit45, 35: w.fit35}[p.Fit]
			got[r.Point.Label()] = [2][]float64{part.Numbers(p.Xi.Features), fit}
			noise := float64(p.Fit) / (2 * math.Pi) * (math.Sqrt2 + measure.XiLambda.X(r.Point)*math.Sqrt(6))
			if math.Abs(float64(p.Xi.Noise)-noise) > 1e-12*noise {
				t.Errorf("ξ of noise on %d rows %v, want %v", p.Fit, p.Xi.Noise, noise)
			}
		}
		for where, g := range got {
			if !slices.EqualFunc(g[0], g[1], func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
				t.Errorf("%s, %s: ξ %v, want %v", r.Point.Label(), where, g[0], g[1])
			}
		}
	}
}

// A point without a weight of jitter records no ξ of training rows, and its ξ on test has
// weight 1.
func TestXiOnTrainingIsMeasuredWhereAskedFor(t *testing.T) {
	var of [2]*result.Result
	for _, r := range measured(t, drifting(), xiSpec("none,1")) {
		if measure.XiLambda.Of(r.Point).OK {
			of[1] = r
		} else {
			of[0] = r
		}
	}
	if of[0].Slowness.XiTrain != nil || of[0].Validation.Parts[0].Xi != nil {
		t.Errorf("ξ of training rows is %v without a weight", of[0].Slowness.XiTrain)
	}
	if !slices.Equal(of[0].Slowness.XiTest, of[1].Slowness.XiTest) {
		t.Errorf("ξ on test %v without a weight, %v with 1", of[0].Slowness.XiTest, of[1].Slowness.XiTest)
	}
}

// Under a training graph, and where moments of the sphered values would measure the outputs,
// ξ is that of the features in time.
func TestXiOfOtherPassesIsThatOfFeatures(t *testing.T) {
	base := sweep.Spec{Inner: "2", Split: split.Options{Folds: 2, Validation: 0.25, Seed: 1}}.
		With("space", "kernel,linear", "sigma", "rel:1", "m", "12", "graph", "time,clustered", "lambda", "1e-3,1e-2,1e-1", "p", "3", "xi-lambda", "1")
	of := map[part.Point][]part.Float{} // features are not kept
	for _, readout := range []string{"none", "lda"} {
		for _, r := range measured(t, sweeptest.Trials(6, 2, 30), base.With("readout", readout)) {
			xi := r.Slowness.XiTrain
			if len(xi) != r.Features || r.Validation.Parts[0].Xi == nil {
				t.Fatalf("%s: ξ %v of %d features", r.Point.Label(), xi, r.Features)
			}
			at := sweep.Rotation(r.Point)
			at.Frame = r.Point.Frame
			if kept, ok := of[at]; ok && !slices.Equal(xi, kept) {
				t.Errorf("%s: ξ %v, want %v", at.Label(), xi, kept)
			}
			of[at] = xi
		}
	}
	if len(of) != 24 {
		t.Errorf("%d rotations, want 24", len(of))
	}
}

// A choice by ξ is the same to the last bit whatever the test and the validation samples are:
// each score is of the rows that were fitted.
func TestChoiceByXiUsesFittedRowsAlone(t *testing.T) {
	score := func(spoil func(*data.Set)) float64 {
		set := drifting()
		spoil(set)
		for _, r := range measured(t, set, xiSpec("1")) {
			for _, p := range r.Validation.Parts {
				if p.Fit == 45 { // segment 0
					return float64(choose.By{Objective: measure.ByXi, Features: 2}.OfResult(&result.Result{Point: r.Point, Validation: &result.Scores{Parts: []result.ValidationPart{p}}}))
				}
			}
		}
		t.Fatal("no part was fitted on segment 0")
		return 0
	}
	plain := score(func(*data.Set) {})
	other := score(func(set *data.Set) {
		for i := 45; i < 120; i++ {
			for j := range 3 {
				set.X.Set(i, j, math.Sin(float64(i*i+j)))
			}
		}
	})
	if math.Abs(plain-2.2434046024072307) > 1e-9 || plain != other { // numpy
		t.Errorf("score %v, with other rows outside the fit %v", plain, other)
	}
}
