package run

import (
	"math"
	"runtime"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// spheredSpec is a sweep of many rotations to few functions.
func spheredSpec() sweep.Spec {
	if !testenv.Full() {
		return spheredOf("0.7")
	}
	return spheredOf("0.7,40")
}

func spheredOf(sigma string) sweep.Spec {
	return sweep.Spec{Split: split.Options{Folds: 2, Seed: 1}}.With(
		"sigma", sigma, "lambda", "0,1e-9,1e-8,1e-7,1e-6,1e-5,1e-4,1e-3", "m", "15,30", "p", "5,10", "readout", "none")
}

// What second moments of the sphered values say of training outputs is what the outputs
// say, and the same bytes for any number of workers and after a resume; also where those of
// the many functions are passed over.
func TestSpheredSweep(t *testing.T) {
	for name, c := range map[string]struct {
		spec    sweep.Spec
		sphered int
		once    bool
	}{
		"all, in one pass":      {spheredSpec(), 30, true},
		"all, of fewer samples": {spheredSpec().With("m", "15,150", "p", "5,40"), 150, false},
		"few functions":         {spheredSpec().With("m", "15,30,180"), 30, false},
	} {
		t.Run(name, func(t *testing.T) { checkSphered(t, c.spec, c.sphered, c.once) })
	}
}

func checkSphered(t *testing.T, spec sweep.Spec, sphered int, once bool) {
	set := sweeptest.Trials(12, 2, 40)
	plan := sweeptest.Plan(t, set, spec)
	for _, j := range plan.Jobs {
		if got := j.OnePass(sweep.Outer, j.Dim(j.Rows(sweep.Outer))); got != once {
			t.Fatalf("in one pass: %t", got)
		}
		if got := j.Uses(sweep.Outer).Train.Sphered; got != sphered {
			t.Fatalf("training outputs of up to %d functions are measured by second moments, not of %d", got, sphered)
		}
	}
	one := runAll(t, plan, sweep.RunOptions{Workers: 1})
	if one.stagesNamed("sphered values") == 0 {
		t.Error("nothing was sphered")
	}
	want := one.texts(t)
	done := map[string]bool{}
	for i, e := range plan.Entries {
		done[e.Key] = i%3 != 0
	}
	before := runtime.GOMAXPROCS(3)
	defer runtime.GOMAXPROCS(before)
	for name, got := range map[string]map[string]string{
		"three workers": runAll(t, sweeptest.Plan(t, set, spec), sweep.RunOptions{Workers: 3}).texts(t),
		"a third left":  runAll(t, sweeptest.Plan(t, set, spec), sweep.RunOptions{Workers: 2, Done: done}).texts(t),
	} {
		for k, w := range want {
			if !(name == "a third left" && done[k]) && got[k] != w {
				t.Errorf("%s:\n%s\nwith one worker:\n%s", name, got[k], w)
			}
		}
	}
	for i, e := range plan.Entries {
		if i%7 != 0 {
			continue
		}
		res := one.results[e.Key]
		v, err := MeasureOutputs(t.Context(), set, "hash", e.Point)
		if err != nil || res.Error != "" {
			t.Fatal(err, res.Error)
		}
		far := func(a, b part.Float) bool { return !(math.Abs(float64(a-b)) <= 1e-9) }
		for j, each := range v.Each {
			if far(each, res.Variance.Each[j]) {
				t.Errorf("%s: variance %d is %g and was measured as %g", e.Point.Label(), j, each, res.Variance.Each[j])
			}
		}
		if far(v.MaxAbsCorr, res.Variance.MaxAbsCorr) {
			t.Errorf("%s: correlation %g, measured as %g", e.Point.Label(), v.MaxAbsCorr, res.Variance.MaxAbsCorr)
		}
	}
}

// A readout looks at the outputs, and few rotations are passed over sooner.
func TestWhatIsNotSphered(t *testing.T) {
	set := sweeptest.Trials(12, 2, 40)
	for name, s := range map[string]sweep.Spec{
		"readout": spheredSpec().With("readout", "lda"), "one rotation": spheredSpec().With("lambda", "0", "m", "30"),
		"printed": spheredSpec().With("basis", "printed"), "linear": spheredSpec().With("space", "linear"),
	} {
		for _, j := range sweeptest.Plan(t, set, s).Jobs {
			if j.Uses(sweep.Outer).Train.Sphered != 0 {
				t.Errorf("%s: sphered", name)
			}
		}
	}
}
