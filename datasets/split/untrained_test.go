package split

import (
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"gonum.org/v1/gonum/mat"
)

// sorted is a series of so many rows of each class, one class after the other.
func sorted(classes []string, rows int) *data.Set {
	n := len(classes) * rows
	s := &data.Set{X: mat.NewDense(n, 1, nil), Inputs: []string{"x"}, Classes: classes, Label: make([]int, n), Segments: []data.Segment{{Name: "a", End: n}}}
	for i := range n {
		s.X.Set(i, 0, float64(i%7))
		s.Label[i] = i / rows
	}
	return s
}

// Rows in the order of their classes: each of three blocks is a class that is not trained on,
// and each of six half of one. The flag that is named was tried.
func TestUntrained(t *testing.T) {
	s := sorted([]string{"ant", "bee", "cat"}, 40)
	text := func(folds int) string {
		o := Options{Folds: folds, Seed: 1}
		fs, err := Folds(s, o)
		if err != nil {
			t.Fatal(err)
		}
		return Untrained(s, fs, o)
	}
	got := text(3)
	for _, part := range []string{"fold 1 tests ", "fold 2 tests ", "fold 3 tests ", "ant", "bee", "cat", "--folds 6 trains on all"} {
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
	s.Segments[0].Held = true // the data itself says what is tested
	if got := Untrained(s, []Fold{{Train: data.Part{{End: 40}}, Test: data.Part{{Start: 40, End: 80}}}}, Options{}); got != "" {
		t.Errorf("test data: %q", got)
	}
	s.Segments[0].Held = false
	// A class of one segment alone cannot be on both sides.
	alone := sorted([]string{"ant", "bee"}, 40)
	alone.Segments = []data.Segment{{Name: "a", End: 40}, {Name: "b", Start: 40, End: 80}}
	fs, err := Folds(alone, Options{Folds: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got := Untrained(alone, fs, Options{Folds: 2, Seed: 1}); !strings.Contains(got, "label more of them") {
		t.Errorf("a class in one segment: %q", got)
	}
	alone.Label = nil
	if got := Untrained(alone, fs, Options{Folds: 2, Seed: 1}); got != "" {
		t.Errorf("without labels: %q", got)
	}
}
