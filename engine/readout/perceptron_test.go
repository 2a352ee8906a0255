package readout_test

import (
	"context"
	"testing"

	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// literalPerceptron returns Eq. 3 of the paper, with the sign that converges, for one
// class against the rest; x has the constant feature.
func literalPerceptron(x *mat.Dense, label []int, class int) (w []float64, iterations int) {
	_, q := x.Dims()
	w = make([]float64, q)
	for i := 1; i <= 100; i++ {
		sum := make([]float64, q)
		wrong := 0.0
		for t, k := range label {
			c := -1.0
			if k == class {
				c = 1
			}
			if c*floats.Dot(w, x.RawRowView(t)) <= 0 {
				wrong++
				floats.AddScaled(sum, c, x.RawRowView(t))
			}
		}
		if wrong == 0 {
			return w, i
		}
		floats.AddScaled(w, 1/(float64(i)*wrong), sum)
	}
	return w, 100
}

func TestPerceptronAgainstLiteralLoop(t *testing.T) {
	for _, c := range []struct {
		name       string
		classes    int
		apart      float64
		stopsEarly bool
	}{
		{"overlapping", 2, 1, false},
		{"separable", 2, 12, true},
		{"four overlapping", 4, 3, false},
	} {
		phi, label := clouds(700, 5, c.classes, c.apart, 6)
		label = unlabel(label)
		m := mustModel(t)(readout.Perceptron(context.Background(), phi, label, c.classes))
		x, kept := labelled(phi, label)
		for k := range c.classes {
			want, iterations := literalPerceptron(x, kept, k)
			if c.stopsEarly != (iterations < 100) {
				t.Errorf("%s: the loop ran %d iterations", c.name, iterations)
			}
			if got := mat.Col(nil, k, m.W); !floats.EqualApprox(got, want, 1e-12) {
				t.Errorf("%s, class %d: weights %v, want %v", c.name, k, got, want)
			}
		}
	}
}

func TestPerceptronOfTwoClassesIsOneDiscriminant(t *testing.T) {
	phi, label := clouds(300, 4, 2, 2, 7)
	m := mustModel(t)(readout.Perceptron(context.Background(), phi, label, 2))
	disc := m.Discriminants(phi)
	for i := range label {
		if row := disc.RawRowView(i); row[0] != -row[1] {
			t.Fatalf("discriminants %v of sample %d are not ±f", row, i)
		}
	}
}

func TestPerceptronSeparates(t *testing.T) {
	phi, label := clouds(400, 6, 3, 20, 8)
	m := mustModel(t)(readout.Perceptron(context.Background(), phi, label, 3))
	if got := checkShare(m, phi, label); got != 1 {
		t.Errorf("%v of separable samples are right", got)
	}
}
