// Package uitest provides the fixtures of screen tests: a sweep that was never computed, its
// records, and golden files.
package uitest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"sync"
	"time"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/theme"
	"gonum.org/v1/gonum/mat"
)

// Screens show the machine's time zone, golden files need a fixed one.
func init() { time.Local = time.UTC }

// Epoch is the creation time of all fake sessions.
var Epoch = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// Points returns the points of a sweep over σ, λ, m and readouts on three folds.
func Points() []part.Point {
	var points []part.Point
	for fold := range 3 {
		for _, m := range []int{50, 100} {
			for _, sigma := range []float64{1, 2, 5, 10, 20} {
				for _, lambda := range []float64{0, 1e-7, 1e-3} {
					for _, name := range []string{"lda", "perceptron"} {
						points = append(points, part.Point{Frame: part.Frame{Fold: fold, Folds: 3, Validation: part.Num(0.25), Seed: 1}}.With(method.Name.Is("sfa"), space.Name.Is("kernel"), kernel.Name.Is("gaussian"), kernel.Sigma.Is(sigma), method.Lambda.Is(lambda), subset.M.Is(m), method.P.Is(8), graph.Name.Is("time"), subset.Name.Is("mp-mah"), space.Basis.Is("stable"), kernel.Shift.Is(part.FlagOn), readout.Name.Is(name)))
					}
				}
			}
		}
	}
	return points
}

// Key returns the key of a fake point: a hash of the point only. The engine's keys also hash
// its version and the processor's arithmetic, and golden screens show their first digits.
func Key(p part.Point) string {
	if key, ok := keys.Load(p); ok {
		return key.(string)
	}
	b, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	sum := sha256.Sum256(b)
	key := hex.EncodeToString(sum[:])
	keys.Store(p, key)
	return key
}

// keys caches the keys of points, because many tests create the same fixtures.
var keys sync.Map

// Result returns a result that depends smoothly on the point: best at σ = 5, and violating unit
// variance where σ is large and λ is 0.
func Result(p part.Point) *result.Result {
	off := math.Abs(math.Log10(kernel.Sigma.X(p) / 5))
	slow := 0.02*(1+3*off*off) + 0.5*method.Lambda.X(p) + 0.001*float64(p.Fold) + 1/float64(subset.M.Of(p))/10
	acc := 0.95 - 0.4*off*off + 0.0002*float64(subset.M.Of(p)) - 0.01*float64(p.Fold)
	if readout.Name.Of(p) == "perceptron" {
		acc -= 0.03
	}
	dev := 1e-12 * kernel.Sigma.X(p)
	if kernel.Sigma.X(p) == 20 && method.Lambda.X(p) == 0 {
		dev = 0.3
	}
	r := &result.Result{Key: Key(p), Point: p, NTrain: 400, NTest: 200, NValidation: 100, SegmentsTrain: 8, SegmentsTest: 4,
		Rank: subset.M.Of(p) - 1, Condition: part.Float(1e6 * kernel.Sigma.X(p)), Supports: subset.M.Of(p), Seconds: 0.25, Picks: []int{12, 7, 399, 41, 90, 3},
		Slowness:   result.Slowness{MeanTest: part.Float(slow), MeanTrain: part.Float(0.9 * slow)},
		Variance:   result.Variance{Mean: 1, Min: part.Float(1 - dev), Max: part.Float(1 + dev/2), MaxAbsCorr: 1e-9, OK: dev < 0.05},
		Accuracy:   &result.Accuracy{Sample: part.Float(acc - 0.1), Segment: part.Float(acc)},
		Validation: &result.Scores{Slowness: part.Float(slow), Accuracy: &result.Accuracy{Sample: part.Float(acc - 0.1), Segment: part.Float(acc + 0.01)}},
		Notes:      []string{"1 of 50 eigenvalues of C is below the tolerance and was cut"}}
	wrong := int(20 * (1 - acc))
	r.Confusion = &result.Confusion{Sample: [][]int{{90, 10}, {20, 80}}, Segment: [][]int{{20 - wrong, wrong}, {wrong / 2, 20 - wrong/2}}}
	for i := range method.P.Of(p) {
		r.Slowness.Test = append(r.Slowness.Test, part.Float(slow*float64(i+1)))
		r.Slowness.Train = append(r.Slowness.Train, part.Float(0.9*slow*float64(i+1)))
		r.Variance.Each = append(r.Variance.Each, part.Float(1-dev*float64(i)/float64(method.P.Of(p)-1)))
	}
	held := r.Validation
	held.Parts = []result.ValidationPart{{N: 100, Fit: 300, Delta: r.Slowness.Test, Accuracy: held.Accuracy}}
	return r
}

// Record returns a record with data encoded as JSON.
func Record(n uint64, t int64, kind string, data any, r *result.Result) record.Record {
	b, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	return record.Record{N: n, T: t, Kind: kind, Data: b, Writer: "w", Result: r}
}

type Object = map[string]any

// Records returns the records of the first n points of the fake sweep; fail reports which of
// them fail.
func Records(n int, fail func(part.Point) bool) []record.Record {
	points := Points()
	rs := []record.Record{
		{Kind: record.KindCreated, Data: json.RawMessage(fmt.Sprintf(`{"plan":"0001","points":%d,"cost":1}`, len(points)))},
		Record(1, 10, record.KindOpened, Object{"host": "node7", "pid": 1}, nil),
		Record(2, 11, record.KindCommand+"start", Object{}, nil),
		Record(3, 12, string(sweep.Started), Object{"total": len(points)}, nil),
	}
	t := int64(12)
	for i, p := range points[:n] {
		if i%6 == 0 {
			t += 200
			rs = append(rs, Record(uint64(len(rs)), t, string(sweep.StageDone), Object{"stage": fmt.Sprintf("fold %d · σ %g · moments", p.Fold+1, kernel.Sigma.X(p))}, nil))
		}
		t += 50
		r := Result(p)
		if fail != nil && fail(p) {
			*r = result.Result{Key: r.Key, Point: p, Seconds: 0.1, Error: "the kernel matrix has no positive eigenvalue left: take a larger σ"}
		}
		rs = append(rs, Record(uint64(len(rs)), t, string(sweep.PointDone), Object{"key": r.Key, "sha256": "", "seconds": 0.25, "cost": 1 / float64(len(points))}, r))
	}
	return rs
}

// Then appends an event of the sweep.
func Then(rs []record.Record, kind sweep.Kind, data Object) []record.Record {
	last := rs[len(rs)-1]
	return append(rs, Record(uint64(len(rs)), last.T+20, string(kind), data, nil))
}

// Set returns a small data set with labels and groups.
func Set() *data.Set {
	const n, d, length = 240, 3, 20
	s := &data.Set{Name: "fake", Inputs: []string{"a", "b", "c"}, X: mat.NewDense(n, d, nil), Classes: []string{"no", "yes"}, Label: make([]int, n)}
	for i := range n {
		s.Label[i] = i / length % 2
		for j := range d {
			s.X.Set(i, j, math.Sin(float64(i*(j+1))/7)+float64(s.Label[i]))
		}
	}
	for i := range n / length {
		s.Segments = append(s.Segments, data.Segment{Name: fmt.Sprint("word", i), Group: fmt.Sprint("speaker", i%6), Start: i * length, End: (i + 1) * length})
	}
	s.Notes = []string{"every other numeric column is an input"}
	return s
}

// Failing reports whether a point has σ = 1, λ = 0 and m = 100: these points fail in tests with
// a few failures.
func Failing(p part.Point) bool {
	return kernel.Sigma.X(p) == 1 && method.Lambda.X(p) == 0 && subset.M.Of(p) == 100
}

// Marked returns the records of a sweep that contains every kind of event.
func Marked() []record.Record {
	rs := Records(60, func(p part.Point) bool { return kernel.Sigma.X(p) == 10 && method.Lambda.X(p) == 0 })
	for _, text := range []string{"look \x1b[2Jhere", ""} { // the second removes the note
		rs = append(rs, Record(uint64(len(rs)), rs[len(rs)-1].T+10, record.KindNote, Object{"point": Points()[0], "text": text}, nil))
	}
	again := rs[10]
	return append(rs, Record(uint64(len(rs)), rs[len(rs)-1].T+10, record.KindConflict, Object{"key": again.Result.Key, "cost": 0}, again.Result))
}

// Many returns n finished points of n/3 configurations.
func Many(n int) []record.Record {
	rs := Records(0, nil)
	for i := range n {
		p := Points()[0]
		p.Fold = i % 3
		kernel.Sigma.Set(&p, part.Num(1+float64(i/3)/100))
		r := Result(p)
		rs = append(rs, Record(uint64(len(rs)), int64(100*i), string(sweep.PointDone), Object{"key": r.Key, "cost": 1}, r))
	}
	return rs
}

// Scene returns the scene of a sweep over points with the results of the records.
func Scene(points []part.Point, records []record.Record, w, h int) *page.Scene {
	sc := &page.Scene{Style: &theme.Style{}, Mode: page.Live, W: w, H: h, Set: Set()}
	sc.Sweep.Best = -1
	sc.Sweep.SetPlan(sweepview.OutlineOf(points), sweepview.CriterionOf(sweep.Spec{}, points))
	var st record.State
	for _, r := range records {
		st = record.Reduce(st, r)
	}
	sc.Sweep.Take(st)
	sc.Arrange()
	return sc
}

// Done returns the scene of the finished fake sweep.
func Done(w, h int) *page.Scene {
	return Scene(Points(), Then(Records(180, nil), sweep.Ended, Object{"reason": "done"}), w, h)
}

// Sweep returns a sweep over points that all have their fake results.
func Sweep(points []part.Point) *sweepview.Sweep {
	sc := &sweepview.Sweep{Best: -1}
	sc.SetPlan(sweepview.OutlineOf(points), sweepview.CriterionOf(sweep.Spec{}, points))
	for _, p := range points {
		sc.State.Results = append(sc.State.Results, Result(p))
	}
	sc.Rows = choose.Summarize(sc.State.Results)
	sc.Judge()
	return sc
}
