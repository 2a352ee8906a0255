package ui

import (
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/ui/uitest"
)

// Predictions of numbers are shown over the truth, sorted by the target first; v switches to
// the order of the samples.
func TestPredictionsOverTheTruth(t *testing.T) { uitest.Bubble(t, testPredictionsOverTheTruth) }

func testPredictionsOverTheTruth(t *testing.T) {
	term := newTerminal(t, 80, 24)
	c := tinyConfig(t)
	c.AutoStart = true
	c.Data = datasets.Options{Paths: []string{"regression"}, Limit: 300}
	c.Spec = c.Spec.With("space", "linear", "graph", "serial", "lambda", "0", "readout", "linear")
	c.Spec.Split = split.Options{Folds: 1, Validation: 0.3}
	ended := term.start(c, func(c Config) (string, error) { return Workbench(t.Context(), c) })
	term.until("1/1 fits", "✓ done")
	term.typeKeys("U")
	term.until("▸U predictions", "RMSE ", " on test", "─●─ truth", "· prediction", "test samples by their target")
	term.typeKeys("v")
	term.until("▸U predictions", "RMSE ", "─●─ prediction", "· truth", "sample of the test part")
	term.typeKeys("q")
	if got := waitForResult(term, ended); got.err != nil {
		t.Fatal(got.err)
	}
}
