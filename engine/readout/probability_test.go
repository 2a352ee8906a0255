package readout_test

import (
	"math"
	"testing"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/mat"
)

func TestDiscriminantsBecomeProbabilities(t *testing.T) {
	rows := []float64{
		math.Log(3) + 800, 800, math.Inf(-1),
		-2000, -2000, -2000 - math.Log(2),
	}
	for _, c := range []struct {
		of   readout.Discriminant
		disc []float64
		want []float64
	}{
		{readout.LogDensity, rows, []float64{.75, .25, 0, .4, .4, .2}},
		{readout.LogOdds, []float64{0, math.Log(3), math.Inf(-1), 0, 0, 0}, []float64{.4, .6, 0, 1. / 3, 1. / 3, 1. / 3}},
		{readout.Indicator, []float64{1.2, -.2, 0, .5, .5, 0}, []float64{1.2, -.2, 0, .5, .5, 0}},
		{readout.Share, []float64{1, 0, 0, .5, .5, 0}, []float64{1, 0, 0, .5, .5, 0}},
	} {
		got := mat.NewDense(2, 3, append([]float64(nil), c.disc...))
		if !c.of.Probabilities(got) || !mat.EqualApprox(got, mat.NewDense(2, 3, c.want), 1e-12) {
			t.Errorf("%v: %v, want %v", c.of, got.RawMatrix().Data, c.want)
		}
	}
	if readout.Margin.Probabilities(mat.NewDense(1, 2, []float64{3, 4})) {
		t.Error("margins made probabilities")
	}
}

// The rows of discriminants have the form that their classifier declares: for three
// classes far apart, each row sums to 1, nearly all of it at the right class.
func TestClassifiersReportTheKindOfDiscriminants(t *testing.T) {
	phi, label := mat.NewDense(30, 1, nil), make([]int, 30)
	for i := range 30 {
		label[i] = i % 3
		phi.Set(i, 0, float64(20*label[i])+float64(i%5)/5)
	}
	for _, p := range readout.Kinds.All() {
		if p.Build.Classify == nil || p.Build.Discriminant == readout.Margin {
			continue
		}
		at := part.Point{}.With(readout.Name.Is(p.Name))
		readout.Eta.Set(&at, part.Value{X: 1e-3, OK: true})
		readout.K.Set(&at, 5)
		c, err := p.Build.Classify(t.Context(), phi, label, 3, at)
		if err != nil {
			t.Fatal(err)
		}
		disc := c.Discriminants(phi)
		p.Build.Discriminant.Probabilities(disc)
		for i, k := range label {
			if sum := mat.Sum(disc.RowView(i)); math.Abs(sum-1) > 1e-9 {
				t.Errorf("%s: the classes of sample %d come to %v", p.Name, i, sum)
			}
			if p.Build.Discriminant == readout.LogDensity && disc.At(i, k) < .99 {
				t.Errorf("%s: sample %d is of class %d with %v", p.Name, i, k, disc.At(i, k))
			}
		}
	}
}
