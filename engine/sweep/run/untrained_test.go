package run

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
)

// Six segments of 50 samples, dealt out whole. Where each is a class of its own, no class that is
// tested or validated is trained on: no accuracy to choose by, and the two classes of a test part
// are named. Where two classes take turns, each part has an accuracy.
func TestAccuracyOfUntrainedClasses(t *testing.T) {
	for classes, names := range map[int][]string{6: {"c0", "c1", "c2", "c3", "c4", "c5"}, 2: {"c0", "c1"}} {
		set := &data.Set{Name: "segments", Inputs: []string{"a", "b"}, X: mat.NewDense(300, 2, nil), Classes: names, Label: make([]int, 300)}
		for s := range 6 {
			set.Segments = append(set.Segments, data.Segment{Name: fmt.Sprint("s", s), Start: 50 * s, End: 50*s + 50})
			for i := range 50 {
				set.Label[50*s+i] = s % classes
				set.X.SetRow(50*s+i, []float64{math.Sin(float64(i)/20) + float64(s%classes), math.Cos(float64(i) * 0.4)})
			}
		}
		spec := sweep.Spec{Split: split.Options{By: "segment", Folds: 3, Validation: 0.25, Seed: 1}}.With("space", "linear", "lambda", "0", "p", "2", "readout", "lda")
		for _, r := range runAll(t, sweeptest.Plan(t, set, spec), sweep.RunOptions{}).results {
			if r.Error != "" {
				t.Fatal(r.Error)
			}
			notes := strings.Join(r.Notes, "\n")
			wrong := strings.Count(notes, ": 50 samples of the test part can only be wrong")
			untested := strings.Contains(notes, "validation parts give no accuracy to choose by")
			measured := 0
			for _, v := range r.Validation.Parts {
				if v.Accuracy != nil {
					measured++
				}
			}
			if classes == 6 && (wrong != 2 || !untested || measured > 0 || !strings.Contains(notes, "class c")) {
				t.Errorf("%d of %d parts have an accuracy, notes %q", measured, len(r.Validation.Parts), r.Notes)
			}
			if u := r.Accuracy.OfUntrained(); classes == 6 && (len(u) != 2 || u[0].Samples != 50 || !strings.Contains(notes, "class "+u[0].Class+" ")) || classes == 2 && u != nil {
				t.Errorf("%d classes: %v are said to be untrained", classes, u)
			}
			if classes == 2 && (wrong > 0 || untested || measured < len(r.Validation.Parts)) {
				t.Errorf("%d of %d parts have an accuracy, notes %q", measured, len(r.Validation.Parts), r.Notes)
			}
		}
	}
}
