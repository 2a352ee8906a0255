package split

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/internal/check"
	"gonum.org/v1/gonum/mat"
)

// checkAside fails unless the validation part consists of whole groups if there
// are two or more for training, else of whole segments, else of the last rows.
func checkAside(t *testing.T, s *data.Set, f Fold, who []int, grouped bool) {
	t.Helper()
	groups, segments := map[string]bool{}, map[int]bool{}
	for _, span := range f.Train {
		segments[span.Segment] = true
		groups[s.Segments[span.Segment].Group] = true
	}
	switch {
	case grouped && len(groups) > 1:
		checkUnits(t, s, who, groupOf)
	case len(segments) > 1:
		checkUnits(t, s, who, nameOf)
	case f.Inner != nil:
		train, aside := fitOf(f)[0], validationOf(f)[0]
		if len(fitOf(f)) != 1 || len(validationOf(f)) != 1 || train.End != aside.Start || min(train.Len(), aside.Len()) < 2 {
			t.Fatalf("validation %v is not the tail of training %v", validationOf(f), fitOf(f))
		}
	}
}

// TestValidationOfOneGroup divides sets whose training part has one group,
// which the default validation must allow.
func TestValidationOfOneGroup(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	speakers := randomSet(rng, 24, 2, 0)
	for i, seg := range speakers.Segments {
		for range seg.Len() {
			speakers.Label = append(speakers.Label, i/2%2)
		}
	}
	for _, o := range []Options{{}, {Folds: 2}, {Folds: 1}, {Repeats: 4, TrainFraction: 0.5}} {
		o.Validation, o.Seed = 0.25, rng.Uint64()
		folds, err := Folds(speakers, o)
		if err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
		for _, f := range folds {
			who := owners(t, speakers, f)
			checkUnits(t, speakers, chosenAside(who), groupOf)
			checkUnits(t, speakers, who, nameOf)
			if len(f.Test) != 12 || len(fitOf(f)) != 9 || len(validationOf(f)) != 3 {
				t.Errorf("%+v: %v", o, f)
			}
			count := make([]int, 2)
			for _, span := range validationOf(f) {
				count[speakers.Label[span.Start]]++
			}
			if slices.Min(count) == 0 {
				t.Errorf("validation has %v segments of the classes", count)
			}
		}
	}
	three, err := Folds(randomSet(rng, 9, 3, 2), Options{Folds: 2, Validation: 0.25})
	if err != nil || len(three[0].Test) != 6 || len(validationOf(three[0])) != 1 || len(three[1].Test) != 3 || len(validationOf(three[1])) != 3 {
		t.Errorf("three groups: %v, %v", three, err)
	}
	held := randomSet(rng, 8, 2, 2)
	for i := range held.Segments {
		held.Segments[i].Held = i%2 == 1
	}
	folds, err := Folds(held, Options{Validation: 0.25})
	if err != nil || len(folds) != 1 || len(validationOf(folds[0])) != 1 || len(fitOf(folds[0])) != 3 || len(folds[0].Test) != 4 {
		t.Errorf("one group and test data: %v, %v", folds, err)
	}
}

// TestValidationOfOneSegment divides sets whose training part is one segment.
func TestValidationOfOneSegment(t *testing.T) {
	for _, groups := range [][2]string{{"", ""}, {"ann", "bob"}} {
		s := &data.Set{X: mat.NewDense(20, 1, nil), Segments: []data.Segment{{Name: "a", Group: groups[0], Start: 0, End: 8, Held: false, Aside: false}, {Name: "b", Group: groups[1], Start: 8, End: 20, Held: false, Aside: false}}}
		folds, err := Folds(s, Options{Folds: 2, Validation: 0.25})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range folds {
			checkAside(t, s, f, owners(t, s, f), false)
			if whole := f.Train; len(whole) != 1 || validationOf(f).Samples() != whole.Samples()/4 {
				t.Errorf("%v", f)
			}
		}
	}
	for _, c := range []struct {
		rows [3]int
		o    Options
		want string
	}{
		{[3]int{3, 3, 0}, Options{Folds: 2}, "is 3 samples of a single segment"},
		{[3]int{2, 1, 2}, Options{Folds: 1, Seed: 1}, "sample but no two consecutive"},
	} {
		s := &data.Set{}
		n := 0
		for _, rows := range c.rows {
			if rows > 0 {
				s.Segments = append(s.Segments, data.Segment{Start: n, End: n + rows})
			}
			n += rows
		}
		s.X = mat.NewDense(n, 1, nil)
		if _, err := Folds(s, c.o); err != nil {
			t.Fatalf("without validation: %v", err)
		}
		c.o.Validation = 0.25
		_, err := Folds(s, c.o)
		check.Error(t, err, c.o.isRequested(), "fold 1", c.want, "--validation 0")
	}
}
