package split

import (
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"gonum.org/v1/gonum/mat"
)

// sorted returns a series of so many rows of each class, one class after the
// other.
func sorted(classes []string, rows int) *data.Set {
	n := len(classes) * rows
	s := &data.Set{X: mat.NewDense(n, 1, nil), Inputs: []string{"x"}, Classes: classes, Label: make([]int, n), Segments: []data.Segment{{Name: "a", End: n}}}
	for i := range n {
		s.X.Set(i, 0, float64(i%7))
		s.Label[i] = i / rows
	}
	return s
}

// Rows are in the order of their classes: each of three blocks is a class that
// is not in training, and each of six half of one. The flag in the error has
// been tried.
func TestUntrained(t *testing.T) {
	s := sorted([]string{"ant", "bee", "cat"}, 40)
	text := func(folds int) string {
		o := Options{Folds: folds, By: "block", Seed: 1}
		fs, err := Folds(s, o)
		if err != nil {
			t.Fatal(err)
		}
		return Untrained(s, fs, o)
	}
	got := text(3)
	for _, part := range []string{"fold 1 tests ", "fold 2 tests ", "fold 3 tests ", "ant", "bee", "cat", "without --split-by all are trained on"} {
		if !strings.Contains(got, part) {
			t.Errorf("three folds: %q lacks %q", got, part)
		}
	}
	if got := text(6); got != "" {
		t.Errorf("six folds: %q", got)
	}
	if got := Untrained(s, nil, Options{}); got != "" {
		t.Errorf("no folds: %q", got)
	}
	s.Segments[0].Held = true // the data itself assigns the test part
	if got := Untrained(s, []Fold{{Train: data.Part{{End: 40}}, Test: data.Part{{Start: 40, End: 80}}}}, Options{}); got != "" {
		t.Errorf("test data: %q", got)
	}
	s.Segments[0].Held = false
	// A class with a single segment cannot be on both sides.
	alone := sorted([]string{"ant", "bee"}, 40)
	alone.Segments = []data.Segment{{Name: "a", End: 40}, {Name: "b", Start: 40, End: 80}}
	o := Options{Folds: 2, By: "segment", Seed: 1}
	fs, err := Folds(alone, o)
	if err != nil {
		t.Fatal(err)
	}
	if got := Untrained(alone, fs, o); !strings.Contains(got, "without --split-by all") {
		t.Errorf("a class in one segment: %q", got)
	}
	alone.Label = nil
	if got := Untrained(alone, fs, o); got != "" {
		t.Errorf("without labels: %q", got)
	}
}

// Samples are in the order of classes: a block has its share of each class, in
// the folds and in the validation parts, whether the classes are one series or
// a segment each.
func TestBlocksOfEachClass(t *testing.T) {
	series := sorted([]string{"ant", "bee", "cat"}, 48)
	folders := sorted([]string{"ant", "bee", "cat"}, 48)
	folders.Segments = []data.Segment{{Name: "a", End: 48}, {Name: "b", Start: 48, End: 96}, {Name: "c", Start: 96, End: 144}}
	for name, s := range map[string]*data.Set{"a series": series, "a segment each": folders} {
		for _, folds := range []int{1, 3} {
			parts, err := DealtFolds(s, Options{Folds: folds, Validation: DefaultValidation, Seed: 1}, "2")
			if err != nil {
				t.Fatal(name, err)
			}
			for i, f := range parts {
				// A third of the 48 rows of each class, one after the other.
				first := 16 * i
				if folds == 1 {
					first = 32
				}
				for class, span := range f.Test {
					if span.Start != 48*class+first || span.Len() != 16 {
						t.Errorf("%s, %d folds: fold %d tests %v", name, folds, i, f.Test)
					}
				}
				// An eighth of each of the 32 others.
				for _, in := range f.Inner {
					if in.Validation.Samples() != 3*4 || in.Fit.Samples() != 3*28 || len(untrained(s, Fold{Train: in.Fit, Test: in.Validation})) > 0 {
						t.Errorf("%s, %d folds: %v is for choosing", name, folds, in.Validation)
					}
				}
			}
		}
	}
	mixed := sorted([]string{"ant", "bee"}, 48)
	for i := range mixed.Label {
		mixed.Label[i] = i / 4 % 2
	}
	parts, err := Folds(mixed, Options{Folds: 2, Seed: 1})
	if err != nil || len(parts[0].Test) != 1 || parts[0].Test.Samples() != 48 {
		t.Errorf("classes that change: %v %v", parts, err)
	}
}

// Rows are assigned at random, with each class's share; not if rows have
// measurements in common.
func TestSplitByRow(t *testing.T) {
	s := sorted([]string{"ant", "bee", "cat"}, 40)
	parts, err := DealtFolds(s, Options{Folds: 4, By: "row", Validation: DefaultValidation, Seed: 3}, "auto")
	if err != nil {
		t.Fatal(err)
	}
	tested := make([]int, 120)
	for _, f := range parts {
		of := map[int]int{}
		for _, span := range f.Test {
			for row := span.Start; row < span.End; row++ {
				of[s.Label[row]]++
				tested[row]++
			}
		}
		if of[0] != 10 || of[1] != 10 || of[2] != 10 || f.Train.Samples() != 90 || len(f.Inner) != 2 {
			t.Errorf("tests %v of the classes, trains on %d, %d parts for choosing", of, f.Train.Samples(), len(f.Inner))
		}
		if f.Test[0].Len() == 30 {
			t.Error("the rows are in order")
		}
	}
	for row, n := range tested {
		if n != 1 {
			t.Errorf("row %d is tested %d times", row, n)
		}
	}
	s.Overlap = 3
	for what, o := range map[string]Options{"share what was measured": {By: "row"}, "--gap 2": {By: "row", Gap: 2}} {
		if o.Gap > 0 {
			s.Overlap = 0
		}
		if _, err := Folds(s, o); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%+v: %v", o, err)
		}
		s.Overlap = 3
	}
}
