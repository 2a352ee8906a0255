package inspect_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/inspect"
	"gonum.org/v1/gonum/mat"
)

// Twelve samples of classes 0 0 1 1 2 2 0 0 1 1 2 2. An input repeats the label if it has one value
// in each class and two or more over all, and the target if it equals it.
func TestLabelCopies(t *testing.T) {
	of := func(values ...float64) (x []float64) {
		for range 2 {
			for _, v := range values {
				x = append(x, v, v)
			}
		}
		return x
	}
	changed := func(x []float64, row int) []float64 {
		x = slices.Clone(x)
		x[row]++
		return x
	}
	wave := make([]float64, 12)
	for i := range wave {
		wave[i] = math.Sin(float64(i))
	}
	label := []int{0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2}
	unlabelled := []int{0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, -1}
	for name, c := range map[string]struct {
		input  []float64
		label  []int
		target []float64
		want   bool
	}{
		"codes":                   {of(3, 1, 7), label, nil, true},
		"one of three":            {of(0, 1, 0), label, nil, true},
		"fractions":               {of(0.1, 0.2, 0.3), label, nil, true},
		"constant":                {of(5, 5, 5), label, nil, false},
		"a wave":                  {wave, label, nil, false},
		"other in the last row":   {changed(of(3, 1, 7), 11), label, nil, false},
		"other without a label":   {changed(of(3, 1, 7), 11), unlabelled, nil, true},
		"no labels":               {of(3, 1, 7), nil, nil, false},
		"the target":              {wave, nil, slices.Clone(wave), true},
		"not quite the target":    {wave, nil, changed(wave, 11), false},
		"a constant target":       {of(5, 5, 5), nil, of(5, 5, 5), false},
		"the target, with labels": {wave, label, slices.Clone(wave), true},
		"a class of each sample":  {wave, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, nil, false},
	} {
		x := mat.NewDense(12, 2, nil)
		x.SetCol(0, wave)
		x.SetCol(1, c.input)
		s := &data.Set{X: x, Inputs: []string{"w", "copy"}, Segments: []data.Segment{{Name: "a", End: 5}, {Name: "b", Start: 5, End: 12}}, Label: c.label, Target: c.target}
		if c.label != nil {
			s.Classes = strings.Fields("a b c d e f g h i j k l")[:slices.Max(c.label)+1]
		}
		names := inspect.LabelCopies(s)
		if got := slices.Contains(names, "copy"); got != c.want {
			t.Errorf("%s: %q", name, names)
		}
		if text := inspect.LabelCopyWarning(names); (text != "") != (names != nil) || c.want && !strings.Contains(text, "--drop "+strings.Join(names, ",")+" or") {
			t.Errorf("%s: warning %q", name, text)
		}
	}
}

// Of a delay embedding the input is named, and of series the frames of a segment have its label.
func TestLabelCopiesOfWindowsAndSeries(t *testing.T) {
	s := &data.Set{Inputs: []string{"a[0]", "code[0]", "a[1]", "code[1]"}, Prepared: []string{"delay embedding l=2"}, Label: []int{0, 0, 1, 1}, Classes: []string{"u", "v"}, Segments: []data.Segment{{End: 4}},
		X: mat.NewDense(4, 4, []float64{1, 5, 2, 5, 2, 5, 4, 6, 4, 6, 1, 6, 1, 6, 3, 6})}
	if got := inspect.LabelCopies(s); !slices.Equal(got, []string{"code"}) {
		t.Errorf("of windows: %q", got)
	}
	series := func(codes ...float64) *data.Set {
		s := &data.Set{Inputs: []string{"a", "code"}, Series: true, Classes: []string{"u", "v"}, X: mat.NewDense(len(codes), data.SeriesHeader+6, nil)}
		for i, code := range codes {
			data.PackSeries(s.X.RawRowView(i), mat.NewDense(3, 2, []float64{1, code, float64(i), code, 3, code}))
			s.Segments, s.Label = append(s.Segments, data.Segment{Start: i, End: i + 1}), append(s.Label, i%2)
		}
		return s
	}
	if got := inspect.LabelCopies(series(5, 6, 5, 6)); !slices.Equal(got, []string{"code"}) {
		t.Errorf("of series: %q", got)
	}
	if got := inspect.LabelCopies(series(5, 6, 6, 6)); got != nil {
		t.Errorf("of other series: %q", got)
	}
}
