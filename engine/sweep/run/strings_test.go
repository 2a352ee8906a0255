package run

import (
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
)

// Kernels of strings go with every selection, inner splits and draws, the same for any
// number of workers.
func TestStringsEverywhere(t *testing.T) {
	set := sweeptest.Series(30, 20, 2)
	inner := sweep.Spec{Split: split.Options{Folds: 2, Validation: 0.3, Seed: 1}, Inner: "2"}.With("standardize", "on")
	inner = inner.With("select", "mp-mah,random,all", "lambda", "1e-4", "m", "6", "p", "2", "readout", "centroid")
	for _, s := range []sweep.Spec{
		inner.With("kernel", "ssk,spectrum", "symbols", "sax:4,kmeans:6", "word", "2", "decay", "0.5,1", "basis", "stable,printed"),
		inner.With("kernel", "fisher", "symbols", "sax:3", "states", "2,3", "fisher-information", "on,off"),
	} {
		plan := sweeptest.Plan(t, set, s)
		one := runAll(t, plan, sweep.RunOptions{Workers: 1})
		three := runAll(t, plan, sweep.RunOptions{Workers: 3}).texts(t)
		for k, text := range one.texts(t) {
			if three[k] != text {
				t.Errorf("with three workers:\n%s\nwith one:\n%s", three[k], text)
			}
			r := one.results[k]
			if r.Error != "" || !r.Variance.OK || r.KernelInfo == nil || r.KernelInfo.Strings == nil {
				t.Errorf("%s: variance %+v, error %q, kernel %+v", r.Point.Label(), r.Variance, r.Error, r.KernelInfo)
				continue
			}
			if learnt := kernel.Name.Of(r.Point) == "fisher"; learnt != (r.KernelInfo.HMM != nil) {
				t.Errorf("%s: model %+v", r.Point.Label(), r.KernelInfo.HMM)
			}
		}
	}
}

// Kernel matrices of strings have no eigenvalue below zero and ones on their diagonal.
func TestStringKernelsAreNormalisedAndDefinite(t *testing.T) {
	set := sweeptest.Series(24, 15, 3)
	for _, texts := range [][]string{
		{"kernel", "ssk", "symbols", "sax:3", "word", "2", "decay", "0.7"}, {"kernel", "spectrum", "symbols", "kmeans:5", "word", "2"},
		{"kernel", "fisher", "symbols", "kmeans:5", "states", "3"}, {"kernel", "fisher", "symbols", "sax:4", "states", "2", "fisher-information", "off"},
	} {
		plan := sweeptest.Plan(t, set, wholeSeries(texts...))
		s, err := Solve(t.Context(), set, "hash", plan.Entries[0].Point)
		if err != nil {
			t.Fatal(err)
		}
		g, err := kernel.Gram(t.Context(), kernel.At(plan.Entries[0].Point), s.Parts.Train.X, false)
		if err != nil {
			t.Fatal(err)
		}
		var e mat.EigenSym
		e.Factorize(g, false)
		if least := e.Values(nil)[0]; least < -1e-10 {
			t.Errorf("%v: the least eigenvalue is %g", texts, least)
		}
		for i := range g.SymmetricDim() {
			if math.Abs(g.At(i, i)-1) > 1e-14 {
				t.Errorf("%v: kernel %v of series %d with itself", texts, g.At(i, i), i)
			}
		}
	}
}

// What strings cannot be made of is said, and what is lost of them.
func TestStringsReportFaults(t *testing.T) {
	set := sweeptest.Series(30, 20, 2)
	for text, texts := range map[string][]string{
		"the longest series has": {"kernel", "ssk", "word", "2,99"},
		"sax:8, a number":        {"kernel", "ssk", "symbols", "sax:1"},
		"kmeans:8, a number":     {"kernel", "ssk", "symbols", "kmeans:x"},
		"write sax:8, kmeans:16": {"kernel", "ssk", "symbols", "letters"},
		"at most 1":              {"kernel", "ssk", "decay", "1.5"},
		"whole number":           {"kernel", "fisher", "states", "0"},
	} {
		if _, err := sweep.NewPlan(set, "hash", wholeSeries(texts...)); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v: %v", texts, err)
		}
	}
	if _, err := sweep.NewPlan(sweeptest.Trials(4, 2, 30), "hash", wholeSeries("kernel", "ssk")); err == nil || !strings.Contains(err.Error(), "--unit segment") {
		t.Errorf("samples in rows: %v", err)
	}
	for text, of := range map[string]struct {
		texts []string
		value func(i, t int) float64
	}{
		"become one symbol":                   {[]string{"symbols", "sax:4"}, func(int, int) float64 { return 7 }},
		"only 1 frames of the training":       {[]string{"symbols", "kmeans:4"}, func(int, int) float64 { return 7 }},
		"only 2 frames of the training":       {[]string{"symbols", "kmeans:4"}, func(_, t int) float64 { return float64(t % 2) }},
		"equal to rounding to the ssk kernel": {[]string{"symbols", "values", "select", "mp-mah", "m", "5"}, func(_, t int) float64 { return float64(t % 2) }},
		"none of those of the training":       {[]string{"symbols", "values", "p", "1"}, func(i, t int) float64 { return float64((i*t + i/5) % (3 + i/28)) }},
		"have words of 3 symbols in common":   {[]string{"symbols", "values", "p", "1"}, func(i, t int) float64 { return float64(11*i + t) }},
	} {
		set := spelt(func(int) int { return 11 }, of.value)
		plan := sweeptest.Plan(t, set, wholeSeries(append([]string{"kernel", "ssk"}, of.texts...)...))
		for _, r := range runAll(t, plan, sweep.RunOptions{}).results {
			if said := r.Error + strings.Join(r.Notes, "; "); !strings.Contains(said, text) {
				t.Errorf("%v: %q does not say %q", of.texts, said, text)
			}
		}
	}
	for _, r := range runAll(t, sweeptest.Plan(t, spelt(func(i int) int { return 2 + i%7 }, func(i, t int) float64 { return float64((i + t) % 3) }), wholeSeries("kernel", "spectrum", "symbols", "values", "word", "4", "p", "1")), sweep.RunOptions{}).results {
		if said := r.Error + strings.Join(r.Notes, "; "); !strings.Contains(said, "shorter than the words of 4 symbols") {
			t.Errorf("short series: %q", said)
		}
	}
}

// Each series i has the number 3 and, where i is above 15, the numbers 100 + i and 200 + i.
func TestUnseenSymbols(t *testing.T) {
	set := spelt(func(int) int { return 6 }, func(i, t int) float64 {
		if i > 15 && t > 3 {
			return float64(100*(t-3) + i)
		}
		return 3
	})
	for _, r := range runAll(t, sweeptest.Plan(t, set, wholeSeries("kernel", "spectrum", "word", "1", "symbols", "values", "p", "1")), sweep.RunOptions{}).results {
		solved, err := Solve(t.Context(), set, "hash", r.Point)
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		for _, i := range solved.Parts.Held.Rows {
			if i > 15 {
				want += 2
			}
		}
		if want == 0 || r.KernelInfo.Unseen != want {
			t.Errorf("%d unseen symbols, want %d: %q", r.KernelInfo.Unseen, want, r.Notes)
		}
	}
	for _, r := range runAll(t, sweeptest.Plan(t, spelt(func(int) int { return 6 }, func(i, t int) float64 { return float64((i + t) % 3) }), wholeSeries("kernel", "spectrum", "word", "2", "symbols", "values", "p", "1")), sweep.RunOptions{}).results {
		if r.Error != "" || r.KernelInfo.Unseen != 0 {
			t.Errorf("%d unseen symbols where all are known, %s", r.KernelInfo.Unseen, r.Error)
		}
	}
}

// spelt are thirty series of up to eleven frames, each of so many, of given values.
func spelt(frames func(i int) int, value func(i, t int) float64) *data.Set {
	set := sweeptest.Series(30, 20, 2)
	for i := range 30 {
		x := mat.NewDense(frames(i), 1, nil)
		for t := range frames(i) {
			x.Set(t, 0, value(i, t))
		}
		data.PackSeries(set.X.RawRowView(i), x)
	}
	return set
}
