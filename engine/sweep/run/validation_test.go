package run

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// innerTrials is a set with enough groups for innerSpec: five to train on, each set aside once.
func innerTrials() *data.Set {
	if !testenv.Full() {
		return sweeptest.Trials(10, 2, 20)
	}
	return sweeptest.Trials(10, 2, 40)
}

// innerSpec is a sweep with five inner splits, of which some stages are random.
func innerSpec() sweep.Spec {
	s := sweep.Spec{Inner: "5", Split: split.Options{Folds: 2, Validation: 0.25, Seed: 3}}.With("standardize", "on")
	return s.With("space", "kernel,linear", "sigma", "rel:0.5", "lambda", "1e-4", "m", "12,25", "p", "4", "select", "mp-mah,random", "graph", "time,clustered", "readout", "lda")
}

// Neither the number of workers nor the models that there is memory for at once change a
// bit of a result.
func TestInnerModelsAtOnceChangeNothing(t *testing.T) {
	spec := innerSpec()
	if !testenv.Full() {
		spec.Set("graph", "time")
	}
	p := sweeptest.Plan(t, innerTrials(), spec)
	mem, err := p.Memory(1, math.MaxInt64)
	if err != nil || mem.Held.Models != 6 {
		t.Fatalf("%+v, %v", mem, err)
	}
	want := runAll(t, p, sweep.RunOptions{Workers: 1}).texts(t)
	if len(want) != len(p.Entries) {
		t.Fatalf("%d of %d points", len(want), len(p.Entries))
	}
	seen := map[sweep.Held]bool{}
	for budget := mem.Total(); ; budget -= mem.Total() / 40 {
		now, err := p.Memory(1, budget)
		if err != nil {
			break
		}
		if seen[now.Held] || now.Held.Models > 2 && now.Held.Models < 5 {
			continue
		}
		seen[now.Held] = true
		got := runAll(t, p, sweep.RunOptions{Workers: 1 + len(seen)%3, Memory: budget}).texts(t)
		for k, text := range want {
			if got[k] != text {
				t.Fatalf("%+v: another result\n%s\n%s", now.Held, got[k], text)
			}
		}
	}
	if !seen[sweep.Held{Models: 1}] || !seen[sweep.Held{Models: 1, Alone: true}] || len(seen) < 4 {
		t.Errorf("tried were %v", seen)
	}
}

// The measures of validation are the means over the parts, which say what they are of.
func TestValidationPartsAreRecorded(t *testing.T) {
	p := sweeptest.Plan(t, innerTrials(), innerSpec())
	for _, res := range runAll(t, p, sweep.RunOptions{}).results {
		v := res.Validation
		if res.Error != "" || len(v.Parts) != 5 {
			t.Fatalf("%s: %+v", res.Error, v)
		}
		slow, right := 0.0, 0.0
		fold := p.Jobs[slices.IndexFunc(p.Jobs, func(j *sweep.Job) bool { return j.At.Fold == res.Point.Fold })].Fold
		for i, of := range v.Parts {
			in := fold.Inner[i]
			if of.Inner != i || of.N != in.Validation.Samples() || of.Fit != in.Fit.Samples() || of.Error != "" || len(of.Delta) != res.Features || !(of.Drift > 0) || of.FirstSteps != nil {
				t.Fatalf("part %d: %+v of %+v", i, of, in)
			}
			for _, d := range of.Delta {
				slow += float64(d) / float64(5*len(of.Delta))
			}
			right += float64(of.Accuracy.Sample) / 5
		}
		if math.Abs(slow-float64(v.Slowness)) > 1e-12*slow || math.Abs(right-float64(v.Accuracy.Sample)) > 1e-12 {
			t.Errorf("means %g and %g, recorded %g and %g", slow, right, float64(v.Slowness), float64(v.Accuracy.Sample))
		}
	}
}

// What of a point and of its result can be looked at for choosing is the same to the last
// bit whatever the test samples are.
func TestTestSamplesChooseNothing(t *testing.T) {
	for name, change := range map[string]func(*sweep.Spec, *data.Set){
		"the last third of a series": func(s *sweep.Spec, set *data.Set) {
			s.Inner, s.Split.By = "4", "block"
		},
		"given test data": func(s *sweep.Spec, set *data.Set) {
			s.Split.Folds = 0
			for i := range set.Segments[12:] {
				set.Segments[12+i].Held = true
			}
		},
		"a single split of groups": func(*sweep.Spec, *data.Set) {},
	} {
		s := innerSpec().With("front", "pca:0.9", "m", "25", "readout", "lda")
		s.Split.Folds = 1
		s.Set("clip", "quantile:0.01")
		s.Set("xi-lambda", "1")
		clean, garbage := innerTrials(), innerTrials()
		change(&s, clean)
		change(&s, garbage)
		folds, err := s.Folds(clean)
		if err != nil {
			t.Fatal(err)
		}
		for _, span := range folds[0].Test {
			for i := span.Start; i < span.End; i++ {
				for j := range garbage.X.RawRowView(i) {
					garbage.X.RawRowView(i)[j] = 1e6 * math.Sin(float64(7*i*i+3*j))
				}
				if garbage.Label != nil {
					garbage.Label[i] = 0
				}
			}
		}
		var read [2][]string
		for i, set := range []*data.Set{clean, garbage} {
			p := sweeptest.Plan(t, set, s)
			results := runAll(t, p, sweep.RunOptions{}).results
			for _, e := range p.Entries {
				read[i] = append(read[i], chosenBy(t, results[e.Key]))
			}
		}
		if !slices.Equal(read[0], read[1]) {
			i := slices.IndexFunc(read[0], func(text string) bool { return !slices.Contains(read[1], text) })
			t.Errorf("%s: something that is chosen by depends on test samples:\n%s\n%s", name, read[0][i], read[1][i])
		}
	}
}

// chosenBy is what choosing may look at: all but what comes from test samples.
func chosenBy(t *testing.T, res *result.Result) string {
	t.Helper()
	now := *res
	now.Key, now.Seconds = "", 0
	now.Slowness.Test, now.Slowness.MeanTest, now.Slowness.EtaTest, now.Slowness.XiTest = nil, 0, nil, nil
	now.Slowness.TimeTest, now.Stretches = nil, nil
	now.Accuracy, now.Confusion, now.RMSE, now.MAE, now.Fourier = nil, nil, nil, nil, nil
	now.Notes = slices.DeleteFunc(slices.Clone(now.Notes), func(n string) bool { return strings.Contains(n, "test") })
	if now.Latent != nil {
		latent := *now.Latent
		latent.Test, latent.AnglesTest, latent.LinearTest = nil, nil, nil
		now.Latent = &latent
	}
	b, err := json.Marshal(now)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// An inner split of which nothing can be fitted is recorded in its part, and the point's
// other parts are kept.
func TestAFailedValidationPartIsRecorded(t *testing.T) {
	set := sweeptest.Trials(4, 1, 40)
	for i := range 40 { // the first segment never changes
		for j := range set.X.RawRowView(i) {
			set.X.RawRowView(i)[j] = 1
		}
	}
	s := sweep.Spec{Inner: "2", Split: split.Options{Folds: 1, By: "segment", Validation: 0.9, Seed: 1}}.With("space", "linear", "lambda", "0", "p", "1", "readout", "none")
	for seed := uint64(1); seed < 40; seed++ {
		s.Split.Seed = seed
		folds, err := s.Folds(set)
		if err != nil {
			t.Fatal(err)
		}
		constant := func(in split.Inner) bool { return len(in.Fit) == 1 && in.Fit[0].Segment == 0 }
		bad := slices.IndexFunc(folds[0].Inner, constant)
		if bad < 0 || constant(folds[0].Inner[1-bad]) {
			continue
		}
		for _, res := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
			v := res.Validation
			if res.Error != "" || v.Parts[bad].Error == "" || v.Parts[1-bad].Error != "" || math.IsNaN(float64(v.Slowness)) {
				t.Errorf("%s: %+v", res.Error, v)
			}
			if !slices.ContainsFunc(res.Notes, func(n string) bool { return strings.HasPrefix(n, "1 of 2 validation parts") }) {
				t.Errorf("notes %q", res.Notes)
			}
		}
		return
	}
	t.Fatal("no seed fits to the constant segment alone")
}

// Stretches of the test part, and what is recorded of the first feature on validation parts,
// are those of the features themselves, solved for again.
func TestStretchesAndFirstFeatureAreRecorded(t *testing.T) {
	set := innerTrials()
	set.Segments = []data.Segment{{Name: "all", End: set.Segments[len(set.Segments)-1].End}}
	s := sweep.Spec{Inner: "4", Split: split.Options{Folds: 1, By: "block", Validation: 0.25, Seed: 3}}.With("space", "kernel", "sigma", "rel:1", "lambda", "1e-4", "m", "12", "p", "2", "graph", "time,clustered", "readout", "none")
	set.Rate = 1
	p := sweeptest.Plan(t, set, s)
	for _, res := range runAll(t, p, sweep.RunOptions{}).results {
		solved, err := Solve(t.Context(), set, "hash", res.Point)
		if err != nil {
			t.Fatal(err)
		}
		ends := measure.StretchEnds(solved.TestSpans, res.NValidation)
		if len(ends) < 3 || len(res.Stretches) != len(ends) {
			t.Fatalf("%d stretches of %d rows: %v", len(res.Stretches), res.NTest, ends)
		}
		start := 0
		for i, end := range ends {
			of := res.Stretches[i]
			got := of.Delta
			if res.Point.Text("graph") == "clustered" {
				got = of.Time
			}
			if want := slownessOf(solved.Test, solved.TestSpans, start, end, 1); of.N != end-start || math.Abs(float64(got[1])-want) > 1e-9*want {
				t.Errorf("%s: stretch %d is %+v, slowness %g", res.Point.Label(), i, of, want)
			}
			start = end
		}
		i := 0
		err = EachValidation(t.Context(), set, "hash", res.Point, func(solved *Solved, err error) error {
			of, n := res.Validation.Parts[i], 0
			i++
			total, pairs := 0.0, 0
			for _, length := range solved.TestSpans {
				for k := n + 1; k < n+length; k++ {
					d := solved.Test.At(k, 0) - solved.Test.At(k-1, 0)
					total, pairs = total+d*d, pairs+1
				}
				n += length
			}
			all := slices.Concat(mat.Col(nil, 0, solved.Test), mat.Col(nil, 0, solved.Train))
			total /= stat.PopVariance(all, nil)
			sum := 0.0
			for i, v := range of.FirstSteps {
				sum += float64(v) * float64((i+1)*pairs/4-i*pairs/4)
			}
			if len(of.FirstSteps) != 4 || math.Abs(sum-total) > 1e-9*total {
				t.Errorf("steps %v of %d pairs, sum %g", of.FirstSteps, pairs, total)
			}
			if m := float64(*of.FirstMemory); !(m >= 1 && m <= float64(slices.Max(solved.TestSpans))) {
				t.Errorf("a memory of %g rows", m)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// slownessOf is Δ of a feature on the rows from start to end-1, divided by its variance there.
func slownessOf(phi *mat.Dense, spans []int, start, end, feature int) float64 {
	steps, pairs, at := 0.0, 0, 0
	for _, length := range spans {
		for k := max(at, start) + 1; k < min(at+length, end); k++ {
			d := phi.At(k, feature) - phi.At(k-1, feature)
			steps, pairs = steps+d*d, pairs+1
		}
		at += length
	}
	return steps / float64(pairs) / stat.PopVariance(mat.Col(nil, feature, phi)[start:end], nil)
}
