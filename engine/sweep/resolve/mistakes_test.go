package resolve_test

import (
	"math"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/engine/sweep/run"
)

// What is listed is what the validation scores count, and a word with the label of another
// stands out.
func TestMistakesAreThoseOfTheScores(t *testing.T) {
	set, err := datasets.Open(t.Context(), datasets.Options{Paths: []string{"vowels"}, Where: "rep=1", Embed: "l=100,epsilon=5,delta=50"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	const lie = 3
	for i := set.Segments[lie].Start; i < set.Segments[lie].End; i++ {
		set.Label[i] = 1 - set.Label[i]
	}
	spec := sweep.Spec{Inner: "4", Split: split.Options{Folds: 3, Validation: 0.25, Seed: 1}}.With("sigma", "rel:1", "m", "40", "lambda", "1e-5", "p", "8", "readout", "lda")
	done, err := run.All(t.Context(), set, spec)
	if err != nil || len(done) != 3 {
		t.Fatal(len(done), err)
	}
	var folds []part.Point
	want, judged := 0, 0
	for _, r := range done {
		folds = append(folds, r.Point)
		for _, v := range r.Validation.Parts {
			want += wrong(v)
			judged += v.N
		}
	}
	found, err := resolve.Mistakes(t.Context(), set, set.Hash(), folds)
	if err != nil || found.Failed != 0 {
		t.Fatal(found, err)
	}
	got := found.Samples
	if n, _ := set.X.Dims(); found.Judged <= len(got) || found.Judged > n {
		t.Errorf("%d samples of %d are judged, %d wrongly", found.Judged, n, len(got))
	}
	count, ofLie := 0, 0
	for i, m := range got {
		count += m.Wrong
		if i > 0 && m.Row <= got[i-1].Row || m.Class == m.Label || m.Label != set.Label[m.Row] || m.Wrong > m.Judged {
			t.Fatalf("%+v behind %+v", m, got[max(i-1, 0)])
		}
		if set.SegmentAt(m.Row) == lie && m.Whole != m.Label && m.Whole >= 0 {
			ofLie++
		}
	}
	if count != want || want == 0 || want == judged {
		t.Errorf("%d mistakes, the scores count %d of %d", count, want, judged)
	}
	if ofLie == 0 {
		t.Error("the word with another label is not listed")
	}
	none := folds[0].With(readout.Name.Is("none"))
	if _, err := resolve.Mistakes(t.Context(), set, set.Hash(), []part.Point{none}); err == nil {
		t.Error("what has no readout makes mistakes")
	}
}

// wrong is how many samples of a validation part are assigned to a wrong class.
func wrong(v result.ValidationPart) int {
	return int(math.Round(float64(v.N) * (1 - float64(v.Accuracy.Sample))))
}
