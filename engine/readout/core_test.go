package readout

import (
	"context"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// ring returns samples of three classes, of which one lies around the others.
func ring() (*mat.Dense, []int) {
	x, label := mat.NewDense(180, 2, nil), make([]int, 180)
	for i := range 180 {
		angle, radius := 0.7*float64(i), 0.3+0.2*math.Sin(1.3*float64(i))
		switch i % 3 {
		case 0:
			x.SetRow(i, []float64{3 * math.Cos(angle), 3 * math.Sin(angle)})
		case 1:
			x.SetRow(i, []float64{1 + radius*math.Cos(angle), radius * math.Sin(angle)})
		default:
			x.SetRow(i, []float64{-1 + radius*math.Cos(angle), radius * math.Sin(angle)})
		}
		label[i] = i % 3
	}
	return x, label
}

func at(settings ...part.Assignment) part.Point {
	return part.Point{}.With(C.Is(100), Epsilon.Is(1e-4), Sigma.Is(1)).With(settings...)
}

func TestCoreVectorMachineOfThreeClasses(t *testing.T) {
	x, label := ring()
	label[0], label[1] = -1, -1 // not known
	m, err := NewCoreVectorMachine(context.Background(), x, label, 4, at())
	if err != nil {
		t.Fatal(err)
	}
	d := m.Discriminants(x)
	for i := 2; i < 180; i++ {
		row := d.RawRowView(i)
		if best := mat.Row(nil, i, d); row[label[i]] != math.Max(math.Max(best[0], best[1]), best[2]) || !math.IsInf(row[3], -1) {
			t.Fatalf("sample %d of class %d has %v", i, label[i], row)
		}
	}
	if info := m.Info(); info["core"] < 3 || info["support"] > info["core"] || info["radius_ratio"] > 1+1e-4*1.001 || len(m.Notes) > 0 {
		t.Errorf("%v, %v", info, m.Notes)
	}
	coarse, err := NewCoreVectorMachine(context.Background(), x, label, 3, at(Epsilon.Is(0.5)))
	if err != nil || len(coarse.Notes) != 1 || !strings.Contains(coarse.Notes[0], "lower --epsilon") {
		t.Errorf("ε 0.5: %v, %v", coarse.Notes, err)
	}
}

// Of two classes the discriminants are ±f.
func TestCoreVectorMachineOfTwoClasses(t *testing.T) {
	x, label := ring()
	for i := range label {
		label[i] = min(label[i], 1)
	}
	m, err := NewCoreVectorMachine(context.Background(), x, label, 2, at())
	if err != nil {
		t.Fatal(err)
	}
	d := m.Discriminants(x)
	for i := range 180 {
		if math.Abs(d.At(i, 0)+d.At(i, 1)) > 1e-12 || d.At(i, label[i]) <= 0 {
			t.Fatalf("sample %d of class %d has %v", i, label[i], d.RawRowView(i))
		}
	}
}

func TestCoreVectorNumber(t *testing.T) {
	x := mat.NewDense(120, 1, nil)
	y := make([]float64, 120)
	for i := range y {
		x.Set(i, 0, 0.05*float64(i))
		y[i] = 1000 + math.Sin(x.At(i, 0))
	}
	m, err := NewCoreVectorNumber(context.Background(), x, y, at())
	if err != nil {
		t.Fatal(err)
	}
	square := 0.0
	for i, v := range m.Predict(x) {
		square += (v - y[i]) * (v - y[i])
	}
	if rmse := math.Sqrt(square / 120); rmse > 0.05 {
		t.Errorf("rmse %g, tube %g", rmse, m.Info()["tube"])
	}
	for i := range y {
		y[i] = 3
	}
	if _, err := NewCoreVectorNumber(context.Background(), x, y, at()); err == nil || !strings.Contains(err.Error(), "the target is 3 in all 120") {
		t.Errorf("a constant target: %v", err)
	}
}
