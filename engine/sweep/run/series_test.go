package run

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/realdata"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
)

// wholeSeries is a sweep of one point over whole series.
func wholeSeries(texts ...string) sweep.Spec {
	return sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("kernel", "gak", "sigma", "1", "select", "all", "lambda", "1e-3", "p", "4", "readout", "centroid").With(texts...)
}

// A test series that is one of training gets the feature of that.
func TestL20(t *testing.T) {
	set := sweeptest.Series(13, 12, 3)
	set.X.SetRow(12, set.X.RawRowView(5))
	set.Label[12] = set.Label[5]
	plan := sweeptest.Plan(t, set, wholeSeries())
	solved, err := Solve(t.Context(), set, "hash", plan.Entries[0].Point)
	if err != nil {
		t.Fatal(err)
	}
	m, f := solved.f.model, solved.f
	g, err := kernel.Gram(t.Context(), kernel.At(plan.Entries[0].Point), m.samples.data.Train.X, false)
	if err != nil {
		t.Fatal(err)
	}
	if v := g.At(0, 1); math.Abs(v-0.0030354971) > 1e-10 {
		t.Errorf("K_01 is %.12g", v)
	}
	var e mat.EigenSym
	e.Factorize(g, false)
	if v := e.Values(nil)[0]; math.Abs(v-0.0385510404) > 1e-10 {
		t.Errorf("the least eigenvalue is %.12g", v)
	}
	for i, want := range []float64{0.0123288881, 0.0227668698, 2.0082656229, 2.0097632444} {
		if math.Abs(f.Values[i]-want) > 1e-10 {
			t.Errorf("eigenvalue %d is %.12g, want %g", i+1, f.Values[i], want)
		}
	}
	for j := range 4 {
		if got, want := f.held.At(0, j), f.train.At(5, j); math.Abs(got-want) > 1e-10 {
			t.Errorf("feature %d of a training series is %g, and %g in training", j, got, want)
		}
	}
	for _, r := range runAll(t, plan, sweep.RunOptions{}).results {
		for i, want := range []float64{7.58035876e-5, 9.48170497e-5, 1.9999870481, 1.9999923792} {
			if v := float64(r.Graph.Delta[i]); math.Abs(v-want) > 1e-9 {
				t.Errorf("Δ%d is %.12g, want %g", i+1, v, want)
			}
			if v := float64(r.Variance.Each[i]); math.Abs(v-1) > 1e-10 {
				t.Errorf("variance %d is %g", i+1, v)
			}
		}
	}
}

// Kernels of series go with every selection, basis and correction, the same for any number
// of workers.
func TestSeriesEverywhere(t *testing.T) {
	set := sweeptest.Series(30, 20, 2)
	inner := sweep.Spec{Split: split.Options{Folds: 1, Validation: 0.3, Seed: 1}}
	for _, s := range []sweep.Spec{
		inner.With("band", "none,4", "select", "mp-mah,random,all,online-mah,mp-kpca", "sigma", "rel:0.3", "basis", "stable,printed", "lambda", "1e-4", "m", "6,12", "readout", "lda"),
		inner.With("kernel", "dtw,dtw-squares", "indefinite", "clip,flip,shift,square", "select", "random,all", "sigma", "rel:1", "lambda", "1e-4", "m", "6,12", "p", "2", "readout", "centroid"),
	} {
		s.Set("standardize", "on")
		plan := sweeptest.Plan(t, set, s)
		one := runAll(t, plan, sweep.RunOptions{Workers: 1})
		three := runAll(t, plan, sweep.RunOptions{Workers: 3}).texts(t)
		for k, text := range one.texts(t) {
			if three[k] != text {
				t.Errorf("with three workers:\n%s\nwith one:\n%s", three[k], text)
			}
			r := one.results[k]
			if r.Error != "" || !r.Variance.OK {
				t.Errorf("%s: variance %+v, error %q", r.Point.Label(), r.Variance, r.Error)
				continue
			}
		}
	}
}

// Under shift the supports among the training samples are lifted, and no other sample.
func TestShiftLiftsSupports(t *testing.T) {
	set := sweeptest.Series(30, 20, 2)
	for _, choice := range []string{"random", "all"} {
		plan := sweeptest.Plan(t, set, wholeSeries("kernel", "dtw-squares", "indefinite", "shift", "select", choice, "m", "9", "p", "1"))
		solved, err := Solve(t.Context(), set, "hash", plan.Entries[0].Point)
		if err != nil {
			t.Fatal(err)
		}
		m := solved.f.model
		c := m.functions.space.(*space.Corrected)
		values := func(v *moments.Values, n int) *mat.Dense {
			h := mat.NewDense(n, c.Dim(), nil)
			for _, b := range v.Blocks {
				v.Eval(h.Slice(b.Start, b.End, 0, c.Dim()).(*mat.Dense), b)
			}
			return h
		}
		n := m.samples.data.Train.Len()
		want := mat.NewDense(n, c.Dim(), nil)
		c.Eval(want, m.samples.data.Train.X)
		if !c.Lifts() {
			t.Fatalf("%s: nothing is below zero: %s", choice, c.Note())
		}
		supports, _ := m.functions.z.Dims()
		for j, row := range m.functions.supports.Index[:supports] {
			c.Lift(want.RawRowView(row), j)
		}
		if got := values(m.train, n); !mat.EqualApprox(got, want, 1e-9*mat.Max(want)) {
			t.Errorf("%s: training values %v, want %v", choice, mat.Formatted(got), mat.Formatted(want))
		}
		want = mat.NewDense(m.samples.data.Held.Len(), c.Dim(), nil)
		c.Eval(want, m.samples.data.Held.X)
		if got := values(m.held, m.samples.data.Held.Len()); !mat.EqualApprox(got, want, 1e-9*mat.Max(want)) {
			t.Errorf("%s: held-out values %v, want %v", choice, mat.Formatted(got), mat.Formatted(want))
		}
	}
}

// What cannot be is refused before anything is computed.
func TestSeriesRefuse(t *testing.T) {
	set := sweeptest.Series(30, 20, 2)
	for text, s := range map[string]sweep.Spec{
		"no pairs in time":                     wholeSeries("graph", "time"),
		"--kernel: gaussian":                   wholeSeries("kernel", "gaussian"),
		"--space: linear":                      wholeSeries("space", "linear"),
		"--select: kmeans":                     wholeSeries("select", "kmeans", "m", "5"),
		"--layers: a network requires samples": wholeSeries("layers", "3:2+1:poly2:sfa3"),
		"--band: 0: gak":                       wholeSeries("kernel", "dtw,gak", "band", "none,0"),
		"must be a whole number":               wholeSeries("band", "1.5"),
	} {
		if _, err := sweep.NewPlan(set, "hash", s); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := sweep.NewPlan(sweeptest.Trials(4, 2, 30), "hash", wholeSeries()); err == nil || !strings.Contains(err.Error(), "--unit segment") {
		t.Errorf("samples in rows: %v", err)
	}
	set.Label, set.Classes = nil, nil
	if _, err := sweep.NewPlan(set, "hash", wholeSeries("readout", "none")); err == nil || !strings.Contains(err.Error(), "no pairs in time") {
		t.Errorf("without labels: %v", err)
	}
	for i := range 30 {
		set.Target = append(set.Target, float64(i%7))
	}
	p, err := sweep.NewPlan(set, "hash", wholeSeries("p", "", "readout", "", "select", "", "m", "15"))
	if err != nil || p.Spec.Text("graph") != "serial" || p.Spec.Text("p") != "9" {
		t.Errorf("with a target: %v, graph %q, p %q", err, p.Spec.Text("graph"), p.Spec.Text("p"))
	}
}

// Pairs are aligned until the context ends, not to the end of a row.
func TestAlignmentEndsWithItsContext(t *testing.T) {
	const n = 64
	x := mat.NewDense(n, data.SeriesWidth(2000, 1), nil)
	for i := range n {
		frames := mat.NewDense(2000, 1, nil)
		frames.Set(i, 0, 1)
		data.PackSeries(x.RawRowView(i), frames)
	}
	at := part.Point{}.With(kernel.Name.Is("dtw"), kernel.Sigma.Is(1))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := kernel.NewAlignments(ctx, kernel.At(at).(kernel.Aligned), x, x, false); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("4096 pairs of 4 million frames: %v", err)
	}
}

// realSeries opens one of the real sets, whole series as samples.
func realSeries(t testing.TB, folder, name string) *data.Set {
	t.Helper()
	dir := realdata.Path(t, folder)
	set, err := datasets.Open(t.Context(), datasets.Options{Paths: []string{dir + "/" + name + "_TRAIN.ts"}, TestPaths: []string{dir + "/" + name + "_TEST.ts"}, Unit: "segment"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestL25L27RealSeries(t *testing.T) {
	for _, c := range []struct {
		folder, name, sigma string
		log00, log01, k01   float64
		right               map[float64]int // by λ
		values              []float64       // at λ = 10⁻³
	}{
		{"japanese_vowels", "JapaneseVowels", "2", 31.0213392374, 30.6280956796, 0.0052438714, map[float64]int{1e-3: 360, 1e-6: 359}, []float64{0.0631058075, 0.0741926677, 0.0847996113, 0.0972674039}},
		{"ucr_small", "GunPoint", "5", 258.3809067657, 258.0582035110, 0.7173548700, map[float64]int{1e-3: 148, 1e-6: 147}, []float64{0.0883059562}},
	} {
		if c.name == "GunPoint" && !testenv.Full() {
			continue // long series, which take seconds
		}
		set := realSeries(t, c.folder, c.name)
		plan := sweeptest.Plan(t, set, wholeSeries("sigma", c.sigma, "lambda", "1e-3,1e-6", "p", ""))
		at := plan.Entries[0].Point
		k := kernel.At(at).(kernel.Aligned)
		z := kernel.NewSupports(set.X.Slice(1, 2, 0, set.X.RawMatrix().Cols).(*mat.Dense))
		value := mat.NewDense(1, 1, nil)
		kernel.Matrix(value, k, set.X.Slice(0, 1, 0, set.X.RawMatrix().Cols).(*mat.Dense), z, false)
		if v := value.At(0, 0); math.Abs(v-c.k01) > 1e-9 {
			t.Errorf("%s: K_01 is %.12g, want %g", c.name, v, c.k01)
		}
		norms := kernel.Norms(k, set.X.Slice(0, 1, 0, set.X.RawMatrix().Cols).(*mat.Dense))
		if math.Abs(norms[0]-c.log00) > 1e-9 {
			t.Errorf("%s: log k(0,0) is %.12g, want %g", c.name, norms[0], c.log00)
		}
		for _, r := range runAll(t, plan, sweep.RunOptions{}).results {
			lambda := method.Lambda.X(r.Point)
			right := math.Round(float64(r.Accuracy.Segment) * float64(r.SegmentsTest))
			if int(right) != c.right[lambda] {
				t.Errorf("%s, λ %g: %g of %d right, want %d", c.name, lambda, right, r.SegmentsTest, c.right[lambda])
			}
			if lambda != 1e-3 || !testenv.Full() {
				continue // eigenvalues are those of the small set of TestL20
			}
			f, err := Solve(t.Context(), set, "hash", r.Point)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range c.values {
				if math.Abs(f.Values[i]-want) > 1e-9 {
					t.Errorf("%s: eigenvalue %d is %.12g, want %g", c.name, i+1, f.Values[i], want)
				}
			}
		}
	}
}

// The kernel exp(−D/s), s the median cost of all pairs, is indefinite on most real sets.
func TestL24RealSeries(t *testing.T) {
	for _, c := range []struct {
		folder, name string
		negative     int
		least        float64
	}{
		{"ucr_small", "GunPoint", 15, -0.1000}, {"ucr_small", "ItalyPowerDemand", 14, -0.2770},
		{"japanese_vowels", "JapaneseVowels", 59, -0.5972}, {"ucr_small", "BasicMotions", 0, 0},
	} {
		if (c.name == "GunPoint" || c.name == "JapaneseVowels") && !testenv.Full() {
			continue // long series, which take seconds
		}
		set := realSeries(t, c.folder, c.name)
		n := slices.IndexFunc(set.Segments, func(s data.Segment) bool { return s.Held })
		x := set.X.Slice(0, n, 0, set.X.RawMatrix().Cols).(*mat.Dense)
		costs := mat.NewDense(n, n, nil)
		kernel.Matrix(costs, kernel.WarpedSquares{}, x, kernel.NewSupports(x), false)
		all := slices.Clone(costs.RawMatrix().Data)
		slices.Sort(all)
		median := -(all[len(all)/2] + all[(len(all)-1)/2]) // κ = −D/2
		g, err := kernel.Gram(t.Context(), kernel.DTW{Sigma: math.Sqrt(median / 2)}, x, false)
		if err != nil {
			t.Fatal(err)
		}
		var e mat.EigenSym
		e.Factorize(g, false)
		values, negative := e.Values(nil), 0
		for _, v := range values {
			if v < -1e-12*values[n-1] {
				negative++
			}
		}
		if negative != c.negative || c.negative > 0 && math.Abs(values[0]-c.least) > 1e-4 {
			t.Errorf("%s: %d eigenvalues below zero, the least %.5g, want %d and %g", c.name, negative, values[0], c.negative, c.least)
		}
	}
}

// One nearest neighbour by dynamic time warping, as the archives of Dau et al. and of
// Bagnall et al. publish it.
func TestL21L22NeighboursOfRealSeries(t *testing.T) {
	for _, c := range []struct {
		folder, name, metric, bands string
		right                       map[string]int
	}{
		{"ucr_small", "GunPoint", "dtw", "none,learn,2,5,10,0", map[string]int{"": 136, "learn": 137, "2": 145, "5": 146, "10": 144, "0": 137}},
		{"ucr_small", "ItalyPowerDemand", "dtw", "none,learn", map[string]int{"": 978, "learn": 983}},
		{"ucr_small", "BasicMotions", "dtw,dtw-independent", "none", map[string]int{"": 39, "independent": 40}},
		{"ucr_small", "BasicMotions", "dtw", "learn", map[string]int{"learn": 39}},
		{"japanese_vowels", "JapaneseVowels", "dtw,dtw-independent", "none", map[string]int{"": 351, "independent": 351}},
	} {
		if c.name != "ItalyPowerDemand" && !testenv.Full() {
			continue // long series, which take seconds
		}
		set := realSeries(t, c.folder, c.name)
		plan := sweeptest.Plan(t, set, wholeSeries("sigma", "rel:1", "select", "mp-mah", "m", "4", "p", "1", "readout", "neighbours", "knn", "1", "metric", c.metric, "metric-band", c.bands))
		for _, r := range runAll(t, plan, sweep.RunOptions{}).results {
			band := readout.MetricBand.Of(r.Point)
			if readout.Metric.Of(r.Point) == "dtw-independent" {
				band = "independent"
			}
			right := int(math.Round(float64(r.Accuracy.Segment) * float64(r.SegmentsTest)))
			if want := c.right[band]; right != want {
				t.Errorf("%s, %s: %d of %d right, want %d (%s, %q)", c.name, r.Point.Label(), right, r.SegmentsTest, want, r.Error, r.Notes)
			}
		}
	}
}

// The order of bounds and giving up find what comparing all finds, with few alignments.
func TestL23BoundsSpareAlignments(t *testing.T) {
	for _, c := range []struct {
		name         string
		width        int
		pairs, whole int
	}{{"GunPoint", 15, 7500, 684}, {"ItalyPowerDemand", 2, 68943, 20418}} {
		set := realSeries(t, "ucr_small", c.name)
		var train, test []align.Series
		for i, seg := range set.Segments {
			x, channels := data.Frames(set.X.RawRowView(i))
			if s := (align.Series{X: x, Channels: channels}); seg.Held {
				test = append(test, s)
			} else {
				train = append(train, s)
			}
		}
		near, all := align.NewNearest(train, false, align.Band(c.width)), 0
		var a align.Aligner
		for _, x := range test {
			found, aligned, err := near.Of(t.Context(), x, 1, -1)
			if err != nil {
				t.Fatal(err)
			}
			best, cost := -1, math.Inf(1)
			for i, y := range train {
				if d := a.DTW(x, y, align.Band(c.width)); d < cost {
					best, cost = i, d
				}
			}
			if found[0] != best {
				t.Errorf("%s: found %d, the nearest is %d", c.name, found[0], best)
			}
			all += aligned
		}
		if len(test)*len(train) != c.pairs || float64(all) > 1.01*float64(c.whole) {
			t.Errorf("%s: %d of %d pairs aligned, want about %d of %d", c.name, all, len(test)*len(train), c.whole, c.pairs)
		}
		t.Logf("%s: %d of %d pairs aligned", c.name, all, c.pairs)
	}
}

// Each odd input has one clear note or message.
func TestOddSeries(t *testing.T) {
	one := func(s sweep.Spec, change func(set *data.Set)) *result.Result {
		t.Helper()
		set := sweeptest.Series(30, 20, 2)
		if change != nil {
			change(set)
		}
		for _, r := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
			return r
		}
		return nil
	}
	for _, c := range []struct {
		what, note, err string
		spec            sweep.Spec
		change          func(set *data.Set)
	}{
		{"a narrow width", "no two series are alike", "", wholeSeries("sigma", "1e-3", "p", "1"), nil},
		{"a wide width", "all series of one length are alike", "", wholeSeries("sigma", "1e6", "p", "1", "lambda", "0"), nil},
		{"a narrow band of gak", "a kernel of 0", "", wholeSeries("band", "1", "p", "1"), nil},
		{"a narrow band of dtw", "it is widened", "", wholeSeries("kernel", "dtw", "band", "1", "indefinite", "clip", "p", "1"), nil},
		{"the diagonal and series of different lengths", "no path in a band of 0: it is widened", "", wholeSeries("kernel", "dtw", "band", "0", "indefinite", "clip", "p", "1"), nil},
		{"a narrow band of a metric", "it is widened", "", wholeSeries("p", "1", "readout", "neighbours", "knn", "1", "metric", "dtw", "metric-band", "0"), nil},
		{"equal series", "", "equal to rounding", wholeSeries("p", "1"), func(set *data.Set) {
			for i := range 20 {
				set.X.SetRow(i, set.X.RawRowView(0))
			}
		}},
		{"an indefinite kernel", "", "negative eigenvalues", wholeSeries("kernel", "dtw", "sigma", "3", "p", "1"), nil},
		{"series of one frame", "", "", wholeSeries("p", "1"), func(set *data.Set) {
			for i := range 30 {
				data.PackSeries(set.X.RawRowView(i), mat.NewDense(1, 1, []float64{float64(i%2) + 0.01*float64(i)}))
			}
		}},
		{"an indefinite choice", "", "not positive semi-definite", wholeSeries("kernel", "dtw-squares", "select", "mp-mah", "m", "5", "p", "1", "indefinite", "clip"), nil},
	} {
		r := one(c.spec, c.change)
		switch {
		case c.err == "" && r.Error != "" || !strings.Contains(r.Error, c.err):
			t.Errorf("%s: error %q", c.what, r.Error)
		case c.note != "" && !slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, c.note) }):
			t.Errorf("%s: notes %q", c.what, r.Notes)
		}
	}
}
