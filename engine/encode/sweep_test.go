package encode_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
)

// Slow features of the classes of digits, by the nearest centroid on the last third: codes
// in a dictionary tell them apart better than pixels.
func TestL40ClassesOfDigits(t *testing.T) {
	path := filepath.Join("..", "..", "..", "shared", "data", "digits_8x8", "digits.csv")
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("needs the shared data: ", err)
	}
	var o datasets.Options
	o.Paths, o.Label = []string{path}, "label"
	set, err := datasets.Open(context.Background(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	for code, least := range map[string]float64{"own": 0.92, "split": 0.92, "soft:4.8": 0.94} { // 0.3 of values up to 1
		s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("front", "ksvd:200:4", "code", code, "space", "linear", "graph", "clustered", "p", "9", "lambda", "0.1", "readout", "centroid")
		results, err := run.All(context.Background(), set, s)
		if err != nil || results[0].Error != "" {
			t.Fatal(err, results)
		}
		t.Logf("%s: %.4f of the test digits are right", code, float64(results[0].Accuracy.Sample))
		if right := float64(results[0].Accuracy.Sample); right < least {
			t.Errorf("%s: %.4f of the test digits are right, want %g", code, right, least)
		}
	}
}
