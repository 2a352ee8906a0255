package readout_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/mat"
)

// trained is what a constructor gives.
type trained struct {
	readout.Classifier
	notes []string
}

var nonlinear = map[string]func(ctx context.Context, phi *mat.Dense, label []int, classes int) (trained, error){
	"centroid": func(ctx context.Context, phi *mat.Dense, label []int, classes int) (trained, error) {
		m, err := readout.NearestCentroid(ctx, phi, label, classes)
		if err != nil {
			return trained{}, err
		}
		return trained{m, m.Notes}, nil
	},
	"gaussian": func(ctx context.Context, phi *mat.Dense, label []int, classes int) (trained, error) {
		m, err := readout.Gaussian(ctx, phi, label, classes, part.Point{})
		if err != nil {
			return trained{}, err
		}
		return trained{m, m.Notes}, nil
	},
	"neighbours": func(ctx context.Context, phi *mat.Dense, label []int, classes int) (trained, error) {
		m, err := readout.NearestNeighbours(ctx, phi, label, classes, 5, readout.Nearness{})
		if err != nil {
			return trained{}, err
		}
		return trained{m, m.Notes}, nil
	},
}

// must returns a function that returns the value of a constructor, and fails the test
// on an error.
func must[M any](t *testing.T) func(M, error) M {
	return func(m M, err error) M {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
}

// rightShare returns the share of samples whose class has the largest discriminant.
func rightShare(disc *mat.Dense, label []int) float64 {
	right := 0
	for i, k := range label {
		if row := disc.RawRowView(i); row[k] == slices.Max(row) {
			right++
		}
	}
	return float64(right) / float64(len(label))
}

func TestNonlinearClassifiersFindFourClasses(t *testing.T) {
	phi, label := clouds(1500, 8, 4, 9, 20)
	train, test := phi.Slice(0, 1000, 0, 8).(*mat.Dense), phi.Slice(1000, 1500, 0, 8).(*mat.Dense)
	for name, fit := range nonlinear {
		m := must[trained](t)(fit(context.Background(), train, unlabel(label[:1000]), 4))
		if got := rightShare(m.Discriminants(test), label[1000:]); got < 0.97 {
			t.Errorf("%s: %v of unseen samples are right", name, got)
		}
		if len(m.notes) != 0 {
			t.Errorf("%s: notes %q", name, m.notes)
		}
	}
}

func TestNonlinearClassifiersLeaveUnlabelledSamplesOut(t *testing.T) {
	wide, label := clouds(600, 7, 3, 3, 21)
	label = unlabel(label)
	kept, keptLabel := labelled(wide, label)
	rows, _ := kept.Dims()
	same := kept.Slice(0, rows, 1, 6).(*mat.Dense)
	phi := wide.Slice(0, 600, 1, 6).(*mat.Dense)
	for i, k := range label {
		if k < 0 {
			phi.Set(i, 2, math.NaN())
		}
	}
	for name, fit := range nonlinear {
		got := must[trained](t)(fit(context.Background(), phi, label, 3)).Discriminants(same)
		want := must[trained](t)(fit(context.Background(), same, keptLabel, 3)).Discriminants(same)
		if !agree(got, want, 1e-10) {
			t.Errorf("%s: samples without a label matter", name)
		}
	}
}

func TestNonlinearClassifiersOfAbsentClasses(t *testing.T) {
	phi, label := clouds(200, 3, 2, 1, 22)
	spread := make([]int, len(label))
	for i, k := range label {
		spread[i] = 1 + 2*k // classes 1 and 3 of 0 … 4
	}
	for name, fit := range nonlinear {
		two := must[trained](t)(fit(context.Background(), phi, label, 2)).Discriminants(phi)
		m := must[trained](t)(fit(context.Background(), phi, spread, 5))
		five := m.Discriminants(phi)
		absent := math.Inf(-1)
		if name == "neighbours" {
			absent = 0
		}
		for i := range label {
			row := five.RawRowView(i)
			if row[1] != two.At(i, 0) || row[3] != two.At(i, 1) || row[0] != absent || row[2] != absent || row[4] != absent {
				t.Fatalf("%s: sample %d has %v among five classes, %v among two", name, i, row, two.RawRowView(i))
			}
		}
		if len(m.notes) != 3 || !strings.Contains(m.notes[0], "class 0") {
			t.Errorf("%s: notes %q", name, m.notes)
		}
	}
}

func TestNonlinearClassifiersRefuseWhatCannotBeLearnt(t *testing.T) {
	phi, label := clouds(50, 3, 2, 1, 23)
	nan := mat.DenseCopyOf(phi)
	nan.Set(17, 1, math.NaN())
	none := slices.Repeat([]int{-1}, 50)
	for name, fit := range nonlinear {
		for _, c := range []struct {
			phi   *mat.Dense
			label []int
			want  string
		}{
			{phi, none, "none of the 50 samples of the training part has a label"},
			{phi, make([]int, 50), "50 labelled samples, all of one class"},
			{nan, label, "feature 1 of training sample 17 (both counted from 0) is NaN"},
		} {
			_, err := fit(context.Background(), c.phi, c.label, 2)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: error %v, want %q", name, err, c.want)
			}
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := fit(ctx, phi, label, 2); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want context.Canceled", name, err)
		}
		func() {
			defer func() {
				if v, ok := recover().(string); !ok || !strings.HasPrefix(v, "readout: ") {
					t.Errorf("%s: no panic of this package", name)
				}
			}()
			must[trained](t)(fit(context.Background(), phi, label, 2)).Discriminants(mat.NewDense(1, 4, nil))
		}()
	}
}

// What is not a number must not be taken for a class.
func TestNonlinearDiscriminantsOfNaN(t *testing.T) {
	phi, label := clouds(60, 3, 2, 1, 29)
	sample := mat.NewDense(1, 3, []float64{0, math.NaN(), 1})
	for name, fit := range nonlinear {
		row := must[trained](t)(fit(context.Background(), phi, label, 2)).Discriminants(sample).RawRowView(0)
		if !math.IsNaN(row[0]) || !math.IsNaN(row[1]) {
			t.Errorf("%s: discriminants %v", name, row)
		}
	}
}

func TestDiscriminateInParts(t *testing.T) {
	phi, label := clouds(301, 9, 3, 3, 26)
	linear := must[*readout.Model](t)(readout.LeastSquares(context.Background(), phi, label, 3))
	all := map[string]readout.Classifier{"linear": linear}
	for name, fit := range nonlinear {
		all[name] = must[trained](t)(fit(context.Background(), phi, label, 3))
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for name, c := range all {
		runtime.GOMAXPROCS(1)
		one := must[*mat.Dense](t)(readout.Discriminate(context.Background(), c, phi))
		runtime.GOMAXPROCS(4)
		four := must[*mat.Dense](t)(readout.Discriminate(context.Background(), c, phi))
		if !mat.Equal(one, four) {
			t.Errorf("%s: another number of processors, another result", name)
		}
		if !agree(one, c.Discriminants(phi), 1e-10) {
			t.Errorf("%s: parts differ from the whole", name)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := readout.Discriminate(ctx, c, phi); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want context.Canceled", name, err)
		}
	}
	empty := must[*mat.Dense](t)(readout.Discriminate(context.Background(), linear, &mat.Dense{}))
	if !empty.IsEmpty() {
		t.Errorf("discriminants %v of nothing", empty)
	}
}

func TestNearestCentroidAgainstDefinition(t *testing.T) {
	phi, label := clouds(300, 4, 3, 2, 40)
	label = unlabel(label)
	x, kept := labelled(phi, label)
	disc := must[*readout.Centroids](t)(readout.NearestCentroid(context.Background(), phi, label, 3)).Discriminants(phi)
	for k := range 3 {
		mean, count := make([]float64, 4), 0.0
		for i, c := range kept {
			if c == k {
				count++
				for j := range mean {
					mean[j] += x.At(i, j)
				}
			}
		}
		for i := range label {
			want := 0.0
			for j := range mean {
				want -= math.Pow(phi.At(i, j)-mean[j]/count, 2) / 2
			}
			if got := disc.At(i, k); math.Abs(got-want) > 1e-12 {
				t.Fatalf("sample %d, class %d: %v, want %v", i, k, got, want)
			}
		}
	}
}

func TestNearestNeighboursAgainstDefinition(t *testing.T) {
	phi, label := clouds(200, 2, 3, 2, 41)
	phi.Apply(func(_, _ int, v float64) float64 { return math.Round(2 * v) }, phi) // many equal distances
	label = unlabel(label)
	target := make([]float64, 200)
	for i := range target {
		target[i] = phi.At(i, 0) + float64(i%7)
	}
	const k = 6
	classes := must[*readout.Neighbours](t)(readout.NearestNeighbours(context.Background(), phi, label, 3, k, readout.Nearness{})).Discriminants(phi)
	numbers := must[*readout.NeighbourMean](t)(readout.NearestNeighboursTarget(context.Background(), phi, target, k, readout.Nearness{})).Predict(phi)
	for i := range label {
		order := make([]int, 200)
		for j := range order {
			order[j] = j
		}
		far := func(j int) float64 {
			return math.Pow(phi.At(i, 0)-phi.At(j, 0), 2) + math.Pow(phi.At(i, 1)-phi.At(j, 1), 2)
		}
		slices.SortStableFunc(order, func(a, b int) int { return int(far(a) - far(b)) })
		share, taken, mean := make([]float64, 3), 0, 0.0
		for at, j := range order {
			if at < k {
				mean += target[j] / k
			}
			if label[j] >= 0 && taken < k {
				share[label[j]] += 1.0 / k
				taken++
			}
		}
		if !agree(mat.NewDense(1, 3, share), classes.Slice(i, i+1, 0, 3), 1e-12) || math.Abs(mean-numbers[i]) > 1e-12 {
			t.Fatalf("sample %d: shares %v, mean %v; want %v, %v", i, classes.RawRowView(i), numbers[i], share, mean)
		}
	}
}

func TestNearestNeighboursRefuseBadNumbers(t *testing.T) {
	phi, label := clouds(20, 2, 2, 1, 42)
	label[3] = -1
	for k, want := range map[int]string{0: "it takes 1 or more", 20: "but there are 19"} {
		_, err := readout.NearestNeighbours(context.Background(), phi, label, 2, k, readout.Nearness{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d neighbours: error %v, want %q", k, err, want)
		}
	}
	_, err := readout.NearestNeighboursTarget(context.Background(), phi, make([]float64, 20), 21, readout.Nearness{})
	if err == nil || !strings.Contains(err.Error(), "there are 20") {
		t.Errorf("error %v", err)
	}
}

func BenchmarkReadingOut(b *testing.B) {
	phi, label := clouds(4000, 32, 4, 2, 43)
	for name, fit := range nonlinear {
		m, err := fit(context.Background(), phi, label, 4)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(name), func(b *testing.B) {
			for b.Loop() {
				if _, err := readout.Discriminate(context.Background(), m, phi); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkGaussian(b *testing.B) {
	phi, label := clouds(6000, 32, 10, 2, 44)
	for b.Loop() {
		if _, err := readout.Gaussian(context.Background(), phi, label, 10, part.Point{}); err != nil {
			b.Fatal(err)
		}
	}
}
