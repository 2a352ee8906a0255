package run

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// Every space works behind every front, and spaces that hold others find
// features at least as slow.
func TestSpacesBehindFronts(t *testing.T) {
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("front", "none,whiten:2,pca:0.5", "space", "linear,poly,0.8exp", "degree", "2,3", "lambda", "0", "p", "2", "readout", "none")
	sink := runAll(t, sweeptest.Plan(t, sweeptest.Trials(4, 2, 40), s), sweep.RunOptions{})
	if len(sink.results) != 3*4 {
		t.Fatalf("%d points, want 12", len(sink.results))
	}
	slowest := map[string]float64{}
	for _, r := range sink.results {
		if r.Error != "" {
			t.Errorf("%s: %s", r.Point.Label(), r.Error)
			continue
		}
		slowest[space.Reduction.Of(r.Point)+" "+space.Name.Of(r.Point)+" "+r.Point.Text("degree")] = float64(r.Slowness.Train[0])
		if space.Reduction.Of(r.Point) != "" && len(r.Notes) == 0 {
			t.Errorf("%s: the share of the variance is not noted", r.Point.Label())
		}
	}
	for _, front := range []string{" ", "whiten:2 ", "pca:0.5 "} {
		linear, quadratic, cubic := slowest[front+"linear "], slowest[front+"poly 2"], slowest[front+"poly 3"]
		if !(cubic <= quadratic && quadratic <= linear && slowest[front+"0.8exp "] <= linear && cubic > 0) {
			t.Errorf("%sslowness %v", front, slowest)
		}
	}
	if slowest[" linear "] >= slowest["pca:0.5 linear "] {
		t.Error("the front changes nothing")
	}
}

// Every kernel goes with every selection and every training graph, the same
// for any number of workers.
func TestEveryKernelSelectionAndGraph(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	split := split.Options{Folds: 1, Validation: 0.3, Seed: 1}
	for _, s := range []sweep.Spec{
		sweep.Spec{Split: split}.With("kernel", strings.Join(kernelsOfSamples(), ","), "alpha", "0.5,2", "gamma", "1.5", "degree", "2", "select", "mp-mah", "sigma", "rel:1", "lambda", "1e-6", "m", "20", "p", "3", "readout", "lda"),
		sweep.Spec{Split: split}.With("select", strings.Join(subset.Name.Axis().Choices, ","), "select-sigma", "rel:1", "basis", "stable,printed", "sigma", "rel:1,2", "lambda", "1e-6", "m", "8,16", "p", "3", "readout", "none"),
		sweep.Spec{Split: split}.With("graph", strings.Join(graph.Name.Axis().Choices, ","), "window", "3,7", "method", "sfa,pca", "space", "linear,kernel", "sigma", "rel:1", "lambda", "0", "m", "20", "p", "2", "readout", "centroid"),
		sweep.Spec{Split: split}.With("space", "linear", "readout", "lda,perceptron,logistic,centroid,gaussian,neighbours,none", "knn", "1,5", "eta", "0.1,10", "lambda", "0", "p", "3"),
	} {
		one := runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{Workers: 3})
		var again map[string]string
		if testenv.Full() {
			again = runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{Workers: 1}).texts(t)
		}
		for k, text := range one.texts(t) {
			if again != nil && again[k] != text {
				t.Errorf("with three workers:\n%s\nwith one:\n%s", text, again[k])
			}
			r := one.results[k]
			if r.Error != "" || !r.Variance.OK {
				t.Errorf("%s: variance %+v, error %q", r.Point.Label(), r.Variance, r.Error)
			}
			if (graph.Name.Of(r.Point) != "" && !graph.Streamed(r.Point)) != (r.Graph != nil) {
				t.Errorf("%s: graph report %v", r.Point.Label(), r.Graph)
			}
			if subset.Name.Of(r.Point) != "" && r.Supports == 0 {
				t.Errorf("%s: no supports", r.Point.Label())
			}
		}
	}
}

// Samples at distances far above σ all have ε = 1: a threshold of 1 takes none, and a lower
// one as many as are allowed. Points of one sweep do not share the picks of another threshold.
func TestThresholdsOfOneSweepHaveTheirOwnPicks(t *testing.T) {
	spec := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("select", "online-mah", "mah-threshold", "0.5,1", "sigma", "1e-3", "lambda", "0", "m", "9", "p", "2", "readout", "none")
	sink := runAll(t, sweeptest.Plan(t, sweeptest.Trials(4, 2, 30), spec), sweep.RunOptions{Workers: 1})
	supports := map[float64]int{}
	for _, r := range sink.results {
		supports[subset.Threshold.X(r.Point)] = r.Supports
		if failed := strings.Contains(r.Error, "threshold 1,"); failed != (subset.Threshold.X(r.Point) == 1) {
			t.Errorf("%s: error %q", r.Point.Label(), r.Error)
		}
	}
	if want := map[float64]int{0.5: 9, 1: 0}; !maps.Equal(supports, want) {
		t.Errorf("supports %v, want %v", supports, want)
	}
}

// kernelsOfSamples are the kernels but for those of whole series.
func kernelsOfSamples() (names []string) {
	for _, k := range kernel.Kernels.All() {
		if !kernel.OfSeries(k.Build(part.Point{})) {
			names = append(names, k.Name)
		}
	}
	return names
}

// A number to predict: every readout of the kind, and the graphs along it.
func TestTargets(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	n, _ := set.X.Dims()
	set.Label, set.Classes = nil, nil
	for i := range n {
		set.Target = append(set.Target, math.Atan2(set.X.At(i, 1), set.X.At(i, 0)))
	}
	s := sweep.Spec{Split: split.Options{Folds: 1, Validation: 0.3, Seed: 1}}.With("graph", "time,serial,mixed,window,reorder", "graph-groups", "5,8", "space", "poly", "lambda", "0", "p", "4", "readout", "linear,ridge,soft-gaussian,neighbour-mean")
	p := sweeptest.Plan(t, set, s)
	if p.Spec.Objective != "rmse" {
		t.Errorf("objective %s", p.Spec.Objective)
	}
	for _, r := range runAll(t, p, sweep.RunOptions{}).results {
		if r.Error != "" || r.RMSE == nil || r.MAE == nil || *r.MAE > *r.RMSE || r.Validation.RMSE == nil {
			t.Errorf("%s: rmse %v, mae %v, error %q", r.Point.Label(), r.RMSE, r.MAE, r.Error)
		}
	}
}

// On the built-in walk the slow features are the cosines of the known latent
// variables; principal components of the same functions are not.
func TestLatentSetResemblesItsFourierBasis(t *testing.T) {
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"latent"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("method", "sfa,pca", "sigma", "rel:1", "lambda", "0", "m", "250", "p", "5")
	for _, r := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
		got := 0.0
		for _, h := range r.Fourier {
			got += math.Abs(float64(h.Corr)) / float64(len(r.Fourier))
		}
		if method.Name.Of(r.Point) == "sfa" && !(got > 0.9) || method.Name.Of(r.Point) == "pca" && !(got < 0.8) {
			t.Errorf("%s: match %.3f, %+v", method.Name.Of(r.Point), got, r.Fourier)
		}
		if waves := fmt.Sprint(r.Fourier[0].Wave, r.Fourier[1].Wave); method.Name.Of(r.Point) == "sfa" && waves != "[1 0] [0 1]" {
			t.Errorf("the slowest features are the waves %s", waves)
		}
	}
}

// A kernel that is not positive semi-definite is refused however supports are
// chosen, and clipped on request; nothing that is not a number comes out.
func TestIndefiniteKernelIsRefusedOrClipped(t *testing.T) {
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("kernel", "gamma-exponential", "gamma", "1.5,4", "indefinite", "refuse,clip", "sigma", "rel:2", "select", "random,kmeans,all,mp-mah", "basis", "stable,printed", "lambda", "0,1e-3", "m", "30,50", "p", "3", "readout", "lda")
	clipped := 0
	for _, r := range runAll(t, sweeptest.Plan(t, sweeptest.Trials(2, 2, 30), s), sweep.RunOptions{}).results {
		at := r.Point
		switch {
		case kernel.Gamma.X(at) < 2:
			if r.Error != "" || kernel.Indefinite.Of(at) != "" {
				t.Errorf("%s: %s", at.Label(), r.Error)
			}
		case kernel.Indefinite.Of(at) == "" || subset.Name.Of(at) == "mp-mah":
			if !strings.Contains(r.Error, "positive semi-definite") {
				t.Errorf("%s: error %q", at.Label(), r.Error)
			}
		default:
			clipped++
			if r.Error != "" || !r.Variance.OK || math.IsNaN(float64(r.Slowness.MeanTest)) || !strings.Contains(strings.Join(r.Notes, "\n"), "set to zero") {
				t.Errorf("%s: %+v, notes %q, %s", at.Label(), r.Variance, r.Notes, r.Error)
			}
		}
	}
	if clipped != 2*2*2+2 {
		t.Errorf("%d clipped points", clipped)
	}
}

// Turned by independent component analysis, features span what they spanned.
func TestRotation(t *testing.T) {
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("rotation", "none,ica", "space", "poly", "lambda", "0", "p", "2,4", "readout", "lda")
	mean := map[string]float64{}
	for _, r := range runAll(t, sweeptest.Plan(t, sweeptest.Trials(4, 2, 60), s), sweep.RunOptions{}).results {
		if r.Error != "" || !r.Variance.OK || r.Variance.MaxAbsCorr > 1e-8 {
			t.Errorf("%s: %+v %s", r.Point.Label(), r.Variance, r.Error)
		}
		mean[fmt.Sprint(method.P.Of(r.Point), method.Rotation.Of(r.Point))] = float64(r.Slowness.MeanTrain)
		if method.Rotation.Of(r.Point) != "" && slices.IsSorted(r.Slowness.Train) && method.P.Of(r.Point) == 4 {
			t.Errorf("%s: nothing was turned: %v", r.Point.Label(), r.Slowness.Train)
		}
	}
	for _, p := range []string{"2", "4"} {
		if math.Abs(mean[p]-mean[p+"ica"]) > 1e-9 {
			t.Errorf("mean slowness of %s features %g, turned %g: the span has changed", p, mean[p], mean[p+"ica"])
		}
	}
}

// Learned sample by sample, the features come near those of all samples at
// once, and the result tells how near.
func TestIncrementalApproachesBatch(t *testing.T) {
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("method", "sfa,incremental", "epochs", "1,40", "space", "linear,kernel", "sigma", "rel:2", "m", "10", "lambda", "1e-3", "p", "2", "readout", "none")
	slowness := map[string]float64{}
	for _, r := range runAll(t, sweeptest.Plan(t, sweeptest.Trials(4, 2, 60), s), sweep.RunOptions{}).results {
		if r.Error != "" {
			t.Fatal(r.Error)
		}
		slowness[fmt.Sprint(space.Name.Of(r.Point), " ", method.Epochs.Of(r.Point))] = float64(r.Slowness.MeanTest)
		if (method.Name.Of(r.Point) == "incremental") != (len(r.Approach) > 0) {
			t.Errorf("%s: approach %v", r.Point.Label(), r.Approach)
		}
		if method.Epochs.Of(r.Point) == 40 {
			if last := r.Approach[len(r.Approach)-1]; !(last.Cosine > 0.98) || last.Cosine < r.Approach[0].Cosine {
				t.Errorf("%s: approach %v", r.Point.Label(), r.Approach)
			}
		}
	}
	for _, space := range []string{"linear", "kernel"} {
		if batch, learned := slowness[space+" 0"], slowness[space+" 40"]; math.Abs(learned-batch) > 0.2*batch {
			t.Errorf("%s: slowness of batch %g, learned %g", space, batch, learned)
		}
	}
}
