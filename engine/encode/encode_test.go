package encode

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"example.com/sfatui/datasets/realdata"
	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/codes"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/progress"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// fitted returns a front learnt on the rows of x.
func fitted(t *testing.T, word string, x *mat.Dense, settings ...part.Assignment) space.Front {
	t.Helper()
	at := part.Point{}.With(space.Reduction.Is(word)).With(settings...)
	f, err := space.Fronts.Build(at).Learn(context.Background(), at, x)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// residual returns the share of the energy of rows that an encoder leaves.
func residual(t *testing.T, f space.Front, x *mat.Dense) float64 {
	t.Helper()
	v, err := f.(space.Encoder).Error(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	mean, _ := f.Parts()
	energy := 0.0
	n, d := x.Dims()
	for i := range n {
		for j := range d {
			v := x.At(i, j)
			if mean != nil {
				v -= mean[j]
			}
			energy += v * v
		}
	}
	return v / energy
}

// What is left of the test images of digits, of as many atoms and entries: within 8 % of
// an independent program.
func TestL39AtomsOfDigits(t *testing.T) {
	x, _ := realdata.Digits(t)
	train, test := x.Slice(0, 1200, 0, 64).(*mat.Dense), x.Slice(1200, 1797, 0, 64).(*mat.Dense)
	want := map[string]float64{"ksvd:64:4": 0.196, "ksvd:100:2": 0.268}
	if testenv.Full() {
		for word, v := range map[string]float64{
			"ksvd:64:1": 0.391, "ksvd:64:2": 0.290, "ksvd:64:8": 0.113, "ksvd:100:1": 0.363, "ksvd:100:4": 0.180, "ksvd:100:8": 0.096,
			"ksvd:200:1": 0.337, "ksvd:200:2": 0.238, "ksvd:200:4": 0.152, "ksvd:200:8": 0.0755, "vq:100": 0.383,
		} {
			want[word] = v
		}
	}
	for word, share := range want {
		if got := residual(t, fitted(t, word, train), test); math.Abs(got/share-1) > 0.08 {
			t.Errorf("%s leaves %.4f, want %.4f", word, got, share)
		}
	}
	for word, share := range map[string]float64{"nmf:16": 0.224, "nmf:25": 0.111} {
		f := fitted(t, word, train)
		_, found := f.Parts()
		sparseness, k := 0.0, f.Components()
		for j := range k {
			sparseness += codes.Sparseness(found.RawRowView(j)) / float64(k)
		}
		if want := map[string]float64{"nmf:16": 0.77, "nmf:25": 0.85}[word]; math.Abs(sparseness-want) > 0.05 {
			t.Errorf("the parts of %s have a mean sparseness of %.3f, want %.2f", word, sparseness, want)
		}
		a := mat.NewDense(597, f.Components(), nil)
		f.Project(a, test)
		_, parts := f.Parts()
		var made mat.Dense
		made.Mul(a, parts)
		mean, _ := centre(train)
		e, energy := 0.0, 0.0
		for i := range 597 {
			for j, v := range test.RawRowView(i) {
				e += (v - made.At(i, j)) * (v - made.At(i, j))
				energy += (v - mean[j]) * (v - mean[j])
			}
		}
		if got := e / energy; math.Abs(got/share-1) > 0.08 {
			t.Errorf("%s leaves %.4f, want %.4f", word, got, share)
		}
	}
}

// A front that is restored from its parts makes the same codes, and a sample its code
// whatever stands beside it.
func TestRestoredFrontsCodeAlike(t *testing.T) {
	x := mat.NewDense(60, 5, nil)
	x.Apply(func(i, j int, _ float64) float64 { return 1 + math.Sin(float64(i*(j+2))) }, x)
	for _, c := range []struct {
		word, code string
		width      int
	}{
		{"ksvd:7:2", "", 7}, {"ksvd:7:2", "soft:0.1", 14}, {"ksvd:7", "split", 14}, {"ksvd:7:2", "l1:0.3", 7},
		{"l1:6:0.2", "", 6}, {"l1:6", "omp:3", 6}, {"nmf:3", "", 3}, {"snmf:3", "", 3}, {"klnmf:3", "", 3}, {"hnmf:3:0.5", "", 3}, {"vq:4", "", 4}, {"measure:3", "", 3}, {"measure:3:rows", "", 3},
	} {
		var settings []part.Assignment
		if c.code != "" {
			settings = append(settings, Code.Is(c.code))
		}
		f := fitted(t, c.word, x, settings...)
		at := part.Point{}.With(space.Reduction.Is(c.word)).With(settings...)
		kind := space.Fronts.Build(at)
		if n := f.Components(); n != c.width || kind.Components(at, 5) != c.width {
			t.Errorf("%s %s: %d components, %d foretold, want %d", c.word, c.code, n, kind.Components(at, 5), c.width)
		}
		all := mat.NewDense(60, c.width, nil)
		f.Project(all, x)
		if kind.Restore != nil {
			mean, w := f.Parts()
			again, err := kind.Restore(at, mean, w)
			if err != nil {
				t.Fatal(err)
			}
			f = again
		}
		for i := range 60 {
			one := mat.NewDense(1, c.width, nil)
			f.Project(one, x.Slice(i, i+1, 0, 5).(*mat.Dense))
			if !mat.Equal(one, all.Slice(i, i+1, 0, c.width)) {
				t.Fatalf("%s %s: sample %d alone has another code", c.word, c.code, i)
			}
		}
	}
}

func TestWordsThatCannotBe(t *testing.T) {
	for _, word := range []string{"ksvd:", "ksvd:0", "ksvd:1.5", "ksvd:5:2:3", "ksvd:x", "l1:5:-1", "nmf:3:2", "vq:", "measure:", "measure:0", "measure:3:odd", "snmf:1e12", "hnmf:3:1", "klnmf:3:2"} {
		if _, err := space.Fronts.Read(word); err == nil || !strings.Contains(err.Error(), word[:len(word)-1]) {
			t.Errorf("%s: %v", word, err)
		}
	}
	for _, word := range []string{"omp:0", "omp:1.5", "soft:-1", "split:2", "own:1", "other", "l1:x"} {
		if _, err := parseCoding(word); err == nil {
			t.Errorf("%s is taken", word)
		}
	}
}

// Fronts that learn in rounds report every round but the last, with the number of all
// rounds from the first on.
func TestLearningReportsProgress(t *testing.T) {
	x := mat.NewDense(40, 6, nil)
	x.Apply(func(i, j int, _ float64) float64 { return 1 + math.Sin(float64(7*i+3*j*j)) }, x)
	for word, want := range map[string]string{"ksvd:8:2": "atoms 30", "l1:8:0.2": "atoms 15", "nmf:3": "parts 200", "klnmf:3": "parts 200", "snmf:3": "parts 40", "hnmf:3:0.7": "parts 100", "vq:5": "centres 100"} {
		rounds := 0
		ctx := progress.With(t.Context(), 0, func(what string, done, of int) {
			if rounds++; fmt.Sprint(what, " ", of) != want || done != rounds {
				t.Errorf("%s: %s %d/%d in round %d, want %s", word, what, done, of, rounds, want)
			}
		})
		at := part.Point{}.With(space.Reduction.Is(word))
		if _, err := space.Fronts.Build(at).Learn(ctx, at, x); err != nil {
			t.Fatal(err)
		}
		if _, all, _ := strings.Cut(want, " "); rounds == 0 || word != "vq:5" && fmt.Sprint(rounds+1) != all {
			t.Errorf("%s: %d rounds were reported", word, rounds)
		}
	}
}

func TestDataThatCannotBeCoded(t *testing.T) {
	x := mat.NewDense(6, 3, []float64{1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 4})
	for word, want := range map[string]string{
		"ksvd:7": "only 6 training samples differ", "nmf:7": "7 parts of 6 training samples", "vq:3": "only 2 training samples differ", "vq:7": "7 centres of 6 training samples", "measure:4": "4 measurements of 3 inputs", "ksvd:3:4": "codes of 4 atoms", "l1:3:500": "every code is zero",
	} {
		at := part.Point{}.With(space.Reduction.Is(word))
		if _, err := space.Fronts.Build(at).Learn(context.Background(), at, x); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", word, err)
		}
	}
	x.Set(2, 1, -1)
	same := mat.NewDense(6, 3, []float64{1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3})
	for _, word := range []string{"ksvd:2:1", "l1:2", "vq:2"} {
		at := part.Point{}.With(space.Reduction.Is(word))
		if _, err := space.Fronts.Build(at).Learn(context.Background(), at, same); err == nil || !strings.Contains(err.Error(), "all training samples are the same") {
			t.Errorf("%s of one sample again and again: %v", word, err)
		}
	}
	for _, word := range []string{"nmf:2", "klnmf:2", "snmf:2", "hnmf:2:0.5"} {
		at := part.Point{}.With(space.Reduction.Is(word))
		if _, err := space.Fronts.Build(at).Learn(context.Background(), at, mat.NewDense(6, 3, nil)); err == nil || !strings.Contains(err.Error(), "all training samples are the same") {
			t.Errorf("%s of zeros: %v", word, err)
		}
	}
	at := part.Point{}.With(space.Reduction.Is("nmf:2"))
	if _, err := space.Fronts.Build(at).Learn(context.Background(), at, x); err == nil || !strings.Contains(err.Error(), "sample 3 has -1 as input 2") {
		t.Errorf("nmf of a negative number: %v", err)
	}
}

// Random measurements keep distances, to √(2/m): row L45 with numbers of our own.
func TestL45MeasurementsKeepDistances(t *testing.T) {
	x := mat.NewDense(60, 1000, nil)
	state := uint64(3)
	x.Apply(func(_, _ int, _ float64) float64 {
		state = state*6364136223846793005 + 1442695040888963407
		return float64(state>>11)*0x1p-53 - 0.5
	}, x)
	for _, kind := range []string{"", ":sign", ":sparse"} {
		for _, m := range []int{50, 200, 800} {
			f := fitted(t, "measure:"+strconv.Itoa(m)+kind, x)
			y := mat.NewDense(60, m, nil)
			f.Project(y, x)
			var mean, square float64
			count := 0.0
			for i := range 60 {
				for j := range i {
					a, b := mat.NewVecDense(1000, nil), mat.NewVecDense(m, nil)
					a.SubVec(x.RowView(i), x.RowView(j))
					b.SubVec(y.RowView(i), y.RowView(j))
					r := mat.Dot(b, b) / mat.Dot(a, a)
					mean, square, count = mean+r, square+r*r, count+1
				}
			}
			mean /= count
			if sd, want := math.Sqrt(square/count-mean*mean), math.Sqrt(2/float64(m)); math.Abs(sd/want-1) > 0.25 || math.Abs(mean-1) > 3*want/math.Sqrt(60) {
				t.Errorf("measure:%d%s: ratios of squared distances are %.3f ± %.4f, want 1 ± %.4f", m, kind, mean, sd, want)
			}
		}
	}
}
