package run

import (
	"reflect"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
)

// A point of a share has the numbers of a set that has no other rows to train on.
func TestTrainShareTrainsOnItsRowsAlone(t *testing.T) {
	set := sweeptest.Trials(6, 4, 30)
	spec := sweeptest.Spec().With("train-share", "0.34,1", "space", "linear", "method", "sfa", "p", "2", "readout", "lda", "lambda", "0")
	spec.Split.Folds, spec.Split.Validation = 1, 0
	plan := sweeptest.Plan(t, set, spec)
	of := runAll(t, plan, sweep.RunOptions{}).results
	for _, j := range plan.Jobs {
		alone := only(set, j.Fold.Train, j.Fold.Test)
		narrow := spec.With("train-share", "")
		if n := preparation.ShareOf(j.At); n < 1 && alone.X.RawMatrix().Rows >= set.X.RawMatrix().Rows {
			t.Fatalf("share %g leaves nothing out", n)
		}
		single := sweeptest.Plan(t, alone, narrow)
		want := runAll(t, single, sweep.RunOptions{}).results[single.Entries[0].Key]
		found := false
		for _, r := range of {
			if preparation.ShareOf(r.Point) != preparation.ShareOf(j.At) {
				continue
			}
			found = true
			if r.Error != "" || r.NTrain != want.NTrain || r.NTest != want.NTest || !reflect.DeepEqual(r.Accuracy, want.Accuracy) || !sweeptest.Near(r.Slowness.Test, want.Slowness.Test, 1e-12) || !sweeptest.Near(r.Slowness.Train, want.Slowness.Train, 1e-12) {
				t.Errorf("share %g: %+v and %v, of its rows alone %+v and %v", preparation.ShareOf(j.At), r.Accuracy, r.Slowness.Test, want.Accuracy, want.Slowness.Test)
			}
		}
		if !found {
			t.Errorf("no point of share %g", preparation.ShareOf(j.At))
		}
	}
}

// only is the set of the rows of two parts, of which the second is explicit test data.
func only(s *data.Set, train, test data.Part) *data.Set {
	out := &data.Set{Name: s.Name, Inputs: s.Inputs, Classes: s.Classes}
	var rows []float64
	for k, p := range []data.Part{train, test} {
		for _, span := range p {
			seg := s.Segments[span.Segment]
			seg.Start, seg.End, seg.Held = len(out.Label), len(out.Label)+span.Len(), k == 1
			out.Segments = append(out.Segments, seg)
			for row := span.Start; row < span.End; row++ {
				rows, out.Label = append(rows, s.X.RawRowView(row)...), append(out.Label, s.Label[row])
			}
		}
	}
	out.X = mat.NewDense(len(out.Label), len(s.Inputs), rows)
	return out
}
