package resolve

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"example.com/sfatui/datasets/split"
	"gonum.org/v1/gonum/stat"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// partFloats are numbers as results have them.
func partFloats(values []float64) (out []part.Float) {
	for _, v := range values {
		out = append(out, part.Float(v))
	}
	return out
}

// resultsOf are the results of a plan, in its order.
func resultsOf(t *testing.T, p *sweep.Plan) (out []*result.Result) {
	t.Helper()
	done := byKey{}
	r, err := run.Start(t.Context(), p, done, sweep.RunOptions{})
	if err == nil {
		err = r.Wait()
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range p.Entries {
		out = append(out, done[e.Key])
	}
	return out
}

// byKey is a sink that keeps results.
type byKey map[string]*result.Result

func (b byKey) Handle(e sweep.Event) error {
	if e.Kind == sweep.PointDone {
		b[e.Result.Key] = e.Result
	}
	return nil
}

// What an inspection shows is what was measured.
func TestInspectAgreesWithResults(t *testing.T) {
	set := sweeptest.Trials(4, 3, 30)
	p := sweeptest.Plan(t, set, sweep.Spec{Split: split.Options{Folds: 2, Seed: 1}}.With("sigma", "2", "lambda", "0,1e-3", "m", "10", "p", "4", "readout", "lda", "graph", "time,clustered,serial"))
	for _, r := range resultsOf(t, p) {
		if r.Error != "" {
			t.Fatal(r.Error)
		}
		x, err := Inspect(t.Context(), set, "hash", r.Point)
		if err != nil {
			t.Fatal(err)
		}
		variances, err := Variances(t.Context(), set, "hash", r.Point)
		if err != nil || !sweeptest.Near(partFloats(variances), r.Variance.Each, 1e-6) {
			t.Errorf("variances %v, recorded %v, error %v", variances, r.Variance.Each, err)
		}
		if lo, hi := slices.Min(r.Variance.Each), slices.Max(r.Variance.Each); lo != r.Variance.Min || hi != r.Variance.Max {
			t.Errorf("variances from %v to %v, recorded %v to %v", lo, hi, r.Variance.Min, r.Variance.Max)
		}
		slowness, _ := measure.UnitSlownessAndCurvature(x.Test, x.TestSpans)
		inTime := r.Slowness.Test
		if graph.Name.Of(r.Point) != "time" {
			inTime = r.Slowness.TimeTest
		}
		if got := partFloats(slowness); !sweeptest.Near(got, inTime, 1e-6) {
			t.Errorf("test slowness %v, recorded %v", got, inTime)
		}
		twin, ok := Twin(r.Point)
		if back, again := Twin(twin); !ok || !again || back != r.Point || kernel.Shift.Of(twin) == kernel.Shift.Of(r.Point) {
			t.Errorf("the twin of %+v is %+v", r.Point, twin)
		}
		plain, err := Variances(t.Context(), set, "hash", twin)
		if err != nil || len(plain) != len(variances) {
			t.Errorf("the twin has variances %v, error %v", plain, err)
		}
		checkGraphView(t, x, r)
	}
}

// checkGraphView holds a view of a graph against what was recorded of it.
func checkGraphView(t *testing.T, x *Inspection, r *result.Result) {
	t.Helper()
	v := x.Graph
	delta := partFloats(v.Delta)
	want := r.Slowness.Train
	if r.Graph != nil {
		want = r.Graph.Delta
		free := partFloats(v.Free)
		if !sweeptest.Near(free, r.Graph.Free, 1e-9) || part.Float(v.Consistency) != r.Graph.Consistency || v.Components != r.Graph.Components || x.TrainRows[v.Weakest[0]] != r.Graph.Weakest[0] {
			t.Errorf("%s: the view %+v is not what was recorded, %+v", graph.Name.Of(r.Point), v, r.Graph)
		}
	}
	if !sweeptest.Near(delta, want, 1e-6) {
		t.Errorf("%s: Δ %v, recorded %v", graph.Name.Of(r.Point), delta, want)
	}
	for _, m := range [][][]float64{v.Matrix, v.ByClass} {
		sum := 0.0
		for i, row := range m {
			for j, w := range row {
				sum += w
				if w != m[j][i] {
					t.Fatalf("%s: the matrix is not symmetric at %d, %d", graph.Name.Of(r.Point), i, j)
				}
			}
		}
		if math.Abs(sum-v.R) > 1e-9*v.R {
			t.Errorf("%s: the matrix sums up to %v, R is %v", graph.Name.Of(r.Point), sum, v.R)
		}
	}
	n := len(x.TrainRows)
	if rows, k := v.Responses.Dims(); rows != n || k != len(v.Free) || len(v.Edges) == 0 || len(v.Edges) > viewEdges {
		t.Errorf("%d×%d responses, %d edges", rows, k, len(v.Edges))
	}
}

// The free responses of a large graph are known where it is that of time. Within a segment of 50
// samples the slowest has Δ = (1200/1176)·(2 − 2cos(π/50)).
func TestInspectLargeGraphs(t *testing.T) {
	set := sweeptest.Trials(4, 4, 50)
	p := sweeptest.Plan(t, set, sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("space", "linear", "p", "2", "readout", "none", "graph", "time,serial"))
	for _, e := range p.Entries {
		x, err := Inspect(t.Context(), set, "hash", e.Point)
		if err != nil {
			t.Fatal(err)
		}
		v := x.Graph
		if v.Samples <= run.MaxFree {
			t.Fatalf("%d samples are not many", v.Samples)
		}
		known, note := graph.Name.Of(e.Point) == "time", "free responses are computed up to 1000 samples"
		if known {
			note = "Δ = 0 of 23 free responses that only tell the 24 segments apart; within a segment the slowest is half a cosine over 50 samples, Δ = 0.00403"
		}
		if known && !slices.Equal(v.Free, []float64{0, 0}) || !known && v.Free != nil || known != (v.Responses != nil) || v.Note != note {
			t.Errorf("%s: %d components, free responses %v, note %q", graph.Name.Of(e.Point), v.Components, v.Free, v.Note)
		}
	}
}

// A method without a graph and a space without a kernel have nothing to show of
// them.
func TestInspectWithoutGraphOrTwin(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	p := sweeptest.Plan(t, set, sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("method", "pca", "space", "poly", "p", "3", "readout", "none"))
	x, err := Inspect(t.Context(), set, "hash", p.Entries[0].Point)
	if _, twin := Twin(p.Entries[0].Point); err != nil || x.Graph != nil || twin {
		t.Errorf("graph %v, twin %v, error %v", x.Graph, twin, err)
	}
	if variances, err := Variances(t.Context(), set, "hash", p.Entries[0].Point); err != nil || len(variances) != 3 {
		t.Errorf("variances %v, error %v", variances, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Inspect(ctx, set, "hash", p.Entries[0].Point); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// meanOver is the mean of a measure over results.
func meanOver(results []*result.Result, of func(*result.Result) part.Float) float64 {
	var all []float64
	for _, r := range results {
		all = append(all, float64(of(r)))
	}
	return stat.Mean(all, nil)
}

func segmentsRight(r *result.Result) part.Float { return r.Accuracy.Segment }

// Groups add up to the whole test part, and the curve of a readout ends at what
// was measured.
func TestRescoreAgreesWithResults(t *testing.T) {
	set := sweeptest.Trials(4, 3, 30)
	s := sweep.Spec{Split: split.Options{Folds: 2, Seed: 1}}.With("sigma", "2", "lambda", "1e-5", "m", "10", "p", "6", "readout", "lda,centroid")
	rows := choose.Summarize(resultsOf(t, sweeptest.Plan(t, set, s)))
	var configs, folds []part.Point
	for _, row := range rows {
		configs = append(configs, row.Config)
	}
	for _, r := range rows[0].Results {
		folds = append(folds, r.Point)
	}
	other := configs[0]
	method.P.Set(&other, 3)
	got, err := Rescore(t.Context(), set, "hash", folds, append(configs, other))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Curves) != 2 {
		t.Fatalf("%d curves, want those of two readouts", len(got.Curves))
	}
	for i, c := range got.Curves {
		last, want := c.Scores[len(c.P)-1], rows[i].Results
		if c.P[0] != 1 || c.P[len(c.P)-1] != 6 || len(last) != 2 || math.Abs((last[0]+last[1])/2-meanOver(want, segmentsRight)) > 1e-12 {
			t.Errorf("%s: %v ends at %v, measured %v", readout.Name.Of(c.Readout), c.P, last, meanOver(want, segmentsRight))
		}
	}
	right, segments := 0.0, 0
	for _, g := range got.Groups {
		right, segments = right+g.Segment*float64(g.Segments), segments+g.Segments
	}
	measured := meanOver(rows[0].Results, segmentsRight)
	if len(got.Groups) != 4 || segments != len(set.Segments) || math.Abs(right/float64(segments)-measured) > 1e-12 {
		t.Errorf("groups %+v, measured %v", got.Groups, measured)
	}
}

func TestRescoreTargets(t *testing.T) {
	set := sweeptest.Trials(3, 2, 30)
	n, _ := set.X.Dims()
	set.TargetName, set.Target = "y", make([]float64, n)
	for i := range n {
		set.Target[i] = set.X.At(i, 0)
	}
	s := sweep.Spec{Split: split.Options{Folds: 3, Seed: 1}}.With("space", "linear", "p", "2", "readout", "linear")
	row := choose.Summarize(resultsOf(t, sweeptest.Plan(t, set, s)))[0].Results
	var folds []part.Point
	for _, r := range row {
		folds = append(folds, r.Point)
	}
	got, err := Rescore(t.Context(), set, "hash", folds, []part.Point{row[0].Point.Config()})
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range got.Groups { // a group is the test part of a fold
		if !math.IsNaN(g.Segment) || !slices.ContainsFunc(row, func(r *result.Result) bool { return math.Abs(float64(*r.RMSE)-g.RMSE) < 1e-9 }) {
			t.Errorf("group %d: %+v", i, g)
		}
	}
	last := 0.0
	for _, score := range got.Curves[0].Scores[1] {
		last += score / 3
	}
	if measured := meanOver(row, func(r *result.Result) part.Float { return *r.RMSE }); len(got.Groups) != 3 || math.Abs(last-measured) > 1e-9 {
		t.Errorf("%d groups, curve %+v, measured %v", len(got.Groups), got.Curves, measured)
	}
}

func TestPlacesByClassFollowTheOrder(t *testing.T) {
	label := []int{2, 0, -1, 1, 2, 0}
	for order, want := range map[[3]int][]int{
		{0, 1, 2}: {4, 1, 0, 3, 5, 2},
		{2, 0, 1}: {1, 3, 0, 5, 2, 4},
	} {
		if got := placesByClass(label, order[:]); !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", order, got, want)
		}
	}
}

// The target 3 1 2 1 is sorted as samples 1, 3, 2, 0; equal targets keep their order.
func TestPlacesByTargetAreRanks(t *testing.T) {
	if got, want := placesByTarget([]float64{3, 1, 2, 1}), []int{3, 0, 2, 1}; !slices.Equal(got, want) {
		t.Errorf("places %v, want %v", got, want)
	}
}
