package encode_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/codes"
	"example.com/sfatui/engine/encode"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// waves returns samples of three cosines each, of 32 numbers.
func waves(n int, seed linalgtest.SplitMix) *mat.Dense {
	base := codes.Cosines(32)
	code := mat.NewDense(n, 32, nil)
	for i := range n {
		for _, j := range seed.Choose(32, 3) {
			code.Set(i, j, seed.Normal())
		}
	}
	var x mat.Dense
	x.Mul(code, base)
	return &x
}

// judged returns the facts and the note of a measuring front on its recovery.
func judged(t *testing.T, front, recovery string, train, test *mat.Dense) (*result.Front, string) {
	t.Helper()
	at := part.Point{}.With(space.Reduction.Is(front), encode.Recovery.Is(recovery))
	kind := space.Fronts.Build(at)
	f, err := kind.Learn(t.Context(), at, train)
	if err != nil {
		t.Fatal(err)
	}
	info, note, err := kind.Judge(t.Context(), at, f, train, test)
	if err != nil {
		t.Fatal(err)
	}
	return info, note
}

// Samples of few waves are recovered from half as many measurements, where as many principal
// components lose much; not so in the base of single inputs.
func TestRecoveryOfWaves(t *testing.T) {
	train, test := waves(400, 1), waves(100, 2)
	for i := range 400 { // their mean is zero, and so as sparse as they are
		for j := range 32 {
			if i%2 == 1 {
				train.Set(i, j, -train.At(i-1, j))
			}
		}
	}
	info, _ := judged(t, "measure:16", "dct", train, test)
	if info.Atoms != 32 || info.Relative.Test > 0.02 || info.Components.Test < 0.3 || info.NonZeros < 2.9 || len(info.Isometry) != 2 {
		t.Errorf("%+v, components %+v", info, info.Components)
	}
	if more, _ := judged(t, "measure:24:sign", "dct", train, test); more.Relative.Test > 1e-12 || more.Relative.Train > 1e-12 || math.Abs(float64(more.NonZeros)-3) > 1e-12 {
		t.Errorf("from 24: %+v", more)
	}
	if pursued, _ := judged(t, "measure:24", "dct:omp:3", train, test); pursued.Relative.Test > 0.02 || pursued.NonZeros > 3 {
		t.Errorf("by pursuit: %+v", pursued)
	}
	single, note := judged(t, "measure:16:rows", "identity", train, test)
	if math.Abs(float64(*single.Coherence)-math.Sqrt(32)) > 1e-12 || single.Relative.Test < 0.4 || !strings.Contains(note, "nothing of the others is recovered") {
		t.Errorf("%+v %q", single, note)
	}
	if learnt, _ := judged(t, "measure:20", "dictionary:40:3:omp", train, test); learnt.Atoms != 40 || len(learnt.Objective) == 0 || learnt.Relative.Test > 0.5 {
		t.Errorf("%+v", learnt)
	}
	if info, _ := judged(t, "measure:16", "", train, test); info != nil {
		t.Errorf("%+v", info)
	}
}

// Of many samples errors are of evenly spaced ones, and their numbers are recorded. The
// components are those of the singular value decomposition.
func TestRecoveryOfManyRows(t *testing.T) {
	train, test := waves(400, 1), waves(300, 2)
	info, note := judged(t, "measure:16", "dct:omp:3", train, test)
	if info.Rows == nil || *info.Rows != (result.Rows{Train: 256, Test: 256}) || !strings.Contains(note, "256 of test") {
		t.Errorf("%+v %q", info.Rows, note)
	}
	mean := make([]float64, 32)
	for j := range mean {
		mean[j] = stat.Mean(mat.Col(nil, j, train), nil)
	}
	centred := mat.NewDense(400, 32, nil)
	for i := range 400 {
		floats.SubTo(centred.RawRowView(i), train.RawRowView(i), mean)
	}
	var svd mat.SVD
	var v mat.Dense
	if !svd.Factorize(centred, mat.SVDThin) {
		t.Fatal("no singular values")
	}
	svd.VTo(&v)
	left, all := 0.0, 0.0
	for i := range 256 {
		x := make([]float64, 32)
		floats.SubTo(x, test.RawRowView(i*300/256), mean)
		all += floats.Dot(x, x)
		for k := 16; k < 32; k++ {
			c := floats.Dot(x, mat.Col(nil, k, &v))
			left += c * c
		}
	}
	if want := left / all; math.Abs(float64(info.Components.Test)-want) > 1e-9 {
		t.Errorf("components leave %g, want %g", float64(info.Components.Test), want)
	}
	if info, note := judged(t, "measure:16", "dct:omp:3", waves(256, 1), waves(100, 2)); info.Rows != nil || strings.Contains(note, "spaced") {
		t.Errorf("%+v %q", info.Rows, note)
	}
}

// Sparse samples whose mean is not sparse are recovered as they are: by the function space that
// centres its inputs, too, from as many measurements as suffice.
func TestSparseSamplesAreRecoveredAsTheyAre(t *testing.T) {
	const n, d = 60, 32
	for recovery, base := range map[string]*mat.Dense{"dct": codes.Cosines(d), "fourier": codes.Fourier(d)} {
		rng := linalgtest.SplitMix(8)
		var x mat.Dense
		code := mat.NewDense(n, d, nil)
		for i := range n {
			for _, j := range rng.Choose(d, 3) {
				code.Set(i, j, 2+rng.Normal()) // the mean has all entries
			}
		}
		x.Mul(code, base)
		if info, _ := judged(t, "measure:24", recovery, x.Slice(0, 40, 0, d).(*mat.Dense), x.Slice(40, n, 0, d).(*mat.Dense)); info.Relative.Train > 1e-20 || info.Relative.Test > 1e-20 || info.NonZeros != 3 {
			t.Errorf("%s: %+v", recovery, info)
		}
		set := &data.Set{X: &x, Segments: []data.Segment{{Name: "a", End: 40}, {Name: "b", Start: 40, End: n, Held: true}}}
		for j := range d {
			set.Inputs = append(set.Inputs, fmt.Sprint("x", j))
		}
		s := sweep.Spec{Split: split.Options{Seed: 1}}.With("front", "measure:24", "recovery", recovery+",none", "recovery-noise", "0,0.1", "space", "linear", "lambda", "0", "p", "2", "readout", "none")
		results, err := run.All(context.Background(), set, s)
		if err != nil || len(results) != 3 { // noise belongs to recovery
			t.Fatal(len(results), err)
		}
		for _, r := range results {
			switch noise := encode.Noise.X(r.Point); {
			case encode.Recovery.Of(r.Point) == "" && r.FrontInfo == nil:
			case noise == 0 && r.FrontInfo.Relative.Test < 1e-20:
			case noise > 0 && r.FrontInfo.Relative.Test > 1e-6 && r.FrontInfo.Relative.Test < 0.01:
			default:
				t.Errorf("%s: %+v", r.Point, r.FrontInfo)
			}
		}
	}
}

// An error on recovery names its cause.
func TestRecoveryRefuses(t *testing.T) {
	train := waves(30, 3)
	for recovery, want := range map[string]string{
		"dct:4x4":           "has 16 pixels, and there are 32 inputs",
		"dictionary:40":     "take fewer atoms",
		"dictionary:10:2":   "use more atoms",
		"dct:8":             "rows and columns",
		"dct:0x4":           "rows and columns",
		"dct:omp:x":         "number of entries",
		"dictionary:a":      "numbers of atoms",
		"wavelets":          "unknown",
		"identity:3":        "unknown",
		"fourier:4x8":       "unknown",
		"dictionary:20:2:3": "numbers of atoms",
	} {
		at := part.Point{}.With(space.Reduction.Is("measure:16"), encode.Recovery.Is(recovery))
		kind := space.Fronts.Build(at)
		f, err := kind.Learn(t.Context(), at, train)
		if err == nil {
			_, _, err = kind.Judge(t.Context(), at, f, train, nil)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", recovery, err, want)
		}
	}
}

// Multiples of a width are laid out by what the codes of a front and its recovery come to.
func TestWidthsBehindFrontsWithParameters(t *testing.T) {
	set := sweeptest.Trials(4, 2, 40)
	for front, with := range map[string][2]string{"ksvd:6:2": {"code", "own,split"}, "measure:2": {"recovery", "none,dct"}} {
		p := sweeptest.Plan(t, set, sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("front", front, with[0], with[1], "sigma", "rel:1", "m", "10", "readout", "none", "lambda", "0"))
		if len(p.Entries) != 2 {
			t.Fatalf("%s: %d points", front, len(p.Entries))
		}
		a, b := kernel.Sigma.X(p.Entries[0].Point), kernel.Sigma.X(p.Entries[1].Point)
		if a <= 0 || b <= 0 || (a == b) != (with[0] == "recovery") {
			t.Errorf("%s: σ is %g and %g", front, a, b)
		}
	}
}

// The needs before a sweep include the costs of recovery: nothing if it is not
// requested, more for linear programs than for a pursuit, and the learning of a
// dictionary in addition.
func TestRecoveryIsCounted(t *testing.T) {
	needs := func(recovery string, judged bool) space.Needs {
		var at part.Point
		space.Reduction.Set(&at, "measure:32")
		if recovery != "" {
			encode.Recovery.Set(&at, recovery)
		}
		return space.NeedsOf(at, 1000, 64, judged)
	}
	none, pursuit, program, learnt := needs("", true), needs("dct:omp", true), needs("dct", true), needs("dictionary:100:4", true)
	if none != (space.Needs{}) || needs("dct", false) != none {
		t.Errorf("without recovery it needs %+v, an inner model %+v", none, needs("dct", false))
	}
	if !(0 < pursuit.Work && pursuit.Work < program.Work && program.Work < learnt.Work && 64_000 < program.Numbers && program.Numbers < learnt.Numbers) {
		t.Errorf("pursuit %+v, programs %+v, a dictionary %+v", pursuit, program, learnt)
	}
}
