package readout

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/realdata"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// Threes are told from other digits by what is known of threes alone. The machine's own border
// is narrow: many new threes lie outside, but nothing else inside.
func TestL55NoveltyOfDigits(t *testing.T) {
	x, label := realdata.Digits(t)
	var threes, test []float64
	d := measure.Detected{After: 1}
	for i, digit := range label {
		switch row := x.RawRowView(i); {
		case i >= 1200:
			test = append(test, row...)
			d.New = append(d.New, digit != 3)
		case digit == 3:
			threes = append(threes, row...)
		}
	}
	d.Unknown, d.Spans = make([]bool, len(d.New)), []int{len(d.New)}
	if len(threes) != 121*64 {
		t.Fatalf("%d threes", len(threes)/64)
	}
	for _, c := range []struct{ sigma, auc, accepted float64 }{{1, 0.965903, 0.32}, {2, 0.948628, 0.56}, {3, 0.941604, 0.55}} {
		m, err := NewNovelty(t.Context(), mat.NewDense(121, 64, threes), at(Sigma.Is(c.sigma), C.Is(1), Epsilon.Is(1e-9)))
		if err != nil {
			t.Fatal(err)
		}
		d.Novelty = m.Predict(mat.NewDense(len(d.New), 64, test))
		got := measure.Detect(d)
		if math.Abs(float64(got.AUC)-c.auc) > 1e-6 || math.Abs(1-float64(got.FalseAlarms)-c.accepted) > 0.005 || got.Detected != 1 {
			t.Errorf("σ %g: an area of %.6f, %.3f of the threes accepted, %.3f of the others not", c.sigma, got.AUC, 1-got.FalseAlarms, got.Detected)
		}
	}
}

func TestLineIsAQuantileOfTraining(t *testing.T) {
	x, _ := ring()
	m, err := NewNovelty(t.Context(), x, at())
	if err != nil {
		t.Fatal(err)
	}
	for _, share := range []float64{0, 0.5, 0.99, 1} {
		line, above := Line(m, at(Offset.Is(share))), 0
		for _, v := range m.Predict(x) {
			if v > line {
				above++
			}
		}
		if want := int(math.Round((1 - share) * 180)); above != min(want, 179) && above != want-1 {
			t.Errorf("%d of 180 training samples are above the line of %g", above, share)
		}
	}
	if Line(m, at()) != 0 {
		t.Error("rho is not the machine's own border")
	}
}

func TestNoveltyOfFewAndAlike(t *testing.T) {
	one, err := NewNovelty(t.Context(), mat.NewDense(1, 2, []float64{1, 2}), at())
	if err != nil || len(one.Notes) != 1 || !strings.Contains(one.Notes[0], "1 samples that are all alike") {
		t.Errorf("one sample: %v, %v", one, err)
	}
	alike, err := NewNovelty(t.Context(), mat.NewDense(3, 1, []float64{5, 5, 5}), at())
	if err != nil || len(alike.Notes) != 1 {
		t.Errorf("equal samples: %v, %v", alike, err)
	}
	if v := alike.Predict(mat.NewDense(2, 1, []float64{5, 9})); v[0] > Line(alike, at(Offset.Is(0.99))) || v[1] <= Line(alike, at(Offset.Is(0.99))) {
		t.Errorf("equal samples: novelty %v", v)
	}
	if _, err := NewNovelty(t.Context(), mat.NewDense(2, 1, []float64{1, math.NaN()}), at()); err == nil {
		t.Error("what is no number is taken")
	}
}

func TestStatesOfSamples(t *testing.T) {
	segments := []data.Segment{{Name: "d00", End: 3}, {Name: "d00_te", Start: 3, End: 6, Held: true}, {Name: "d01_te", Start: 6, End: 10, Held: true}}
	plain := &data.Set{X: mat.NewDense(10, 1, nil), Segments: segments}
	labelled := &data.Set{X: plain.X, Segments: segments, Classes: []string{"bad", "good"}, Label: []int{1, 1, -1, 1, 0, 0, 0, 0, 1, 0}}
	one := &data.Set{X: plain.X, Segments: segments, Classes: []string{"bad", "good"}, Label: []int{1, 1, 1, 1, 0, 0, 0, 0, 0, 0}}
	for _, c := range []struct {
		set  *data.Set
		at   part.Point
		want string // a letter for each sample
	}{
		{plain, at(), "nnnnnnnnnn"},
		{plain, at(Onset.Is(3)), "nnnnnfnnff"}, // nothing says which of the test data is normal
		{plain, at(Normal.Is("d00*")), "nnnnnnffff"},
		{plain, at(Normal.Is("d00*"), Onset.Is(3)), "nnnnnnnnff"},
		{labelled, at(Normal.Is("good")), "nn?nffffnf"},
		{labelled, at(Normal.Is("g*d"), Onset.Is(2)), "nn?nffnfnf"},
		{one, at(), "nnnnffffff"},
	} {
		states, err := StatesOf(c.at, c.set)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, s := range states {
			got += string("nf?"[s])
		}
		if got != c.want {
			t.Errorf("--normal %q --onset %d: %s, want %s", Normal.Of(c.at), Onset.Of(c.at), got, c.want)
		}
	}
	both := &data.Set{X: plain.X, Segments: segments[:1], Classes: labelled.Classes, Label: []int{1, 0, 1, 1, 1, 1, 1, 1, 1, 1}}
	for _, c := range []struct {
		set     *data.Set
		at      part.Point
		message string
	}{
		{both, at(), "--normal: novelty is learnt from normal operation: name its label, which is one of bad, good"},
		{labelled, at(Normal.Is("fine")), `--normal: "fine": no label is so; the labels are bad, good`},
		{plain, at(Normal.Is("x*")), `--normal: "x*": without labels (--label) it names segments, which are d00, d00_te, d01_te`},
	} {
		if _, err := StatesOf(c.at, c.set); err == nil || err.Error() != c.message {
			t.Errorf("%v, want %s", err, c.message)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern string
		like    []string
		unlike  []string
	}{
		{"d00*", []string{"d00", "d00_te"}, []string{"d01", "ad00", ""}}, {"0", []string{"0"}, []string{"00", ""}},
		{"*a*b", []string{"ab", "xaxb", "aab"}, []string{"ba", "abc", "b"}}, {"*", []string{"", "x"}, nil}, {"a*a", []string{"aa", "aba"}, []string{"a"}},
	} {
		for _, name := range slices.Concat(c.like, c.unlike) {
			if Matches(c.pattern, name) != slices.Contains(c.like, name) {
				t.Errorf("%q and %q: %v", c.pattern, name, Matches(c.pattern, name))
			}
		}
	}
}
