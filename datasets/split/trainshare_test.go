package split

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"gonum.org/v1/gonum/mat"
)

// A share of the training parts consists of whole units of them, in nested
// prefixes, while test and validation parts are unchanged. Share 1 changes
// nothing.
func TestTrainShare(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		segments, groups, classes := 8+rng.IntN(20), []int{0, 0, 5, 9}[seed%4], []int{0, 2}[seed/4%2]
		s := randomSet(rng, segments, groups, classes)
		o := Options{Folds: 1 + rng.IntN(3), Validation: 0.25, Inner: rng.IntN(4), Seed: seed}
		all, err := Folds(s, o)
		if err != nil {
			t.Fatal(err)
		}
		o.TrainShare = 1
		if whole, _ := Folds(s, o); !reflect.DeepEqual(whole, all) {
			t.Errorf("seed %d: a share of 1 changes the parts", seed)
		}
		larger := all
		for _, share := range []float64{0.75, 0.5, 0.3} {
			o.TrainShare = share
			folds, err := Folds(s, o)
			if err != nil {
				t.Fatalf("seed %d, share %g: %v", seed, share, err)
			}
			for i, f := range folds {
				if !reflect.DeepEqual(f.Test, all[i].Test) || len(f.Inner) != len(all[i].Inner) {
					t.Fatalf("seed %d, share %g: the test part of fold %d or its inner splits differ", seed, share, i)
				}
				checkShare(t, s, f.Train, larger[i].Train, all[i].Train, share, groups > 0)
				for k, in := range f.Inner {
					if !reflect.DeepEqual(in.Validation, all[i].Inner[k].Validation) {
						t.Errorf("seed %d, share %g: another validation part", seed, share)
					}
					checkShare(t, s, in.Fit, larger[i].Inner[k].Fit, all[i].Inner[k].Fit, share, groups > 0)
				}
			}
			larger = folds
		}
	}
}

// checkShare checks a share of a part: whole units, a subset of a larger share,
// and the number of units, in each class if segments are assigned.
func checkShare(t *testing.T, s *data.Set, p, larger, all data.Part, share float64, grouped bool) {
	t.Helper()
	if !subset(rowsOf(p), rowsOf(larger)) {
		t.Errorf("share %g: %v is no subset of %v", share, p, larger)
	}
	units := func(p data.Part) map[int]map[string]int { // rows of each unit, by class
		out := map[int]map[string]int{}
		for _, span := range p {
			seg, class := s.Segments[span.Segment], 0
			name := seg.Name
			if grouped {
				name = seg.Group
			} else if s.Label != nil {
				class = s.Label[seg.Start]
			}
			if out[class] == nil {
				out[class] = map[string]int{}
			}
			out[class][name] += span.Len()
		}
		return out
	}
	have, of := units(p), units(all)
	if grouped && len(of[0]) == 1 {
		return // a single group is divided into its segments
	}
	for class, names := range of {
		if want := max(1, int(math.Round(share*float64(len(names))))); len(have[class]) != want {
			t.Errorf("share %g: %d of %d units of class %d, want %d", share, len(have[class]), len(names), class, want)
		}
		for name, rows := range have[class] {
			if rows != names[name] {
				t.Errorf("share %g: %d of %d rows of unit %s", share, rows, names[name], name)
			}
		}
	}
}

// A share of a single series consists of some of 20 blocks of consecutive rows
// of the training part.
func TestTrainShareOfOneSeries(t *testing.T) {
	s := series(1200, 5)
	o, all := dealt(t, s, Options{Folds: 3, Validation: 0.25, Seed: 4}, "auto")
	for _, share := range []float64{0.1, 0.25, 0.5, 0.9} {
		o.TrainShare = share
		folds, err := Folds(s, o)
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range folds {
			if n, m := f.Train.Samples(), all[i].Train.Samples(); math.Abs(float64(n)-share*float64(m)) > 20 || !subset(rowsOf(f.Train), rowsOf(all[i].Train)) {
				t.Errorf("share %g: %d of %d rows", share, n, m)
			}
			if len(f.Train) > int(20*share)+2 {
				t.Errorf("share %g: %d stretches", share, len(f.Train))
			}
			for k, in := range f.Inner {
				if m := all[i].Inner[k].Fit.Samples(); math.Abs(float64(in.Fit.Samples())-share*float64(m)) > 20 || !reflect.DeepEqual(in.Validation, all[i].Inner[k].Validation) {
					t.Errorf("share %g: %d of %d rows of a fit", share, in.Fit.Samples(), m)
				}
			}
		}
	}
}

// If the data assigns validation rows inside a group, a share contains none of
// them.
func TestTrainShareKeepsWrittenParts(t *testing.T) {
	s := &data.Set{X: mat.NewDense(70, 1, nil)}
	for i := range 7 {
		s.Segments = append(s.Segments, data.Segment{Name: string(rune('a' + i)), Group: string(rune('x' + i/2)), Start: 10 * i, End: 10*i + 10, Aside: i%2 == 1, Held: i == 6})
	}
	for _, share := range []float64{0.3, 0.7, 0.99} {
		folds, err := Folds(s, Options{Validation: 0.25, TrainShare: share, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		in := folds[0].Inner[0]
		if want := 10 * max(1, int(math.Round(3*share))); in.Fit.Samples() != want || in.Validation.Samples() != 30 || folds[0].Train.Samples() != 2*want {
			t.Errorf("share %g: %v and %v", share, folds[0].Train, in)
		}
		for _, span := range in.Fit {
			if s.Segments[span.Segment].Aside {
				t.Errorf("share %g: fitted on %v", share, in.Fit)
			}
		}
	}
}

// A share without anything that changes over time is refused with the flag's
// name.
func TestTrainShareThatLeavesNothing(t *testing.T) {
	s := &data.Set{X: mat.NewDense(12, 1, nil)}
	for i, n := range []int{1, 1, 1, 1, 1, 1, 1, 1, 2, 2} {
		start := 0
		if i > 0 {
			start = s.Segments[i-1].End
		}
		s.Segments = append(s.Segments, data.Segment{Name: string(rune('a' + i)), Start: start, End: start + n})
	}
	s.Segments[9].Held = true
	refused := 0
	for seed := range uint64(20) {
		if _, err := Folds(s, Options{TrainShare: 0.2, Seed: seed}); err != nil {
			refused++
			if !strings.Contains(err.Error(), "--train-share 0.2: fold 1: 2 samples left to train on, but no two consecutive ones in a segment, so slowness cannot be measured: take a larger share") {
				t.Fatal(err)
			}
		}
	}
	if refused == 0 || refused == 20 {
		t.Errorf("%d of 20 refused", refused)
	}
}
