package graph

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func TestClassesSortNaturally(t *testing.T) {
	for _, want := range [][]string{
		{"age1", "age2", "age10", "age11"},
		{"-10", "-2.5", "0", "3", "12"},
		{"-5 °C", "0 °C", "+5 °C", "20 °C"},
		{"0.25 mg", "0.5 mg", "2 mg", "10 mg"},
		{"1e-3", "0.5", "2", "1e2"},
		{"week 2 day 3", "week 2 day 12", "week 10 day 1"},
		{"1.9.3", "1.10.2", "1.10.11"},
		{"20-30", "30-40", "100-110"},
		{"1a", "10", "high", "low"},
		{"01", "1", "02", "2"},
		{"Inf", "NaN"},
		{"7", "8", "stage"},
		{"12345678901234567890", "123456789012345678901"},
	} {
		got := slices.Clone(want)
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
		slices.SortFunc(got, compareNatural)
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestClassOrderNamesEveryClassOnce(t *testing.T) {
	classes := []string{"high", "low", "medium", "a,b"}
	read, err := ClassOrder.Axis().Parse(`low, medium,high,"a,b"`, nil)
	if err != nil || len(read) != 1 {
		t.Fatalf("%d orders, %v", len(read), err)
	}
	if got, err := SortedClasses(classes, part.Point{}.With(read...)); err != nil || !slices.Equal(got, []int{1, 2, 0, 3}) {
		t.Errorf("%v, %v", got, err)
	}
	for text, say := range map[string]string{
		"low,high,low":         "class low is named twice",
		"low,,high":            "a name is empty",
		`low,"high`:            "double quotes",
		"low,high,medium":      "class a,b is missing",
		"low,hgih,medium":      "no class is called hgih",
		`low,high,medium,a,b`:  "no class is called a:",
		`"a,b",LOW,high,medum`: "no class is called LOW",
	} {
		read, err := ClassOrder.Axis().Parse(text, nil)
		if err == nil {
			_, err = SortedClasses(classes, part.Point{}.With(read...))
		}
		if err == nil || !strings.Contains(err.Error(), say) || !strings.HasPrefix(err.Error(), "--class-order: ") {
			t.Errorf("%s: %v, want %q", text, err, say)
		}
	}
	if _, err := SortedClasses(nil, part.Point{}.With(ClassOrder.Is("low,high"))); err == nil || !strings.Contains(err.Error(), "--label") {
		t.Errorf("without classes: %v", err)
	}
}

// An ordered graph of classes is that of the labels, renumbered by the place of their class.
func TestOrderedGraphsTakeTheOrderOfClasses(t *testing.T) {
	classes, place := []string{"d1", "d10", "d2", "d3"}, []int{0, 3, 1, 2}
	given := []int{2, 1, 3, 0}
	label := []int{0, 1, 2, 3, 3, 2, 1, 0, 2, 1}
	h := normal(rand.New(rand.NewPCG(3, 0)), len(label), 3)
	moments := func(name string, s Samples, order string) *mat.SymDense {
		at := part.Point{}.With(Name.Is(name), Width.Is(3), ClassOrder.Is(order))
		m, err := Moments(context.Background(), must(Kinds.Build(at).New(t.Context(), s, at)), h)
		if err != nil {
			t.Fatal(err)
		}
		return m.Cdot
	}
	for _, name := range []string{"serial", "mixed", "window", "reorder"} {
		for order, place := range map[string][]int{"": place, "d3,d10,d1,d2": given} {
			renamed := make([]int, len(label))
			for i, k := range label {
				renamed[i] = place[k]
			}
			got, want := moments(name, Samples{X: h, Label: label, Classes: classes}, order), moments(name, Samples{X: h, Label: renamed}, "")
			if !floats.Equal(got.RawSymmetric().Data, want.RawSymmetric().Data) {
				t.Errorf("%s %q: the graph is not that of the renumbered classes", name, order)
			}
		}
		at := part.Point{}.With(Name.Is(name), Width.Is(3), ClassOrder.Is("d1,d2"))
		if _, err := Kinds.Build(at).New(t.Context(), Samples{X: h, Label: label, Classes: classes}, at); err == nil || !strings.Contains(err.Error(), "is missing") {
			t.Errorf("%s: %v for an order of some classes", name, err)
		}
	}
}

func TestLongOrdersAreAbbreviated(t *testing.T) {
	s := Samples{Label: []int{0}, Classes: []string{"c20", "c1", "c3"}}
	at := part.Point{}.With(Name.Is("serial"))
	if got := OrderOfClasses(s, at); got != "c1, c3, c20" {
		t.Error(got)
	}
	for _, c := range "456789" {
		s.Classes = append(s.Classes, "c"+string(c), "c1"+string(c))
	}
	if got := OrderOfClasses(s, at); got != "c1, c3, c4, c5, c6, c7, c8, c9, … 5 more …, c19, c20" {
		t.Error(got)
	}
	if got := OrderOfClasses(s, part.Point{}.With(Name.Is("clustered"))) + OrderOfClasses(Samples{Target: []float64{1}, Classes: s.Classes}, at); got != "" {
		t.Errorf("%q where nothing sorts by classes", got)
	}
}

// Slowness of linear SFA under the serial graph of classes age 1 … age 11, with the values of
// scipy.linalg.eigh of the dense matrices of the graph.
func TestSerialGraphOfNumberedClasses(t *testing.T) {
	ages := []float64{1, 10, 11, 2, 5}
	s := Samples{X: mat.NewDense(30, 3, nil), Classes: []string{"age 1", "age 10", "age 11", "age 2", "age 5"}}
	for i := range 30 {
		k := []int{0, 3, 4, 1, 2}[i%5]
		s.Label = append(s.Label, k)
		x := float64(i)
		s.X.SetRow(i, []float64{
			math.Sin(1.3*x+0.2*x*x) + 0.2*ages[k],
			math.Cos(0.7*x*x) + math.Cos(ages[k]),
			math.Sin(2.1*x) + 0.5*math.Cos(0.9*x),
		})
	}
	for order, want := range map[string][]float64{
		"":                                {1.443106933455069, 2.000659365936123, 2.515315775053894},
		"age 1,age 10,age 11,age 2,age 5": {1.998116920113539, 2.087703134965987, 2.508641951659638},
		"age 5,age 1,age 2,age 11,age 10": {1.302614429275234, 2.001960166377237, 2.542663266627062},
	} {
		at := part.Point{}.With(Name.Is("serial"), ClassOrder.Is(order))
		got, _ := slowest(t, must(Kinds.Build(at).New(t.Context(), s, at)), s.X, 3)
		if !floats.EqualApprox(got, want, 1e-12) {
			t.Errorf("%q: Δ %.15g, want %.15g", order, got, want)
		}
	}
}
