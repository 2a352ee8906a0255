package split

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/internal/check"
	"gonum.org/v1/gonum/mat"
)

// series returns a single segment of so many rows, of which rows less than
// overlap apart overlap.
func series(rows, overlap int) *data.Set {
	return &data.Set{X: mat.NewDense(rows, 1, nil), Segments: []data.Segment{{Name: "series", End: rows}}, Overlap: overlap}
}

// dealt returns the folds of a set with so many inner splits.
func dealt(t *testing.T, s *data.Set, o Options, inner string) (Options, []Fold) {
	t.Helper()
	o, err := Dealt(s, o, inner)
	if err != nil {
		t.Fatal(err)
	}
	folds, err := Folds(s, o)
	if err != nil {
		t.Fatal(err)
	}
	return o, folds
}

func TestH1InnerSplitsOfFolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for folds, want := range map[int]int{1: 8, 2: 4, 3: 3, 4: 2, 5: 2, 7: 2, 8: 1, 12: 1} {
		for name, s := range map[string]*data.Set{"groups": randomSet(rng, 48, 24, 2), "segments": randomSet(rng, 40, 0, 2), "series": series(900, 0)} {
			for _, o := range []Options{{Folds: folds}, {Repeats: folds, TrainFraction: 0.7}} {
				o.Validation, o.Seed = DefaultValidation, 5
				_, made := dealt(t, s, o, "auto")
				for _, f := range made {
					if len(f.Inner) != want {
						t.Errorf("%s, %d folds: %d inner splits, want %d", name, folds, len(f.Inner), want)
					}
				}
			}
		}
	}
	for name, c := range map[string]struct {
		set              *data.Set
		o                Options
		inner            string
		want, validation int // inner splits as recorded, and parts
	}{
		"groups, one":     {randomSet(rng, 24, 12, 2), Options{Folds: 3, Validation: 0.25}, "1", 0, 1},
		"series, one":     {series(200, 0), Options{Folds: 3, Validation: 0.25}, "1", 1, 1},
		"series, last":    {series(200, 0), Options{Folds: 3, Validation: 0.4}, "last", 0, 1},
		"series, five":    {series(200, 0), Options{Folds: 3, Validation: 0.25}, "5", 5, 5},
		"nothing aside":   {series(200, 0), Options{Folds: 3}, "auto", 0, 0},
		"too few samples": {series(20, 0), Options{Folds: 2, Validation: 0.25}, "auto", 0, 1},
	} {
		o, folds := dealt(t, c.set, c.o, c.inner)
		if o.Inner != c.want || len(folds[0].Inner) != c.validation {
			t.Errorf("%s: %d inner splits, %d validation parts", name, o.Inner, len(folds[0].Inner))
		}
	}
	given, named := randomSet(rng, 12, 0, 2), randomSet(rng, 12, 0, 2)
	for i := range 4 {
		given.Segments[i].Held, named.Segments[i].Held, named.Segments[4+i].Aside = true, true, true
	}
	if o, _ := dealt(t, given, Options{Validation: 0.25}, "auto"); o.Inner != 8 {
		t.Errorf("test data: %d inner splits", o.Inner)
	}
	if o, folds := dealt(t, named, Options{Validation: 0.25}, "auto"); o.Inner != 0 || len(folds[0].Inner) != 1 || folds[0].Inner[0].Validation[0].Segment != 4 {
		t.Errorf("named validation rows: %d inner splits, %v", o.Inner, folds)
	}
}

func TestInnerThatCannotBe(t *testing.T) {
	named := randomSet(rand.New(rand.NewPCG(2, 2)), 9, 0, 1)
	named.Segments[0].Held, named.Segments[1].Aside = true, true
	for _, c := range []struct {
		set         *data.Set
		o           Options
		inner, want string
	}{
		{series(200, 0), Options{Validation: 0.25}, "0", "--inner 0: write auto, last or a number"},
		{series(200, 0), Options{Validation: 0.25}, "two", "--inner two: write auto, last or a number"},
		{series(200, 0), Options{Validation: 0.25}, "5000", "from 1 to 1000"},
		{series(200, 0), Options{Validation: 0.3}, "auto", "use --inner last"},
		{series(200, 0), Options{Validation: 0.3}, "4", "--validation 0.3: blocks of a single series"},
		{series(200, 0), Options{}, "4", "--validation 0 sets nothing aside"},
		{named, Options{Validation: 0.25}, "2", "the data itself defines"},
	} {
		_, err := Dealt(c.set, c.o, c.inner)
		check.Error(t, err, true, c.want)
	}
	for _, c := range []struct {
		set  *data.Set
		o    Options
		want string
	}{
		{series(90, 0), Options{Folds: 1, Inner: 40}, "40 inner splits of blocks for choosing need a training part of 80 samples, but it has 60: use --inner last"},
		{series(90, 25), Options{Folds: 1, Inner: 8, Gap: 25}, "leaves nothing to fit: use --inner last"},
		{series(90, 80), Options{Folds: 1, Inner: 8, Gap: 80}, "the windows of 80 rows at each border overlap"},
	} {
		_, err := Folds(c.set, c.o)
		check.Error(t, err, true, c.want)
	}
}

// Blocks are spread evenly, and no row to fit on is within the gap of a block.
func TestInnerBlocks(t *testing.T) {
	_, folds := dealt(t, series(120, 0), Options{Folds: 1, Validation: 0.25}, "4")
	for i, block := range []int{1, 3, 5, 7} {
		if got, want := folds[0].Inner[i].Validation, (data.Part{{Start: 10 * block, End: 10 * (block + 1)}}); !slices.Equal(got, want) {
			t.Errorf("validation part %d is %v, want %v", i, got, want)
		}
	}
	rng := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		s := series(300+rng.IntN(300), rng.IntN(5))
		o := Options{Folds: 1 + rng.IntN(4), Gap: rng.IntN(4), Validation: DefaultValidation}
		own := o.Gap
		o, folds := dealt(t, s, o, fmt.Sprint(1+rng.IntN(12)))
		if o.Gap != own+s.Overlap || o.Validation != 0 {
			t.Fatalf("gap %d of %d and %d, validation %g", o.Gap, own, s.Overlap, o.Validation)
		}
		for _, f := range folds {
			seen := map[int]int{}
			for _, in := range f.Inner {
				fit, aside, test := rowsOf(in.Fit), rowsOf(in.Validation), rowsOf(f.Test)
				for r := range aside {
					seen[r]++
					for k := r - o.Gap; k <= r+o.Gap; k++ {
						if fit[k] {
							t.Fatalf("rows %d and %d are in both parts of an inner split with a gap of %d", r, k, o.Gap)
						}
					}
				}
				for r := range test {
					for k := r - o.Gap; k <= r+o.Gap; k++ {
						if fit[k] || aside[k] {
							t.Fatalf("row %d is near row %d of the test part", k, r)
						}
					}
				}
				if !subset(fit, rowsOf(f.Train)) || !subset(aside, rowsOf(f.Train)) || len(fit)+len(aside)+4*o.Gap < f.Train.Samples() {
					t.Fatalf("%v of %v", in, f.Train)
				}
			}
			for r, n := range seen {
				if n > 1 {
					t.Fatalf("row %d is in %d validation parts", r, n)
				}
			}
		}
	}
}

// rowsOf returns the rows of a part.
func rowsOf(p data.Part) map[int]bool {
	in := map[int]bool{}
	for _, span := range p {
		for r := span.Start; r < span.End; r++ {
			in[r] = true
		}
	}
	return in
}

func subset(a, b map[int]bool) bool {
	for r := range a {
		if !b[r] {
			return false
		}
	}
	return true
}

// Units are assigned in turn: while there are enough, each is in at most one
// validation part. No group is on both sides, classes have their share, and no
// part occurs twice.
func TestInnerUnits(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range 200 {
		groups := 0
		if rng.IntN(2) == 0 {
			groups = 4 + rng.IntN(8)
		}
		s := randomSet(rng, 12+2*groups+rng.IntN(20), groups, 2)
		o := Options{Folds: 2 + rng.IntN(2), Validation: 0.1 + rng.Float64()/3, Seed: rng.Uint64()}
		asked := 2 + rng.IntN(9)
		if o.Folds == 2 && groups > 0 {
			// the smaller training part decides, and it has one unit in a
			// validation part
			if n := groups / 2; math.Round(o.Validation*float64(n)) <= 1 && n < asked {
				if _, folds := dealt(t, s, o, fmt.Sprint(asked)); len(folds[0].Inner) != n || distinctParts(folds[0].Inner) != n {
					t.Fatalf("%d inner splits of %d groups, %d of them different, where %d are asked for", len(folds[0].Inner), n, distinctParts(folds[0].Inner), asked)
				}
				if auto, folds := dealt(t, s, o, "auto"); auto.Inner > 4 || n < 4 && n > 1 && auto.Inner != n || len(folds[0].Inner) != distinctParts(folds[0].Inner) {
					t.Fatalf("auto gives %d inner splits of %d groups", auto.Inner, n)
				}
			}
		}
		asked = min(asked, max(groups/2, 6*(1-min(groups, 1)))) // 12 segments or more if there are no groups
		o, folds := dealt(t, s, o, fmt.Sprint(asked))
		for _, f := range folds {
			key := func(span data.Span) string {
				if groups > 0 {
					return s.Segments[span.Segment].Group
				}
				return fmt.Sprint(span.Segment)
			}
			units := map[string]bool{}
			for _, span := range f.Train {
				units[key(span)] = true
			}
			v := min(max(1, int(o.Validation*float64(len(units))+0.5)), len(units)-1)
			used, parts := map[string]int{}, map[string]bool{}
			for i, in := range f.Inner {
				if part := fmt.Sprint(in.Validation); parts[part] {
					t.Fatalf("the validation part %s is dealt twice", part)
				} else {
					parts[part] = true
				}
				aside := map[string]bool{}
				classes := make([]int, 2)
				for _, span := range in.Validation {
					aside[key(span)] = true
					classes[s.Label[span.Start]]++
				}
				for _, span := range in.Fit {
					if aside[key(span)] {
						t.Fatalf("%s is on both sides of an inner split", key(span))
					}
				}
				for unit := range aside {
					if used[unit]++; used[unit] > 1 && i < len(units)/v {
						t.Fatalf("inner split %d of %d units in runs of %d has %s again", i, len(units), v, unit)
					}
				}
				if len(aside) != v || in.Fit.Samples()+in.Validation.Samples() != f.Train.Samples() {
					t.Fatalf("%d units aside of %d, want %d", len(aside), len(units), v)
				}
				if groups == 0 && v > 3 && slices.Min(classes) == 0 {
					t.Fatalf("%v segments of the classes are set aside", classes)
				}
			}
		}
		if again, err := Folds(s, o); err != nil || !reflect.DeepEqual(again, folds) {
			t.Fatal("the same seed gives other inner splits")
		}
	}
	// the segments of a single group, and the blocks of a single segment
	_, folds := dealt(t, randomSet(rng, 16, 2, 0), Options{Folds: 2, Validation: 0.25}, "auto")
	if in := folds[0].Inner; len(in) != 4 || len(in[0].Validation) != 2 || len(in[0].Fit) != 6 {
		t.Errorf("one group: %v", in)
	}
	two := series(200, 0)
	two.Segments = []data.Segment{{Name: "a", End: 100}, {Name: "b", Start: 100, End: 200}}
	if _, folds = dealt(t, two, Options{Folds: 2, Validation: 0.25}, "auto"); len(folds[0].Inner) != 4 || folds[0].Inner[0].Validation.Samples() > 13 {
		t.Errorf("one segment: %v", folds[0].Inner)
	}
}
