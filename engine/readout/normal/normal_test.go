package normal

import (
	"slices"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

func at(settings ...part.Assignment) part.Point { return part.Point{}.With(settings...) }

func TestOf(t *testing.T) {
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
		{plain, at(Operation.Is("d00*")), "nnnnnnffff"},
		{plain, at(Operation.Is("d00*"), Onset.Is(3)), "nnnnnnnnff"},
		{labelled, at(Operation.Is("good")), "nn?nffffnf"},
		{labelled, at(Operation.Is("g*d"), Onset.Is(2)), "nn?nffnfnf"},
		{one, at(), "nnnnffffff"},
	} {
		states, err := Of(c.at, c.set)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, s := range states {
			got += string("nf?"[s])
		}
		if got != c.want {
			t.Errorf("--normal %q --onset %d: %s, want %s", Operation.Of(c.at), Onset.Of(c.at), got, c.want)
		}
	}
	both := &data.Set{X: plain.X, Segments: segments[:1], Classes: labelled.Classes, Label: []int{1, 0, 1, 1, 1, 1, 1, 1, 1, 1}}
	for _, c := range []struct {
		set     *data.Set
		at      part.Point
		message string
	}{
		{both, at(), "--normal: novelty learns from normal operation: name its label, one of bad, good"},
		{labelled, at(Operation.Is("fine")), `--normal: "fine": there is no such label; the labels are bad, good`},
		{plain, at(Operation.Is("x*")), `--normal: "x*": without labels (--label) the value must name segments: d00, d00_te, d01_te`},
	} {
		if _, err := Of(c.at, c.set); err == nil || err.Error() != c.message {
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
