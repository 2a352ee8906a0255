package encode_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/realdata"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/encode"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
)

// The nearest centroid classifies digits, on the last third, from slow features: those
// of codes in a dictionary separate the classes better than those of pixels.
func TestL40ClassesOfDigits(t *testing.T) {
	var o datasets.Options
	o.Paths, o.Label = []string{realdata.Path(t, "digits_8x8", "digits.csv")}, "label"
	set, err := datasets.Open(context.Background(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	least := map[string]float64{"own": 0.92, "split": 0.92, "soft:4.8": 0.94} // 0.3 of values up to 1
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("front", "ksvd:200:4", "code", "own,split,soft:4.8", "space", "linear", "graph", "clustered", "p", "9", "lambda", "0.1", "readout", "centroid")
	results, err := run.All(context.Background(), set, s)
	if err != nil || len(results) != len(least) {
		t.Fatal(err, results)
	}
	for _, r := range results {
		if r.Error != "" {
			t.Fatal(r.Error)
		}
		code, right := cmp.Or(encode.Code.Of(r.Point), "own"), float64(r.Accuracy.Sample)
		t.Logf("%s: %.4f of the test digits are right", code, right)
		if !(right >= least[code]) || least[code] == 0 {
			t.Errorf("%s: %.4f of the test digits are right, want %g", code, right, least[code])
		}
	}
}

// A negative number is named by its column and its sample, and what to do.
func TestNegativeNumbersAreNamed(t *testing.T) {
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		t.Fatal(err)
	}
	at := -1
	for i := range 300 {
		for j := range set.Channels() {
			set.X.Set(i, j, math.Abs(set.X.At(i, j)))
		}
		if i > 20 && at < 0 {
			at = i
			set.X.Set(i, 1, -0.25)
		}
	}
	for _, standardize := range []bool{false, true} {
		s := sweep.Spec{Split: split.Options{Folds: 1}}.With("standardize", map[bool]string{true: "on"}[standardize], "front", "nmf:2", "space", "linear", "p", "1", "lambda", "0", "readout", "none")
		results, err := run.All(context.Background(), set, s)
		want := fmt.Sprintf("column %s has -0.25 in sample %d", set.Inputs[1], at+1)
		if standardize {
			want = "--standardize makes negative numbers: leave it out"
		}
		if err != nil || !strings.Contains(results[0].Error, want) {
			t.Errorf("%v: %q, want %q", err, results[0].Error, want)
		}
	}
}
