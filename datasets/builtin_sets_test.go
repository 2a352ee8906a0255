package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/testenv"
)

// Every built-in set opens without a flag, with the sizes in its documentation.
// It can be split, and a part can be kept for validation.
func TestBuiltinsOpen(t *testing.T) {
	for _, want := range []struct {
		name                                            string
		n, d, segments, classes, groups, latents, folds int
		target                                          bool
		rate                                            float64
	}{
		{name: "vowels", n: 5672, d: 400, segments: 108, classes: 2, groups: 18, folds: 3, rate: 16000.0 / 120},
		{name: "latent", n: 6000, d: 24, segments: 12, latents: 2, folds: 1, rate: 20},
		{name: "sincos", n: 1000, d: 2, segments: 1, latents: 1, folds: 1},
		{name: "retina", n: 2700, d: 65, segments: 6, classes: 3, latents: 2, folds: 1},
		{name: "mixture", n: 20000, d: 2, segments: 1, latents: 2, folds: 1, rate: 11025},
		{name: "force", n: 5991, d: 19, segments: 1, latents: 1, folds: 1},
		{name: "noise", n: 800, d: 10, segments: 2, latents: 2, folds: 1},
		{name: "scene", n: 4500, d: 512, segments: 9, classes: 3, groups: 3, folds: 3, rate: 22050.0 / 256},
		{name: "regression", n: 2000, d: 256, segments: 40, groups: 40, latents: 3, folds: 3, target: true},
		{name: "sunspots", n: 299, d: 11, segments: 1, folds: 1, rate: 1 / (365.25 * 86400)},
	} {
		s := mustOpen(t, Options{Paths: []string{want.name}})
		checkCover(t, s)
		n, d := s.X.Dims()
		latents := 0
		if s.Latent != nil {
			_, latents = s.Latent.Dims()
		}
		if n != want.n || d != want.d || len(s.Inputs) != d || len(s.Segments) != want.segments || len(s.Classes) != want.classes ||
			len(s.Groups()) != want.groups || latents != want.latents || (s.Target != nil) != want.target || math.Abs(s.Rate-want.rate) > 1e-9 {
			t.Errorf("%s: %d×%d with %d names, %d segments, %d classes, %d groups, %d latents, target %v, rate %g",
				want.name, n, d, len(s.Inputs), len(s.Segments), len(s.Classes), len(s.Groups()), latents, s.Target != nil, s.Rate)
		}
		if names := constantInputs(s); names != nil {
			t.Errorf("%s: constant inputs %q", want.name, names)
		}
		folds, err := split.Folds(s, split.Options{Validation: 0.25, Seed: 1})
		if err != nil || len(folds) != want.folds {
			t.Errorf("%s: %d folds, %v", want.name, len(folds), err)
		}
	}
	if len(builtin.Sets()) != 10 {
		t.Errorf("%d built-in sets, of which 10 are looked at", len(builtin.Sets()))
	}
}

// Every segment has the fields that --where uses.
func TestBuiltinFields(t *testing.T) {
	for _, b := range builtin.Sets() {
		for _, r := range b.Make().Recordings {
			if len(r.Fields) != len(b.Fields) {
				t.Errorf("%s: segment %s has the fields %v, want %v", b.Name, r.Name, r.Fields, b.Fields)
			}
			for _, f := range b.Fields {
				if r.Fields[f] == "" {
					t.Errorf("%s: segment %s has no %s", b.Name, r.Name, f)
				}
			}
		}
	}
	for _, c := range []struct {
		name, where string
		segments    int
		again       bool // a case before opens the set
	}{
		{"retina", "pass=1", 1, false},
		{"scene", "group=take3 label=bar,forest", 2, false},
		{"scene", "label=piano", 3, true},
		{"regression", "person=1..10", 10, false},
		{"regression", "group=person07", 1, true},
	} {
		if c.again && !testenv.Full() {
			continue
		}
		if s := mustOpen(t, Options{Paths: []string{c.name}, Where: c.where}); len(s.Segments) != c.segments {
			t.Errorf("%s where %s: %d segments", c.name, c.where, len(s.Segments))
		}
	}
}

// A window of the driven map has the force at its middle.
func TestForceIsEmbedded(t *testing.T) {
	s := mustOpen(t, Options{Paths: []string{"force"}})
	for i := range 100 {
		if got, want := s.Latent.At(i, 0), math.Sin(0.025*float64(i+9)); math.Abs(got-want) > 1e-9 {
			t.Fatalf("window %d goes with the force %v, want %v", i, got, want)
		}
		if s.X.At(i, 18) != s.X.At(i+18, 0) {
			t.Fatalf("window %d ends in %v, window %d begins with %v", i, s.X.At(i, 18), i+18, s.X.At(i+18, 0))
		}
	}
	if s.Inputs[18] != "w[18]" || !hasNote(s, "default for force") {
		t.Errorf("inputs %q, notes %q", s.Inputs, s.Notes)
	}
	raw := mustOpen(t, Options{Paths: []string{"force"}, Embed: "none"})
	if n, d := raw.X.Dims(); n != 6009 || d != 1 {
		t.Errorf("without delays %d×%d", n, d)
	}
}

// The noise is tested on its last hundred samples, as in the paper.
func TestNoiseHasTestData(t *testing.T) {
	s := mustOpen(t, Options{Paths: []string{"noise"}})
	folds, err := split.Folds(s, split.Options{Seed: 1})
	if err != nil || len(folds) != 1 || fmt.Sprint(folds[0].Train, folds[0].Test) != "[{0 0 700}] [{1 700 800}]" {
		t.Errorf("%v, %v", folds, err)
	}
	if s.Inputs[1] != "predictable2" || s.Inputs[9] != "noise8" || s.X.At(700, 1) != s.X.At(699, 0) {
		t.Errorf("inputs %q; sample 700 is %v after %v", s.Inputs, s.X.RawRowView(700), s.X.RawRowView(699))
	}
}

// A label is the size of the visible pattern; the blank retina has none.
func TestRetinaLabels(t *testing.T) {
	s := mustOpen(t, Options{Paths: []string{"retina"}})
	none := 0
	for i, l := range s.Label {
		blank := slices.Max(s.X.RawRowView(i)) == 0 && slices.Min(s.X.RawRowView(i)) == 0
		if blank != (l < 0) {
			t.Fatalf("sample %d has the label %d", i, l)
		}
		if blank {
			none++
		} else if want := []string{"", "small", "medium", "large"}[int(s.Latent.At(i, 0))]; s.Classes[l] != want {
			t.Fatalf("sample %d is called %s, want %s", i, s.Classes[l], want)
		}
	}
	if none < 300 || none > 600 {
		t.Errorf("the retina is blank in %d samples", none)
	}
}

// The target is the first of the known variables, and no person is on both
// sides of a split.
func TestRegressionTarget(t *testing.T) {
	s := mustOpen(t, Options{Paths: []string{"regression"}})
	for i, x := range s.Target {
		if x != s.Latent.At(i, 0) {
			t.Fatalf("image %d: target %v, place %v", i, x, s.Latent.At(i, 0))
		}
	}
	if s.TargetName != "x" || s.Inputs[0] != "row01.column01" || s.Inputs[255] != "row16.column16" {
		t.Errorf("target %s, inputs %q … %q", s.TargetName, s.Inputs[0], s.Inputs[255])
	}
	folds, err := split.Folds(s, split.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folds {
		if n := f.Test.Samples(); n%50 != 0 || n < 600 {
			t.Errorf("%d images to test on", n)
		}
	}
}

// The numbers of sunspots are those of known years, and have their known cycle.
func TestSunspots(t *testing.T) {
	s := mustOpen(t, Options{Paths: []string{"sunspots"}, Embed: "none"})
	if n, d := s.X.Dims(); n != 309 || d != 1 || !strings.Contains(strings.Join(inspect.Summary(s), " "), "a sample every 365.25 days") {
		t.Fatalf("%q", inspect.Summary(s))
	}
	for year, want := range map[int]float64{1700: 5, 1750: 83.4, 1810: 0, 1957: 190.2, 2008: 2.9} {
		if got := s.X.At(year-1700, 0); got != want {
			t.Errorf("%g sunspots in %d, want %g", got, year, want)
		}
	}
	a, err := inspect.Advise(t.Context(), s)
	if err != nil || a.Inputs[0].Zero < 2 || a.Inputs[0].Zero > 4 { // a quarter of eleven years
		t.Errorf("%+v %v", a, err)
	}
}
