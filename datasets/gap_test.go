package datasets

import (
	"fmt"
	"slices"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/split"
	"gonum.org/v1/gonum/mat"
)

// lengthsSet returns a set with segments of those lengths, and nothing else.
func lengthsSet(groups []string, lengths ...int) *data.Set {
	n := 0
	s := &data.Set{}
	for i, l := range lengths {
		g := ""
		if groups != nil {
			g = groups[i]
		}
		s.Segments = append(s.Segments, data.Segment{Name: fmt.Sprint(i), Group: g, Start: n, End: n + l})
		n += l
	}
	s.X = mat.NewDense(n, 1, nil)
	return s
}

// markedRows marks the rows of a part.
func markedRows(s *data.Set, p data.Part) []bool {
	n, _ := s.X.Dims()
	in := make([]bool, n)
	for _, span := range p {
		for i := span.Start; i < span.End; i++ {
			in[i] = true
		}
	}
	return in
}

// Gap separates training from test rows within the same segment, and only
// there.
func TestGap(t *testing.T) {
	for _, s := range []*data.Set{lengthsSet(nil, 200), lengthsSet(nil, 50, 70, 80)} {
		for _, o := range []split.Options{{Folds: 4}, {Folds: 1}, {Repeats: 3, TrainFraction: 0.5}, {Folds: 4, Validation: 0.2}} {
			o.Seed, o.Gap, o.By = 1, 3, "block"
			folds, err := split.Folds(s, o)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range folds {
				train, test, validation := markedRows(s, f.Train), markedRows(s, f.Test), make([]bool, 200)
				for _, in := range f.Inner {
					train, validation = markedRows(s, in.Fit), markedRows(s, in.Validation)
				}
				for _, seg := range s.Segments {
					for i := seg.Start; i < seg.End; i++ {
						for k := max(seg.Start, i-o.Gap); k <= min(seg.End-1, i+o.Gap); k++ {
							if test[i] && (train[k] || validation[k]) || validation[i] && train[k] {
								t.Fatalf("%+v: rows %d and %d are in two parts", o, i, k)
							}
						}
					}
				}
				o.Gap = 0
				whole, _ := split.Folds(s, o)
				o.Gap = 3
				if f.Test.Samples() != whole[0].Test.Samples() && o.Repeats == 0 && o.Folds == 1 || f.Train.Samples() == 0 {
					t.Errorf("%+v: %d for training, %d for testing", o, f.Train.Samples(), f.Test.Samples())
				}
			}
		}
	}
	s := lengthsSet(nil, 40)
	for o, want := range map[split.Options]string{
		{Folds: 4, Gap: 40, Seed: 1}:                        "--gap 40 leaves nothing",
		{Folds: 4, Gap: -1}:                                 "--gap -1",
		{Folds: 2, By: "sample"}:                            "choose group, segment, block or row",
		{Folds: 2, By: "group"}:                             "there are not two groups",
		{Folds: 2, By: "segment"}:                           "only one segment",
		{LeaveOneOut: true}:                                 "two groups or segments",
		{LeaveOneOut: true, Gap: 2}:                         "use only one of them",
		{LeaveOneOut: true, Folds: 3}:                       "leave out --folds",
		{LeaveOneOut: true, By: "block"}:                    "say how many with --folds",
		{Repeats: 2, LeaveOneOut: true, TrainFraction: 0.5}: "leave out --folds",
	} {
		if _, err := split.Folds(s, o); err == nil {
			t.Errorf("%+v: no error", o)
		} else {
			check.Error(t, err, true, want)
		}
	}
	if _, err := split.Folds(lengthsSet(nil, 10, 10, 10), split.Options{Folds: 3, Gap: 2}); err == nil {
		t.Error("a gap between whole segments is no error")
	}
}

func TestSplitBy(t *testing.T) {
	s := lengthsSet([]string{"p", "p", "q", "q"}, 10, 10, 10, 10)
	for by, units := range map[string]int{"": 2, "group": 2, "segment": 4} {
		o := split.Resolve(s, split.Options{LeaveOneOut: true, By: by, Seed: 1})
		folds, err := split.Folds(s, o)
		if err != nil || len(folds) != units || o.Folds != units {
			t.Fatalf("%q: %d folds, %v", by, len(folds), err)
		}
		tested := make([]int, 40)
		for _, f := range folds {
			if f.Test.Samples() != 40/units {
				t.Errorf("%q: %v", by, f.Test)
			}
			for i, in := range markedRows(s, f.Test) {
				if in {
					tested[i]++
				}
			}
		}
		if slices.Min(tested) != 1 || slices.Max(tested) != 1 {
			t.Errorf("%q: tested %v", by, tested)
		}
	}
	// blocks continue from one segment to the next
	folds, err := split.Folds(s, split.Options{By: "block", Folds: 3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if want := (data.Part{{Segment: 1, Start: 13, End: 20}, {Segment: 2, Start: 20, End: 26}}); !slices.Equal(folds[1].Test, want) {
		t.Errorf("%v", folds[1].Test)
	}
}
