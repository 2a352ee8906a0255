package symbol_test

import (
	"math"
	"strings"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/symbol"
	"gonum.org/v1/gonum/mat"
)

// at is a point with symbols.
func at(word string) part.Point { return part.Point{}.With(kernel.Symbols.Is(word)) }

// waves are n frames of two columns.
func waves(n int) *mat.Dense {
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		x.SetRow(i, []float64{math.Sin(float64(i)), float64(i * i % 7)})
	}
	return x
}

// written are the symbols of frames.
func written(a symbol.Alphabet, x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	out := mat.NewDense(n, a.Columns(), nil)
	a.Write(out, x)
	return out
}

// Symbols are those of their definition, and of frames beyond the training part, too; what is
// restored makes the same.
func TestAlphabets(t *testing.T) {
	x := waves(80)
	for word, want := range map[string]struct{ columns, letters int }{"sax:4": {2, 4}, "kmeans:5": {1, 5}, "values": {2, 84}} {
		a, err := symbol.Fit(t.Context(), at(word), x)
		if err != nil {
			t.Fatal(err)
		}
		if a.Columns() != want.columns || a.Letters() != want.letters {
			t.Errorf("%s: %d columns of %d letters", word, a.Columns(), a.Letters())
		}
		again, err := symbol.Alphabets.Build(at(word)).Restore(word, 2, a.Parts())
		if err != nil {
			t.Fatal(err)
		}
		far := mat.NewDense(2, 2, []float64{-100, 0.5, 100, 3})
		for _, x := range []*mat.Dense{x, far} {
			of := written(a, x)
			if !mat.Equal(of, written(again, x)) {
				t.Errorf("%s: restored, it writes otherwise", word)
			}
			if mat.Min(of) < 0 || mat.Max(of) >= float64(a.Letters()) {
				t.Errorf("%s: symbols from %g to %g", word, mat.Min(of), mat.Max(of))
			}
		}
	}
	sax, _ := symbol.Fit(t.Context(), at("sax:4"), x)
	counts := map[float64]int{}
	for _, v := range mat.Col(nil, 0, written(sax, x)) {
		counts[v]++
	}
	for v, count := range counts {
		if count != 20 {
			t.Errorf("quarter %g has %d of 80 values", v, count)
		}
	}
	values, _ := symbol.Fit(t.Context(), at("values"), x)
	if v := written(values, mat.NewDense(1, 2, []float64{0.5, 4})); v.At(0, 0) != 83 || v.At(0, 1) == 83 {
		t.Errorf("a new number and a known one are %v", v.RawRowView(0))
	}
}

// What has no symbols is refused, and so are parts of strangers that cannot be.
func TestAlphabetsRefuse(t *testing.T) {
	many := mat.NewDense(300, 1, nil)
	for i := range 300 {
		many.Set(i, 0, float64(i))
	}
	for text, c := range map[string]struct {
		word string
		x    *mat.Dense
	}{
		"more than 255 different numbers": {"values", many},
		"has only 3 frames":               {"kmeans:5", waves(3)},
		"only 1 frames of the training":   {"kmeans:5", mat.NewDense(9, 2, nil)},
		"become one symbol":               {"sax:5", mat.NewDense(9, 2, nil)},
	} {
		if _, err := symbol.Fit(t.Context(), at(c.word), c.x); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v", c.word, err)
		}
	}
	for word, parts := range map[string]*mat.Dense{
		"sax:3": mat.NewDense(1, 2, nil), "kmeans:2": mat.NewDense(2, 3, nil), "values": mat.NewDense(1, 2, []float64{2, 1}),
	} {
		if _, err := symbol.Alphabets.Build(at(word)).Restore(word, 2, parts); err == nil {
			t.Errorf("%s: parts that cannot be are taken", word)
		}
	}
	if _, err := symbol.Alphabets.Build(at("kmeans:2")).Restore("kmeans:2", 2, mat.NewDense(2, 2, []float64{math.NaN(), 0, 0, 0})); err == nil {
		t.Error("centres that are no numbers are taken")
	}
}
