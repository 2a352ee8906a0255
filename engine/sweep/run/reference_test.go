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
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/realdata"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// oneSpeaker is the data of the study of one speaker: the first four
// repetitions of two words train, the next four test.
func oneSpeaker(t *testing.T) *data.Set {
	t.Helper()
	set, err := datasets.Open(context.Background(), datasets.Options{
		Paths: []string{realdata.Path(t, "fsdd_three_seven")}, Name: "{label}_{group}_{rep}",
		Where: "group=theo rep=5..12", Embed: "l=400,epsilon=1,delta=16",
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range set.Segments {
		var word, rep int
		if _, err := fmt.Sscanf(strings.TrimSuffix(set.Segments[i].Name, ".wav"), "%d_theo_%d", &word, &rep); err != nil {
			t.Fatal(err)
		}
		set.Segments[i].Held = rep >= 9
	}
	return set
}

// Mean test slowness of 200 features with all samples as supports, against
// values computed by an independent program (Böhmer et al. 2012, figure 1a).
// That program follows Algorithm 1 as printed, whose rounding shows at small λ.
func TestReferenceOneSpeakerFullKernel(t *testing.T) {
	set := oneSpeaker(t)
	s := sweep.Spec{Split: split.Options{Seed: 1}}.With("sigma", "5,10", "lambda", "1e-9,1e-7,1e-5,1e-3", "select", "all", "p", "200", "readout", "none")
	want := map[[2]float64]float64{
		{5, 1e-9}: 0.382, {5, 1e-7}: 0.272, {5, 1e-5}: 0.197, {5, 1e-3}: 1.343,
		{10, 1e-9}: 0.321, {10, 1e-7}: 0.185, {10, 1e-5}: 0.335, {10, 1e-3}: 1.945,
	}
	if !testenv.Full() {
		s.Set("sigma", "5")
		s.Set("lambda", "1e-9,1e-5")
	}
	for _, r := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
		if r.NTrain != 1080 || r.NTest != 1058 {
			t.Fatalf("n = %d and %d, want 1080 and 1058", r.NTrain, r.NTest)
		}
		at := [2]float64{kernel.Sigma.X(r.Point), method.Lambda.X(r.Point)}
		if got := float64(r.Slowness.MeanTest); math.Abs(got-want[at]) > 0.003 {
			t.Errorf("σ = %g, λ = %g: test slowness %.4f, want %.3f", at[0], at[1], got, want[at])
		}
		if !r.Variance.OK {
			t.Errorf("σ = %g, λ = %g: variance %+v", at[0], at[1], r.Variance)
		}
	}
}

func TestReferenceOneSpeakerSubsets(t *testing.T) {
	set := oneSpeaker(t)
	s := sweep.Spec{Split: split.Options{Seed: 1}}.With("space", "kernel", "sigma", "5", "lambda", "1e-7", "m", "200,400,800", "p", "100", "select", "mp-mah,random", "readout", "none")
	want := map[int]float64{200: 0.85, 400: 0.28, 800: 0.14}
	if !testenv.Full() {
		s.Set("m", "200,400")
		delete(want, 800)
	}
	slowness := map[string]map[int]float64{"mp-mah": {}, "random": {}}
	for _, r := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
		slowness[subset.Name.Of(r.Point)][subset.M.Of(r.Point)] = float64(r.Slowness.MeanTest)
		if subset.Name.Of(r.Point) == "mp-mah" && !slices.Equal(r.Picks[:10], trainRows(set, []int{0, 231, 234, 228, 237, 345, 341, 344, 240, 239})) {
			t.Errorf("m = %d: picks %v", subset.M.Of(r.Point), r.Picks[:10])
		}
	}
	for m, w := range want {
		if got := slowness["mp-mah"][m]; math.Abs(got-w) > 0.01 {
			t.Errorf("MP-MAH, m = %d: test slowness %.4f, want %.2f", m, got, w)
		}
		if slowness["random"][m] < slowness["mp-mah"][m]*1.3 {
			t.Errorf("m = %d: random %.3f is as good as MP-MAH %.3f", m, slowness["random"][m], slowness["mp-mah"][m])
		}
	}
	lin := sweep.Spec{Split: split.Options{Seed: 1}}.With("space", "linear", "lambda", "0", "p", "200", "readout", "none")
	for _, r := range runAll(t, sweeptest.Plan(t, set, lin), sweep.RunOptions{}).results {
		if got := float64(r.Slowness.MeanTest); math.Abs(got-0.8015) > 0.0005 {
			t.Errorf("linear SFA: test slowness %.4f, want 0.8015", got)
		}
	}
}

// trainRows turns places in the training part into rows of the set.
func trainRows(set *data.Set, at []int) []int {
	var rows []int
	for _, s := range set.Segments {
		for t := s.Start; t < s.End && !s.Held; t++ {
			rows = append(rows, t)
		}
	}
	out := make([]int, len(at))
	for i, a := range at {
		out[i] = rows[a]
	}
	return out
}

// Words of speakers that were never heard: slow features tell the vowel with
// every readout, and better than as many kernel principal components do
// (Böhmer et al. 2012, figure 3, on other recordings; thinned out for time).
func TestReferenceWordsOfUnseenSpeakers(t *testing.T) {
	reps := "5..10"
	if testenv.Full() {
		reps = "5..14"
	}
	set, err := datasets.Open(context.Background(), datasets.Options{
		Paths: []string{realdata.Path(t, "fsdd_three_seven")}, Name: "{label}_{group}_{rep}",
		Where: "rep=" + reps, Embed: "l=400,epsilon=1,delta=24",
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := sweep.Spec{Split: split.Options{Folds: 3, Seed: 1}}.With("method", "sfa,pca", "sigma", "norm:2", "lambda", "0", "m", "200", "p", "32", "readout", "least-squares,perceptron,logistic")
	right := map[string]map[string]float64{"sfa": {}, "pca": {}}
	for _, results := range byConfig(t, set, s) {
		c := results[0].Point
		right[method.Name.Of(c)][readout.Name.Of(c)] = meanOver(results, segmentsRight)
	}
	for readout, want := range map[string]float64{"least-squares": 0.892, "perceptron": 0.975, "logistic": 0.950} {
		got := right["sfa"][readout]
		if math.Abs(got-want) > 0.07 {
			t.Errorf("%s: %.3f of the words right, want %.3f ± 0.07", readout, got, want)
		}
		if right["pca"][readout] >= got {
			t.Errorf("%s: kernel PCA gets %.3f right, SFA %.3f", readout, right["pca"][readout], got)
		}
	}
}

// Handwritten digits under the clustered graph, against values computed by an
// independent program: linear, and quadratic on 20 whitened components
// (Escalante-B. and Wiskott 2013).
func TestReferenceDigitsClusteredGraph(t *testing.T) {
	set, err := datasets.Open(context.Background(), datasets.Options{
		Paths: []string{realdata.Path(t, "digits_8x8", "digits.csv")}, Label: "label",
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	set.Segments = []data.Segment{{Name: "train", Start: 0, End: 1200}, {Name: "test", Start: 1200, End: 1797, Held: true}}
	results := map[string]*result.Result{}
	for front, kind := range map[string]string{"none": "linear", "whiten:20": "poly"} {
		s := sweep.Spec{Split: split.Options{Seed: 1}}.With("front", front, "space", kind, "degree", "2", "graph", "clustered", "lambda", "0", "p", "9", "readout", "gaussian,centroid")
		maps.Copy(results, runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results)
	}
	right := map[string]float64{"none linear gaussian": 0.9196, "none linear centroid": 0.8978, "whiten poly gaussian": 0.9497, "whiten poly centroid": 0.9648}
	delta := map[string][]float64{
		"none linear": {0.21596, 0.27635, 0.33391, 0.48367, 0.59881, 0.69383, 0.84100, 1.0233, 1.2490},
		"whiten poly": {0.05506},
	}
	seen := 0
	for _, r := range results {
		front, _, _ := strings.Cut(space.Reduction.Of(r.Point)+":", ":")
		if front == "" {
			front = "none"
		}
		name := front + " " + space.Name.Of(r.Point)
		want, ok := right[name+" "+readout.Name.Of(r.Point)]
		if !ok {
			continue
		}
		seen++
		if r.Error != "" {
			t.Fatalf("%s: %s", name, r.Error)
		}
		if got := float64(r.Accuracy.Sample); math.Abs(got-want) > 0.0018 {
			t.Errorf("%s %s: %.4f right, want %.4f", name, readout.Name.Of(r.Point), got, want)
		}
		for i, d := range delta[name] {
			if got := float64(r.Graph.Delta[i]); math.Abs(got-d) > 1e-4*d {
				t.Errorf("%s: Δ%d = %.6f, want %.6f", name, i+1, got, d)
			}
		}
		if !r.Variance.OK || r.Graph.Consistency > 1e-9 || r.Graph.Components != 10 {
			t.Errorf("%s: variance %+v, graph %+v", name, r.Variance, r.Graph)
		}
	}
	if seen != 4 {
		t.Errorf("%d of the 4 points were seen", seen)
	}
}

// Linear SFA on the transitions inside the training series of nine speakers.
func TestReferenceJapaneseVowels(t *testing.T) {
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{realdata.Path(t, "japanese_vowels")}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := featuresOf(t, set, sweep.Spec{}.With("space", "linear", "lambda", "0", "p", "4"))
	if n, _ := out.Train.Dims(); n-len(out.TrainSpans) != 4004 {
		t.Errorf("%d transitions, want 4004", n-len(out.TrainSpans))
	}
	got := measure.Slowness(out.Train, out.TrainSpans)
	for i, want := range []float64{0.01618, 0.02587, 0.04534, 0.05484} {
		if math.Abs(got[i]-want) > 1e-5 {
			t.Errorf("slowness %d is %.6f, want %.5f", i, got[i], want)
		}
	}
}

// byConfig are the results of a sweep in the order of its plan, those of one
// configuration together.
func byConfig(t *testing.T, set *data.Set, s sweep.Spec) (out [][]*result.Result) {
	t.Helper()
	p := sweeptest.Plan(t, set, s)
	byKey := runAll(t, p, sweep.RunOptions{}).results
	at := map[part.Point]int{}
	for _, e := range p.Entries {
		i, ok := at[e.Point.Config()]
		if !ok {
			i = len(out)
			at[e.Point.Config()], out = i, append(out, nil)
		}
		out[i] = append(out[i], byKey[e.Key])
	}
	return out
}

// meanOver is the mean of a measure over results.
func meanOver(results []*result.Result, of func(*result.Result) part.Float) float64 {
	sum := 0.0
	for _, r := range results {
		sum += float64(of(r))
	}
	return sum / float64(len(results))
}

func segmentsRight(r *result.Result) part.Float { return r.Accuracy.Segment }
