package sweep

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
)

// Every space works behind every front, and spaces that hold others find
// features at least as slow.
func TestSpacesBehindFronts(t *testing.T) {
	s := Spec{
		Front: "none,whiten:2,pca:0.5", Space: "linear,poly,0.8exp", Degree: "2,3", Lambda: "0", P: "2", Readout: "none",
		Split: split.Options{Folds: 1, Seed: 1},
	}
	sink := runAll(t, plan(t, trials(4, 2, 40), s), RunOptions{})
	if len(sink.results) != 3*4 {
		t.Fatalf("%d points, want 12", len(sink.results))
	}
	slowest := map[string]float64{}
	for _, r := range sink.results {
		if r.Error != "" {
			t.Errorf("%s: %s", r.Point.Label(), r.Error)
			continue
		}
		slowest[r.Point.Front+" "+r.Point.Space+" "+r.Point.Text("degree")] = float64(r.Slowness.Train[0])
		if r.Point.Front != "" && len(r.Notes) == 0 {
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
	set := trials(4, 2, 30)
	split := split.Options{Folds: 1, Validation: 0.3, Seed: 1}
	for _, s := range []Spec{
		{Kernel: strings.Join(kernelNames(), ","), Alpha: "0.5,2", Gamma: "1.5", Degree: "2", Select: "mp-mah", Sigma: "rel:1", Lambda: "1e-6", M: "20", P: "3", Readout: "lda", Split: split},
		{Select: strings.Join(selectionNames(), ","), SelectSigma: "rel:1", Basis: "stable,printed", Sigma: "rel:1,2", Lambda: "1e-6", M: "8,16", P: "3", Readout: "none", Split: split},
		{Graph: strings.Join(graphNames(), ","), Window: "3,7", Method: "sfa,pca", Space: "linear,kernel", Sigma: "rel:1", Lambda: "0", M: "20", P: "2", Readout: "centroid", Split: split},
		{Space: "linear", Readout: "lda,perceptron,logistic,centroid,gaussian,neighbours,none", KNN: "1,5", Eta: "0.1,10", Lambda: "0", P: "3", Split: split},
	} {
		one := runAll(t, plan(t, set, s), RunOptions{Workers: 1})
		three := runAll(t, plan(t, set, s), RunOptions{Workers: 3}).texts(t)
		for k, text := range one.texts(t) {
			if three[k] != text {
				t.Errorf("with three workers:\n%s\nwith one:\n%s", three[k], text)
			}
			r := one.results[k]
			if r.Error != "" || !r.Variance.OK {
				t.Errorf("%s: variance %+v, error %q", r.Point.Label(), r.Variance, r.Error)
			}
			if (r.Point.Graph != "" && !streamed(r.Point)) != (r.Graph != nil) {
				t.Errorf("%s: graph report %v", r.Point.Label(), r.Graph)
			}
			if r.Point.Select != "" && r.Supports == 0 {
				t.Errorf("%s: no supports", r.Point.Label())
			}
		}
	}
}

// A number to predict: every readout of the kind, and the graphs along it.
func TestTargets(t *testing.T) {
	set := trials(4, 2, 30)
	n, _ := set.X.Dims()
	set.Label, set.Classes = nil, nil
	for i := range n {
		set.Target = append(set.Target, math.Atan2(set.X.At(i, 1), set.X.At(i, 0)))
	}
	s := Spec{
		Graph: "time,serial,mixed,window,reorder", GraphGroups: "5,8", Space: "poly", Lambda: "0", P: "4",
		Readout: "linear,ridge,soft-gaussian,neighbour-mean", Split: split.Options{Folds: 1, Validation: 0.3, Seed: 1},
	}
	p := plan(t, set, s)
	if p.Spec.Objective != "rmse" {
		t.Errorf("objective %s", p.Spec.Objective)
	}
	for _, r := range runAll(t, p, RunOptions{}).results {
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
	s := Spec{Method: "sfa,pca", Sigma: "rel:1", Lambda: "0", M: "250", P: "5", Split: split.Options{Folds: 1, Seed: 1}}
	for _, r := range runAll(t, plan(t, set, s), RunOptions{}).results {
		got := 0.0
		for _, h := range r.Fourier {
			got += math.Abs(float64(h.Corr)) / float64(len(r.Fourier))
		}
		if r.Point.Method == "sfa" && !(got > 0.9) || r.Point.Method == "pca" && !(got < 0.8) {
			t.Errorf("%s: match %.3f, %+v", r.Point.Method, got, r.Fourier)
		}
		if waves := fmt.Sprint(r.Fourier[0].Wave, r.Fourier[1].Wave); r.Point.Method == "sfa" && waves != "[1 0] [0 1]" {
			t.Errorf("the slowest features are the waves %s", waves)
		}
	}
}

// A kernel that is not positive semi-definite is refused however supports are
// chosen, and clipped on request; nothing that is not a number comes out.
func TestIndefiniteKernelIsRefusedOrClipped(t *testing.T) {
	s := Spec{
		Kernel: "gamma-exponential", Gamma: "1.5,4", Indefinite: "refuse,clip", Sigma: "rel:2", Select: "random,kmeans,all,mp-mah", Basis: "stable,printed",
		Lambda: "0,1e-3", M: "30,50", P: "3", Readout: "lda", Split: split.Options{Folds: 1, Seed: 1},
	}
	clipped := 0
	for _, r := range runAll(t, plan(t, trials(2, 2, 30), s), RunOptions{}).results {
		at := r.Point
		switch {
		case at.Gamma.X < 2:
			if r.Error != "" || at.Indefinite != "" {
				t.Errorf("%s: %s", at.Label(), r.Error)
			}
		case at.Indefinite == "" || at.Select == "mp-mah":
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
	s := Spec{Rotation: "none,ica", Space: "poly", Lambda: "0", P: "2,4", Readout: "lda", Split: split.Options{Folds: 1, Seed: 1}}
	mean := map[string]float64{}
	for _, r := range runAll(t, plan(t, trials(4, 2, 60), s), RunOptions{}).results {
		if r.Error != "" || !r.Variance.OK || r.Variance.MaxAbsCorr > 1e-8 {
			t.Errorf("%s: %+v %s", r.Point.Label(), r.Variance, r.Error)
		}
		mean[fmt.Sprint(r.Point.P, r.Point.Rotation)] = float64(r.Slowness.MeanTrain)
		if r.Point.Rotation != "" && slices.IsSorted(r.Slowness.Train) && r.Point.P == 4 {
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
	s := Spec{Method: "sfa,incremental", Epochs: "1,40", Space: "linear,kernel", Sigma: "rel:2", M: "10", Lambda: "1e-3", P: "2", Readout: "none", Split: split.Options{Folds: 1, Seed: 1}}
	slowness := map[string]float64{}
	for _, r := range runAll(t, plan(t, trials(4, 2, 60), s), RunOptions{}).results {
		if r.Error != "" {
			t.Fatal(r.Error)
		}
		slowness[fmt.Sprint(r.Point.Space, " ", r.Point.Epochs)] = float64(r.Slowness.MeanTest)
		if (r.Point.Method == "incremental") != (len(r.Approach) > 0) {
			t.Errorf("%s: approach %v", r.Point.Label(), r.Approach)
		}
		if r.Point.Epochs == 40 {
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
