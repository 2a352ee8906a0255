package readout_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/mat"
)

type classifier func(ctx context.Context, phi *mat.Dense, label []int, classes int) (*readout.Model, error)

var classifiers = map[string]classifier{
	"least squares": readout.LeastSquares,
	"perceptron":    readout.Perceptron,
	"logistic": func(ctx context.Context, phi *mat.Dense, label []int, classes int) (*readout.Model, error) {
		return readout.Logistic(ctx, phi, label, classes, 1)
	},
}

func TestClassifiersFindFourClasses(t *testing.T) {
	phi, label := clouds(1500, 8, 4, 9, 20)
	train, test := phi.Slice(0, 1000, 0, 8).(*mat.Dense), phi.Slice(1000, 1500, 0, 8).(*mat.Dense)
	for name, fit := range classifiers {
		m := mustModel(t)(fit(context.Background(), train, unlabel(label[:1000]), 4))
		if got := checkShare(m, test, label[1000:]); got < 0.97 {
			t.Errorf("%s: %v of unseen samples are right", name, got)
		}
	}
}

// What a sample without a label holds must not matter, not even NaN; and the
// features may be a part of a wider matrix.
func TestUnlabelledSamplesAreLeftOut(t *testing.T) {
	wide, label := clouds(600, 7, 3, 3, 21)
	label = unlabel(label)
	kept, keptLabel := labelled(wide, label)
	rows, _ := kept.Dims()
	phi := wide.Slice(0, 600, 1, 6).(*mat.Dense)
	for i, k := range label {
		if k < 0 {
			phi.Set(i, 2, math.NaN())
		}
	}
	for name, fit := range classifiers {
		got := mustModel(t)(fit(context.Background(), phi, label, 3))
		want := mustModel(t)(fit(context.Background(), kept.Slice(0, rows, 1, 6).(*mat.Dense), keptLabel, 3))
		if !agree(got.W, want.W, 1e-12) {
			t.Errorf("%s: weights\n%v\nwithout the samples\n%v", name, mat.Formatted(got.W), mat.Formatted(want.W))
		}
	}
}

func TestAbsentClassesAreNeverPredicted(t *testing.T) {
	phi, label := clouds(200, 3, 2, 1, 22)
	spread := make([]int, len(label))
	for i, k := range label {
		spread[i] = 1 + 2*k // classes 1 and 3 of 0 … 4
	}
	for name, fit := range classifiers {
		two := mustModel(t)(fit(context.Background(), phi, label, 2)).Discriminants(phi)
		m := mustModel(t)(fit(context.Background(), phi, spread, 5))
		five := m.Discriminants(phi)
		for i := range label {
			row := five.RawRowView(i)
			if row[1] != two.At(i, 0) || row[3] != two.At(i, 1) {
				t.Fatalf("%s: sample %d has %v among five classes, %v among two", name, i, row, two.RawRowView(i))
			}
			if !math.IsInf(row[0], -1) || !math.IsInf(row[2], -1) || !math.IsInf(row[4], -1) {
				t.Fatalf("%s: absent classes have discriminants %v", name, row)
			}
		}
		if len(m.Notes) != 3 || !strings.Contains(m.Notes[0], "class 0") {
			t.Errorf("%s: notes %q", name, m.Notes)
		}
	}
}

func TestClassifiersRefuseWhatCannotBeLearnt(t *testing.T) {
	phi, label := clouds(50, 3, 2, 1, 23)
	nan, inf, huge := mat.DenseCopyOf(phi), mat.DenseCopyOf(phi), mat.DenseCopyOf(phi)
	nan.Set(17, 1, math.NaN())
	inf.Set(17, 1, math.Inf(-1))
	huge.Scale(math.MaxFloat64/10, huge)
	none, one := make([]int, 50), make([]int, 50)
	for i := range none {
		none[i] = -1
	}
	for name, fit := range classifiers {
		for _, c := range []struct {
			phi   *mat.Dense
			label []int
			want  string
		}{
			{phi, none, "none of the 50 samples of the training part has a label"},
			{phi, one, "50 labelled samples, all of one class"},
			{nan, label, "feature 1 of training sample 17 (both counted from 0) is NaN"},
			{inf, label, "feature 1 of training sample 17 (both counted from 0) is -Inf"},
			{huge, label, "overflow"},
		} {
			m, err := fit(context.Background(), c.phi, c.label, 2)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: model %v, error %v, want %q", name, m, err, c.want)
			}
		}
	}
}

func TestLinearRefusesWhatCannotBeLearnt(t *testing.T) {
	phi, _ := clouds(20, 2, 2, 1, 24)
	target := make([]float64, 20)
	bad := make([]float64, 20)
	bad[3] = math.NaN()
	nan := mat.DenseCopyOf(phi)
	nan.Set(2, 0, math.NaN())
	for _, c := range []struct {
		phi    *mat.Dense
		target []float64
		ridge  float64
		want   string
	}{
		{phi, bad, 0, "target of training sample 3"},
		{phi, target, -1, "ridge is -1"},
		{phi, target, math.NaN(), "ridge is NaN"},
		{nan, target, 0, "feature 0 of training sample 2"},
		{&mat.Dense{}, nil, 0, "no sample"},
	} {
		_, err := readout.Linear(context.Background(), c.phi, c.target, c.ridge)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

func TestReadoutsStopWithContext(t *testing.T) {
	phi, label := clouds(50, 3, 2, 1, 25)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, fit := range classifiers {
		if _, err := fit(ctx, phi, label, 2); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want context.Canceled", name, err)
		}
	}
	if _, err := readout.Linear(ctx, phi, make([]float64, 50), 0); !errors.Is(err, context.Canceled) {
		t.Errorf("linear: error %v, want context.Canceled", err)
	}
}

func TestReadoutsAreTheSameOnAnyNumberOfProcessors(t *testing.T) {
	phi, label := clouds(900, 70, 3, 3, 26)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for name, fit := range classifiers {
		runtime.GOMAXPROCS(1)
		one := mustModel(t)(fit(context.Background(), phi, label, 3))
		disc := one.Discriminants(phi)
		runtime.GOMAXPROCS(4)
		four := mustModel(t)(fit(context.Background(), phi, label, 3))
		if !mat.Equal(one.W, four.W) || !mat.Equal(disc, four.Discriminants(phi)) {
			t.Errorf("%s: another number of processors, another result", name)
		}
	}
}

func TestWrongShapesPanic(t *testing.T) {
	phi, label := clouds(10, 3, 2, 1, 27)
	model := &readout.Model{W: mat.NewDense(3, 2, nil)}
	calls := map[string]func(){
		"features": func() { model.Discriminants(phi) },
		"target":   func() { _, _ = readout.Linear(context.Background(), phi, nil, 0) },
		"number":   func() { model.Predict(mat.NewDense(1, 2, nil)) },
		"values":   func() { _, _ = readout.SoftGaussian(context.Background(), phi, label, 2, []float64{1}, part.Point{}) },
	}
	for name, fit := range classifiers {
		calls[name+", labels"] = func() { _, _ = fit(context.Background(), phi, label[1:], 2) }
		calls[name+", classes"] = func() { _, _ = fit(context.Background(), phi, label, 1) }
	}
	for name, call := range calls {
		func() {
			defer func() {
				if v, ok := recover().(string); !ok || !strings.HasPrefix(v, "readout: ") {
					t.Errorf("%s: no panic of this package", name)
				}
			}()
			call()
		}()
	}
}

func benchmark(b *testing.B, fit classifier) {
	phi, label := clouds(6000, 32, 2, 1, 28)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := fit(context.Background(), phi, label, 2); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLeastSquares(b *testing.B) { benchmark(b, classifiers["least squares"]) }
func BenchmarkPerceptron(b *testing.B)   { benchmark(b, classifiers["perceptron"]) }
func BenchmarkLogistic(b *testing.B)     { benchmark(b, classifiers["logistic"]) }
