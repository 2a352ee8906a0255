package split

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/internal/check"
	"gonum.org/v1/gonum/mat"
)

// randomSet returns a set of random segments; with groups, each segment belongs
// to one of them.
func randomSet(rng *rand.Rand, segments, groups, classes int) *data.Set {
	s := &data.Set{}
	n := 0
	for i := range segments {
		seg := data.Segment{Name: fmt.Sprint(i), Start: n, End: n + 2 + rng.IntN(20)}
		if groups > 0 {
			seg.Group = fmt.Sprint("g", i%groups)
		}
		for range seg.Len() {
			if classes > 0 {
				s.Label = append(s.Label, i%classes)
			}
		}
		n = seg.End
		s.Segments = append(s.Segments, seg)
	}
	s.X = mat.NewDense(n, 1, nil)
	return s
}

// fitOf and validationOf return the parts of a fold's first inner split;
// without one, the whole training part and nothing.
func fitOf(f Fold) data.Part {
	if f.Inner == nil {
		return f.Train
	}
	return f.Inner[0].Fit
}

func validationOf(f Fold) data.Part {
	if f.Inner == nil {
		return nil
	}
	return f.Inner[0].Validation
}

// owners returns the part of a fold to which each row of the set belongs: 1
// training, 2 validation, 3 test, 0 none. The test fails if spans overlap or
// leave their segment.
func owners(t *testing.T, s *data.Set, f Fold) []int {
	t.Helper()
	n, _ := s.X.Dims()
	who := make([]int, n)
	for i, p := range []data.Part{fitOf(f), validationOf(f), f.Test} {
		last := -1
		for _, span := range p {
			seg := s.Segments[span.Segment]
			if span.Start < seg.Start || span.End > seg.End || span.Len() < 1 || span.Start < last {
				t.Fatalf("span %v of segment %v after row %d", span, seg, last)
			}
			last = span.End
			for r := span.Start; r < span.End; r++ {
				if who[r] != 0 {
					t.Fatalf("row %d is in two parts", r)
				}
				who[r] = i + 1
			}
		}
	}
	return who
}

// checkUnits fails if a key (a group, a segment) is on two sides.
func checkUnits(t *testing.T, s *data.Set, who []int, key func(i int, seg data.Segment) string) {
	t.Helper()
	side := map[string]int{}
	for i, seg := range s.Segments {
		for r := seg.Start; r < seg.End; r++ {
			k := key(i, seg)
			if before, ok := side[k]; ok && before != who[r] {
				t.Fatalf("%s is on two sides", k)
			}
			side[k] = who[r]
		}
	}
}

func groupOf(_ int, seg data.Segment) string { return seg.Group }

func nameOf(i int, _ data.Segment) string { return fmt.Sprint(i) }

// chosenAside returns who without the distinction between training and
// validation.
func chosenAside(who []int) []int {
	out := make([]int, len(who))
	for r, w := range who {
		out[r] = max(w, 2)
	}
	return out
}

func TestSplitFolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		groups := rng.IntN(8)
		s := randomSet(rng, max(groups, 1)*2+rng.IntN(20), groups, rng.IntN(3))
		o := Options{Folds: 2 + rng.IntN(4), Seed: rng.Uint64()}
		if rng.IntN(2) == 0 {
			o.Validation = 0.05 + rng.Float64()/2
		}
		units := len(s.Segments)
		if groups > 1 {
			units = groups
		}
		folds, err := Folds(s, o)
		if units < o.Folds {
			check.Error(t, err, true, fmt.Sprintf("there are %d: use --folds %d or fewer", units, units))
			o.Folds = units // the advice can be followed
			folds, err = Folds(s, o)
		}
		if err != nil {
			if !(o.Validation > 0 && len(s.Segments) == 2) {
				t.Fatalf("%+v of %d segments, %d groups: %v", o, len(s.Segments), groups, err)
			}
			check.Error(t, err, false, "--validation 0") // a training part of a short segment
			continue
		}
		tested := make([]int, s.X.RawMatrix().Rows)
		for _, f := range folds {
			who := owners(t, s, f)
			if slices.Contains(who, 0) {
				t.Fatal("a row is in no part")
			}
			for r, w := range who {
				if w == 3 {
					tested[r]++
				}
			}
			if groups > 1 {
				checkUnits(t, s, chosenAside(who), groupOf)
			}
			checkUnits(t, s, chosenAside(who), nameOf)
			if (len(f.Inner) > 0) != (o.Validation > 0) || len(f.Train) == 0 {
				t.Fatalf("%+v gives %v", o, f)
			}
			checkAside(t, s, f, who, groups > 1)
		}
		if len(folds) != o.Folds || slices.ContainsFunc(tested, func(c int) bool { return c != 1 }) {
			t.Fatalf("%d folds test rows %v times", len(folds), tested)
		}
		if again, err := Folds(s, o); err != nil || !reflect.DeepEqual(again, folds) {
			t.Fatal("the same seed gives another split")
		}
	}
}

func TestSplitBalance(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		s := randomSet(rng, 12+rng.IntN(40), 0, 3)
		folds, err := Folds(s, Options{Folds: 4, Validation: 0.2, Seed: rng.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		units := make([]int, len(folds))
		classes := make([][]int, 3)
		for _, f := range folds {
			if want := int(math.Ceil(0.2 * float64(len(f.Train)))); len(validationOf(f)) != want {
				t.Fatalf("%d segments for validation, want %d", len(validationOf(f)), want)
			}
		}
		for i, f := range folds {
			units[i] = len(f.Test)
			count := make([]int, 3)
			for _, span := range f.Test {
				count[s.Label[span.Start]]++
			}
			for c := range classes {
				classes[c] = append(classes[c], count[c])
			}
		}
		for _, counts := range append(classes, units) {
			if slices.Max(counts)-slices.Min(counts) > 1 {
				t.Fatalf("test parts have %v segments in all, %v by class", units, classes)
			}
		}
	}
}

func TestSplitRepeats(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct{ segments, groups int }{{12, 4}, {9, 0}, {1, 0}} {
		s := randomSet(rng, c.segments, c.groups, 2)
		if c.segments == 1 {
			s.Segments[0].End = 203
			s.X, s.Label = mat.NewDense(203, 1, nil), nil
		}
		folds, err := Folds(s, Options{Repeats: 6, TrainFraction: 0.7, Validation: 0.3, Seed: 1})
		want := 6
		if c.groups > 0 {
			want = 4 // of four groups each is tested once
		}
		if err != nil || len(folds) != want {
			t.Fatalf("%+v: %d folds, %v", c, len(folds), err)
		}
		same := 0
		for _, f := range folds {
			who := owners(t, s, f)
			if slices.Contains(who, 0) {
				t.Fatal("a row is in no part")
			}
			switch {
			case c.groups > 0:
				checkUnits(t, s, who, groupOf)
			case c.segments > 1 && len(f.Test) != 3:
				t.Errorf("%d of 9 segments are tested", len(f.Test))
			case c.segments == 1 && math.Abs(float64(f.Test.Samples())-61) > 1:
				t.Errorf("%d of 203 rows are tested", f.Test.Samples())
			}
			if reflect.DeepEqual(f.Test, folds[0].Test) {
				same++
			}
		}
		if same == len(folds) {
			t.Error("all random splits are the same")
		}
	}
}

func TestSplitBlocks(t *testing.T) {
	s := &data.Set{X: mat.NewDense(10, 1, nil), Segments: []data.Segment{{Name: "a", Group: "", Start: 0, End: 10, Held: false, Aside: false}}}
	folds, err := Folds(s, Options{})
	want := []Fold{{Train: data.Part{{Segment: 0, Start: 0, End: 6}}, Test: data.Part{{Segment: 0, Start: 6, End: 10}}}}
	if err != nil || !reflect.DeepEqual(folds, want) {
		t.Errorf("single split: %v, %v", folds, err)
	}
	folds, err = Folds(s, Options{Folds: 3, Validation: 0.5, Seed: 9})
	want = []Fold{
		{Train: data.Part{{Segment: 0, Start: 3, End: 10}}, Inner: []Inner{{Fit: data.Part{{Segment: 0, Start: 3, End: 6}}, Validation: data.Part{{Segment: 0, Start: 6, End: 10}}}}, Test: data.Part{{Segment: 0, Start: 0, End: 3}}},
		{Train: data.Part{{Segment: 0, Start: 0, End: 3}, {Segment: 0, Start: 6, End: 10}}, Inner: []Inner{{Fit: data.Part{{Segment: 0, Start: 0, End: 3}}, Validation: data.Part{{Segment: 0, Start: 6, End: 10}}}}, Test: data.Part{{Segment: 0, Start: 3, End: 6}}},
		{Train: data.Part{{Segment: 0, Start: 0, End: 6}}, Inner: []Inner{{Fit: data.Part{{Segment: 0, Start: 0, End: 3}}, Validation: data.Part{{Segment: 0, Start: 3, End: 6}}}}, Test: data.Part{{Segment: 0, Start: 6, End: 10}}},
	}
	if err != nil || !reflect.DeepEqual(folds, want) {
		t.Errorf("three folds: %v, %v", folds, err)
	}
}

// TestSplitKeepsSegments requests as many folds as segments, and more: blocks
// would put parts of one segment into training and into test.
func TestSplitKeepsSegments(t *testing.T) {
	s := randomSet(rand.New(rand.NewPCG(15, 16)), 20, 0, 2)
	_, err := Folds(s, Options{Folds: 21})
	check.Error(t, err, true, "21 folds need at least 21 segments", "there are 20", "use --folds 20 or fewer")
	folds, err := Folds(s, Options{Folds: 20, Validation: 0.25})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folds {
		checkUnits(t, s, owners(t, s, f), nameOf)
		if len(f.Test) != 1 || len(validationOf(f)) != 5 {
			t.Errorf("%v", f)
		}
	}
	two := &data.Set{X: mat.NewDense(10, 1, nil), Segments: []data.Segment{{Name: "a", Group: "", Start: 0, End: 4, Held: false, Aside: false}, {Name: "b", Group: "", Start: 4, End: 10, Held: false, Aside: false}}}
	for _, o := range []Options{{}, {Folds: 2}, {Repeats: 3, TrainFraction: 0.5}} {
		folds, err := Folds(two, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range folds {
			checkUnits(t, two, owners(t, two, f), nameOf)
			if len(f.Test) != 1 || len(f.Train) != 1 {
				t.Errorf("%+v of two segments: %v", o, f)
			}
		}
	}
}

func TestSplitHeld(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	s := randomSet(rng, 8, 4, 2)
	for i := 6; i < 8; i++ {
		s.Segments[i].Held = true
	}
	folds, err := Folds(s, Options{Validation: 0.25, Seed: 3})
	if err != nil || len(folds) != 1 {
		t.Fatalf("%v, %v", folds, err)
	}
	f := folds[0]
	if len(f.Test) != 2 || f.Test[0].Segment != 6 || len(f.Train) != 6 || len(validationOf(f)) == 0 {
		t.Errorf("%v", f)
	}
	owners(t, s, f)
	if again, err := Folds(s, Options{Folds: 3, Validation: 0.25, Seed: 3}); err != nil || !reflect.DeepEqual(again, folds) {
		t.Errorf("test data rules over folds: %v, %v", again, err)
	}
	_, err = Folds(s, Options{Repeats: 3, TrainFraction: 0.5})
	check.Error(t, err, true, "--test-data")
}

func TestSplitDefaultFolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for groups, want := range map[int]int{0: 1, 1: 1, 2: 2, 3: 3, 7: 3} {
		folds, err := Folds(randomSet(rng, 14, groups, 2), Options{})
		if err != nil || len(folds) != want {
			t.Errorf("%d groups: %d folds, %v", groups, len(folds), err)
		}
	}
	for _, s := range []*data.Set{randomSet(rng, 9, 9, 1), randomSet(rng, 9, 0, 1)} {
		folds, err := Folds(s, Options{Folds: 1, Seed: 5})
		if err != nil || len(folds) != 1 || len(folds[0].Test) != 3 || len(folds[0].Train) != 6 {
			t.Errorf("a third of nine: %v, %v", folds, err)
		}
	}
}

func TestSplitErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	s := randomSet(rng, 12, 4, 2)
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Folds: -1}, "--folds -1"},
		{Options{Repeats: -1}, "--repeats -1"},
		{Options{Repeats: 5000, TrainFraction: 0.5}, "at most 1000"},
		{Options{Folds: 2, Repeats: 2}, "exclude each other"},
		{Options{Repeats: 2}, "--train-fraction"},
		{Options{Repeats: 2, TrainFraction: 1}, "between 0 and 1"},
		{Options{Repeats: 2, TrainFraction: math.NaN()}, "between 0 and 1"},
		{Options{TrainFraction: 0.5}, "--repeats"},
		{Options{Validation: 1}, "--validation 1"},
		{Options{Validation: -0.1}, "--validation -0.1"},
	} {
		_, err := Folds(s, c.o)
		check.Error(t, err, true, c.want)
	}
	_, err := Folds(s, Options{Folds: 5})
	check.Error(t, err, true, "5 groups", "there are 4", "--folds 4")
	tiny := func(n int) *data.Set {
		return &data.Set{X: mat.NewDense(n, 1, nil), Segments: []data.Segment{{Name: "a", Group: "", Start: 0, End: n, Held: false, Aside: false}}}
	}
	_, err = Folds(tiny(5), Options{Folds: 5})
	check.Error(t, err, true, "only 5 samples", "--folds 2")
	_, err = Folds(tiny(3), Options{})
	check.Error(t, err, false, "only 3 samples", "give more data")
	_, err = Folds(tiny(3), Options{Repeats: 1, TrainFraction: 0.5})
	check.Error(t, err, true, "at least 4 samples")
	_, err = Folds(tiny(5), Options{Folds: 2, Validation: 0.5})
	check.Error(t, err, true, "fold 1: nothing can be set aside", "is 3 samples", "--validation 0")
	single := &data.Set{X: mat.NewDense(4, 1, nil), Segments: []data.Segment{{Name: "a", Group: "p", Start: 0, End: 1, Held: false, Aside: false}, {Name: "b", Group: "q", Start: 1, End: 4, Held: false, Aside: false}}}
	_, err = Folds(single, Options{Folds: 2})
	check.Error(t, err, true, "has 1 sample but no two consecutive", "give longer segments")
}

func TestSegmentAt(t *testing.T) {
	s := &data.Set{Segments: []data.Segment{{Start: 0, End: 3}, {Start: 3, End: 4}, {Start: 4, End: 9}}}
	for row, want := range []int{0, 0, 0, 1, 2, 2, 2, 2, 2} {
		if got := s.SegmentAt(row); got != want {
			t.Errorf("row %d is in segment %d, want %d", row, got, want)
		}
	}
}

func TestDealtOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		segments, groups int
		o                Options
		want             string
	}{
		{6, 3, Options{}, "whole groups"}, {6, 0, Options{Folds: 3}, "whole segments"}, {6, 3, Options{By: "segment"}, "whole segments"},
		{1, 0, Options{}, "blocks of consecutive samples"}, {1, 0, Options{Gap: 2}, "2 rows left out at each border"}, {6, 3, Options{By: "block"}, "blocks"},
	} {
		got, err := DealtOut(randomSet(rng, c.segments, c.groups, 2), c.o)
		if err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%+v: %q, %v, want %q", c, got, err, c.want)
		}
	}
	if got, err := DealtOut(randomSet(rng, 1, 0, 2), Options{By: "group"}); err == nil {
		t.Errorf("one group is dealt out: %q", got)
	}
	s := randomSet(rng, 3, 0, 2)
	s.Segments[2].Held = true
	if got, err := DealtOut(s, Options{}); err != nil || got != "the test data is given" {
		t.Errorf("%q, %v", got, err)
	}
}

// The distinct random splits of small sets, enumerated on paper: test units
// such that each class has its share.
func TestRandomSplitsDiffer(t *testing.T) {
	of := func(classes ...int) *data.Set { // one segment of four rows per class
		s := &data.Set{X: mat.NewDense(4*len(classes), 1, nil)}
		for i, c := range classes {
			s.Segments = append(s.Segments, data.Segment{Name: fmt.Sprint(i), Start: 4 * i, End: 4*i + 4})
			s.Label = append(s.Label, c, c, c, c)
		}
		return s
	}
	grouped := of(0, 0, 0, 0, 0, 0)
	for i := range grouped.Segments {
		grouped.Segments[i].Group = []string{"a", "b", "c"}[i/2]
	}
	for name, c := range map[string]struct {
		set      *data.Set
		fraction float64
		want     int
	}{
		"2 segments, one tested":             {of(0, 0), 0.5, 2},
		"4 segments, 2 tested: 4·3/2":        {of(0, 0, 0, 0), 0.5, 6},
		"5 segments, 2 tested: 5·4/2":        {of(0, 0, 0, 0, 0), 0.6, 10},
		"3 groups, one tested":               {grouped, 2.0 / 3, 3},
		"2 of each class, one of each: 2·2":  {of(0, 1, 0, 1), 0.5, 4},
		"3 of each class, one of each: 3·3":  {of(0, 1, 1, 0, 1, 0), 2.0 / 3, 9},
		"4 and 2 of a class, 2 and 1: 6·2":   {of(0, 0, 1, 0, 1, 0), 0.5, 12},
		"3 classes of 2, one of each: 2·2·2": {of(2, 0, 1, 0, 2, 1), 0.5, 8},
		"5 rows in 2 blocks":                 {series(5, 0), 0.5, 2},
	} {
		for _, seed := range []uint64{1, 2, 3} {
			o := Options{Repeats: 40, TrainFraction: c.fraction, Seed: seed}
			folds, err := Folds(c.set, o)
			if err != nil || len(folds) != c.want || Resolve(c.set, o).Repeats != c.want {
				t.Fatalf("%s: %d splits, %d expected, %v", name, len(folds), Resolve(c.set, o).Repeats, err)
			}
			for i, f := range folds {
				if slices.ContainsFunc(folds[:i], func(g Fold) bool { return slices.Equal(f.Test, g.Test) }) {
					t.Errorf("%s: split %d is drawn twice", name, i)
				}
			}
			// A smaller number of them are the first of all.
			o.Repeats = c.want - 1
			if fewer, err := Folds(c.set, o); err != nil || !reflect.DeepEqual(fewer, folds[:c.want-1]) {
				t.Errorf("%s: %d splits are not the first ones, %v", name, len(fewer), err)
			}
		}
	}
	text, err := DealtOut(grouped, Options{Repeats: 3, TrainFraction: 2.0 / 3})
	if want := "whole groups are dealt out; of 3 groups only 3 random splits differ"; err != nil || text != want {
		t.Errorf("%q, %v, want %q", text, err, want)
	}
	if n := subsets(200_000, 100_000); n != maxRepeats {
		t.Errorf("%d subsets of half of many", n)
	}
}

// With three segments for training, one is for validation: three validation
// parts differ.
func TestInnerSplitsThatAreAskedForDiffer(t *testing.T) {
	s := randomSet(rand.New(rand.NewPCG(4, 4)), 4, 0, 1)
	o, folds := dealt(t, s, Options{Folds: 4, Validation: 0.3, Seed: 1}, "7")
	for _, f := range folds {
		if o.Inner != 3 || len(f.Inner) != 3 || distinctParts(f.Inner) != 3 {
			t.Errorf("%d inner splits, %d of them differ", o.Inner, distinctParts(f.Inner))
		}
	}
}

// A fold for each of 20,000 segments would list 4·10⁸ segments: it is refused at once, with the
// number of folds that is possible, 2²⁷/20,000.
func TestTooManyFoldsAreRefused(t *testing.T) {
	s := &data.Set{X: mat.NewDense(40000, 1, nil)}
	for i := range 20000 {
		s.Segments = append(s.Segments, data.Segment{Name: fmt.Sprint(i), Start: 2 * i, End: 2*i + 2})
	}
	for want, o := range map[string]Options{
		"--leave-one-out: 20000 divisions of 20000 segments are too many: use --folds 6710 or fewer": {LeaveOneOut: true},
		"--folds 7000: 7000 divisions of 20000 segments are too many: use --folds 6710 or fewer":     {Folds: 7000},
	} {
		if _, err := Folds(s, o); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
