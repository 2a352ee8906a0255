package run

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
)

// The slowest linear function of a line and a fast wave is the line, that of a slow wave and a
// fast one is the slow one. Where a slow wave is in two inputs, in each with as much of a fast
// one, which only their sum is without, it follows neither: |r| is √(1/2).
func TestFeaturesThatFollowARowOrAnInput(t *testing.T) {
	for name, c := range map[string]struct {
		row  func(i float64) []float64
		want string
	}{
		"a line":      {func(i float64) []float64 { return []float64{0.01 * i, math.Sin(2 * i)} }, "the first feature follows the row number (|r| = 1.0000 in training)"},
		"a slow wave": {func(i float64) []float64 { return []float64{math.Sin(2 * i), math.Sin(i / 20)} }, "the first feature follows the input slow alone (|r| = "},
		"a hidden one": {func(i float64) []float64 {
			return []float64{math.Sin(i/20) + math.Sin(2*i), math.Sin(i/20) - math.Sin(2*i)}
		}, ""},
		"a slow wave far from zero": {func(i float64) []float64 { return []float64{math.Sin(2 * i), 1e9 + math.Sin(i/20)} }, "the first feature follows the input slow alone (|r| = "},
		"one slow input":            {func(i float64) []float64 { return []float64{math.Sin(i / 20)} }, ""},
		"fewer than twenty":         {func(i float64) []float64 { return []float64{0.01 * i, math.Sin(2 * i)} }, "few"},
	} {
		rows := 600
		if c.want == "few" {
			rows, c.want = 24, ""
		}
		inputs := []string{"fast", "slow"}[:len(c.row(0))]
		set := &data.Set{Name: name, Inputs: inputs, X: mat.NewDense(rows, len(inputs), nil), Segments: []data.Segment{{Name: "all", End: rows}}}
		for i := range rows {
			set.X.SetRow(i, c.row(float64(i)))
		}
		spec := sweep.Spec{Split: split.Options{Folds: 3, Seed: 1}}.With("space", "linear", "lambda", "0", "p", "1", "readout", "none")
		for _, r := range runAll(t, sweeptest.Plan(t, set, spec), sweep.RunOptions{}).results {
			notes := strings.Join(r.Notes, "\n")
			if follows := strings.Contains(notes, "follows the"); r.Error != "" || follows != (c.want != "") || !strings.Contains(notes, c.want) {
				t.Errorf("%s: notes %q, error %q; want %q", name, r.Notes, r.Error, c.want)
			}
		}
	}
}

// The inputs that a feature follows by one pass over the rows are those of which the correlation
// is above the limit, and a constant is none.
func TestNearInputsHoldAllThatFollow(t *testing.T) {
	const rows, width = 3000, 6
	x, phi, at := mat.NewDense(rows, width, nil), make([]float64, followRows), make([]int, rows)
	for i := range rows {
		slow, fast := math.Sin(float64(i)/90), math.Sin(2*float64(i))
		x.SetRow(i, []float64{slow, 1e12 + slow, slow + 0.5*fast, 0.1, -3*slow + 0.1*fast, fast})
		at[i] = i
	}
	for i := range phi {
		phi[i] = 2 + x.At(followRow(i, followRows, rows), 0)
	}
	if got := scalesOf(x, at).near(phi, x, at); !slices.Equal(got, []int{0, 1, 4}) {
		t.Errorf("near %v, want the slow waves 0, 1 and 4", got)
	}
}
