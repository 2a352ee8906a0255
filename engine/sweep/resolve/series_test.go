package resolve

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// Models of series make the features that were measured.
func TestModelsOfSeries(t *testing.T) {
	set := sweeptest.Series(30, 20, 2)
	one := sweep.Spec{Draws: 1, Split: split.Options{Folds: 1, Seed: 1}}.With("standardize", "on")
	for _, s := range []sweep.Spec{
		one.With("kernel", "gak", "band", "none,4", "select", "mp-mah,random,all", "sigma", "rel:0.3", "basis", "stable,printed", "lambda", "1e-4", "m", "6", "p", "3", "readout", "lda"),
		one.With("kernel", "dtw,dtw-squares", "indefinite", "clip,flip,shift,square", "select", "random,all", "sigma", "rel:1", "lambda", "1e-4", "m", "6", "p", "2", "readout", "centroid"),
		one.With("kernel", "ssk,spectrum", "symbols", "sax:4,kmeans:6", "word", "2", "select", "random,all", "lambda", "1e-4", "m", "6", "p", "2", "readout", "centroid"),
		one.With("kernel", "fisher", "symbols", "sax:3", "states", "2,3", "fisher-information", "on,off", "select", "random,all", "lambda", "1e-4", "m", "6", "p", "2", "readout", "centroid"),
	} {
		for _, e := range sweeptest.Plan(t, set, s).Entries {
			model, out, err := Train(t.Context(), set, "hash", e.Point)
			if err != nil {
				t.Fatal(err)
			}
			phi, err := model.Apply(t.Context(), set.X)
			if err != nil {
				t.Fatal(err)
			}
			_, p := out.Test.Dims()
			for i, row := range out.TestRows {
				for j := range p {
					if got, want := phi.At(row, j), out.Test.At(i, j); math.Abs(got-want) > 1e-9 {
						t.Fatalf("%s: feature %d of row %d is %v, measured %v", e.Point.Label(), j, row, got, want)
					}
				}
			}
		}
	}
}

// The series that are looked at are sorted by class, and their kernel is that of the point.
func TestAlignments(t *testing.T) {
	set := sweeptest.Series(30, 20, 2)
	point := sweeptest.Plan(t, set, sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("kernel", "gak", "sigma", "1", "select", "all", "lambda", "1e-3", "p", "1", "readout", "centroid")).Entries[0].Point
	a, err := Alignments(t.Context(), set, "hash", point)
	if err != nil || a.Of != 20 || len(a.Series) != 20 || !slices.IsSorted(a.Class) {
		t.Fatalf("%v, %+v", err, a)
	}
	for i := range a.Rows {
		if a.Class[i] != set.Label[a.Rows[i]] || a.Kernel.At(i, i) != 1 || len(a.First(i)) != a.Series[i].Len() {
			t.Errorf("series %d is of row %d", i, a.Rows[i])
		}
	}
	like, other := a.Neighbours()
	if a.Class[like] != a.Class[0] || a.Class[other] == a.Class[0] {
		t.Errorf("beside the first are %d and %d", like, other)
	}
	path, cost := a.Path(0, other)
	if last := path[len(path)-1]; path[0] != [2]int{} || last != [2]int{a.Series[0].Len() - 1, a.Series[other].Len() - 1} || !(cost > 0) {
		t.Errorf("path %v, cost %g", path, cost)
	}
	point = sweeptest.Plan(t, set, sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("kernel", "ssk", "symbols", "sax:4", "select", "all", "lambda", "1e-3", "p", "1", "readout", "centroid")).Entries[0].Point
	if b, err := Alignments(t.Context(), set, "hash", point); err != nil || !b.OfStrings() || a.OfStrings() {
		t.Errorf("the error does not name the kernel of strings: %v", err)
	}
	if _, err := Alignments(t.Context(), sweeptest.Trials(4, 2, 30), "hash", point); err == nil {
		t.Error("samples in rows are aligned")
	}
}
