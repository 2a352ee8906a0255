package preparation

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// wavering has an input that changes, and a constant with one ulp of noise.
func wavering(n int, scale float64) *mat.Dense {
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		noisy := 0.1
		switch i * i % 3 {
		case 0:
			noisy = math.Nextafter(noisy, 1)
		case 1:
			if i%2 == 0 {
				noisy = math.Nextafter(noisy, 0)
			}
		}
		x.SetRow(i, []float64{scale * math.Sin(float64(i)), noisy})
	}
	return x
}

func TestAConstantWithOneUlpOfNoiseIsConstant(t *testing.T) {
	part := &Part{X: wavering(60, 1)}
	notes, err := inputNotes(t.Context(), part, []string{"a", "b"})
	if err != nil || len(notes) != 1 || !strings.Contains(notes[0], "1 of 2 inputs constant on the training part: b") {
		t.Errorf("notes %q, error %v", notes, err)
	}
	for _, p := range []Preparation{{Centre: true}, {Standardize: true}} {
		held := &Part{X: wavering(20, 1)}
		train := &Part{X: wavering(60, 1)}
		var fitted Fitted
		if _, err := p.Fit(t.Context(), &fitted, []*Part{train, held}); err != nil {
			t.Fatal(err)
		}
		for i := range 60 {
			if v := train.X.At(i, 1); v != 0 {
				t.Fatalf("%+v: training sample %d has %g of the constant", p, i, v)
			}
		}
		if v := mat.Norm(held.X.ColView(1), math.Inf(1)); v > 1e-15 {
			t.Errorf("%+v: the constant is up to %g on the other part", p, v)
		}
	}
}

func TestScalesFarApartAreSaid(t *testing.T) {
	for ratio, want := range map[float64]bool{0.99e5: false, 1.01e5: true, 1e12: true} {
		x := mat.NewDense(40, 3, nil)
		for i := range 40 {
			v := math.Cos(float64(i))
			x.SetRow(i, []float64{ratio * v, v, 3})
		}
		notes, err := scaleNotes(context.Background(), &Part{X: x}, []string{"large", "small", "still"})
		if err != nil || (notes != nil) != want {
			t.Errorf("ratio %g: notes %q, error %v", ratio, notes, err)
		}
		if want && !(strings.Contains(notes[0], "(small)") && strings.Contains(notes[0], "(large)")) {
			t.Errorf("ratio %g: %q names other inputs", ratio, notes)
		}
	}
}
