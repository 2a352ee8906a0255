package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
)

// size is the size of a step of a table: n samples, m functions or supports, and k, a width or
// a number of neighbours.
type size struct{ N, M, K int }

// stepRequest is a step with its size, as passed to its process.
type stepRequest struct {
	Step string
	Size size
}

// stepTaken holds the time and memory of a step.
type stepTaken struct {
	// Seconds is the least wall time of several runs, Work the least processor time, which
	// other processes disturb less.
	Seconds, Work float64
	// Grown is the memory that the first run added, Peak the total, in bytes; 0 if the system
	// does not report it.
	Grown, Peak int64
	Runs        int
}

// inputs is the number of inputs of a table's samples, kernelWidth a width at which half of
// all kernel values exceed a third.
const (
	inputs      = 16
	kernelWidth = 4
)

// segment is the number of samples in a segment.
const segment = 250

// features is the number of features that a solve computes.
const features = 20

// steps holds all steps of the tables. Each prepares its data and returns the function to
// measure.
var steps = map[string]func(ctx context.Context, s size) (func() error, error){
	"time":        graphStep(func(s size) (graph.Graph, error) { return graph.Time(lengths(s.N)), nil }),
	"clustered":   graphStep(func(s size) (graph.Graph, error) { return graph.Clustered(classes(s.N)) }),
	"class-pairs": graphStep(func(s size) (graph.Graph, error) { return graph.ClassPairs(classes(s.N)) }),
	"serial":      graphStep(func(s size) (graph.Graph, error) { return graph.Serial(classes(s.N)) }),
	"mixed":       graphStep(func(s size) (graph.Graph, error) { return graph.Mixed(classes(s.N)) }),
	"window":      graphStep(func(s size) (graph.Graph, error) { return graph.Window(targets(s.N), s.K) }),
	"reorder":     graphStep(func(s size) (graph.Graph, error) { return graph.Reorder(targets(s.N)) }),
	"drawn pairs": graphStep(func(s size) (graph.Graph, error) {
		return graph.SampledPairs(context.Background(), classes(s.N), s.K, 1)
	}),
	"gpfa1": predictiveStep(false),
	"gpfa2": predictiveStep(true),
	"mp-mah": selectionStep(func(ctx context.Context, x *mat.Dense, s size) (subset.Picks, error) {
		return subset.MPMAH(ctx, kernel.Gaussian{Sigma: kernelWidth}, x, s.M, nil, nil)
	}),
	"online-mah": selectionStep(func(ctx context.Context, x *mat.Dense, s size) (subset.Picks, error) {
		p, _, err := subset.OnlineMAHTo(ctx, kernel.Gaussian{Sigma: kernelWidth}, x, s.M)
		return p, err
	}),
	"mp-kpca": selectionStep(func(ctx context.Context, x *mat.Dense, s size) (subset.Picks, error) {
		return subset.MPKPCA(ctx, kernel.Gaussian{Sigma: kernelWidth}, x, s.M, 0, 1)
	}),
	"random": selectionStep(func(_ context.Context, x *mat.Dense, s size) (subset.Picks, error) {
		return subset.Random(s.N, s.M, 1), nil
	}),
	"kmeans": func(ctx context.Context, s size) (func() error, error) {
		x := walk(s.N, inputs)
		return func() error {
			_, err := subset.Centres(ctx, x, s.M, 1)
			return err
		}, nil
	},
	"moments": momentsStep,
	"solve":   solveStep,
	"sweep":   sweepStep,
}

// step runs one step repeatedly and prints its time and memory.
func step(ctx context.Context, text string, stdout io.Writer) error {
	var a stepRequest
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return err
	}
	prepare := steps[a.Step]
	if prepare == nil {
		return fmt.Errorf("%s: unknown step", a.Step)
	}
	run, err := prepare(ctx, a.Size)
	if err != nil {
		return err
	}
	before := freshPeak()
	taken := stepTaken{Seconds: math.Inf(1), Work: math.Inf(1)}
	for begun := time.Now(); taken.Runs < 2 || time.Since(begun).Seconds() < 0.5; {
		start, cpu := time.Now(), parallel.ProcessorTime()
		if err := run(); err != nil {
			return err
		}
		taken.Seconds = min(taken.Seconds, time.Since(start).Seconds())
		taken.Work = min(taken.Work, (parallel.ProcessorTime() - cpu).Seconds())
		if taken.Runs++; taken.Runs == 1 {
			taken.Peak = peak()
			taken.Grown = taken.Peak - before
		}
	}
	return json.NewEncoder(stdout).Encode(taken)
}

// stepGCPercent is the heap growth that triggers a garbage collection, in percent of the live
// heap, which includes the samples. With Go's default of 100, a step with constant memory would
// seem to grow with its samples.
const stepGCPercent = 5

// freshPeak frees unused memory, resets the system's peak counter if possible, and returns the
// peak.
func freshPeak() int64 {
	debug.SetGCPercent(stepGCPercent)
	debug.FreeOSMemory()
	// If this is not permitted, the old peak remains and growth below it is not visible.
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
	return peak()
}

// graphStep returns the step that builds a graph and computes the moments of n×m values under
// it.
func graphStep(build func(s size) (graph.Graph, error)) func(context.Context, size) (func() error, error) {
	return func(ctx context.Context, s size) (func() error, error) {
		h := walk(s.N, s.M)
		return func() error {
			g, err := build(s)
			if err == nil {
				_, err = graph.Moments(ctx, g, h)
			}
			return err
		}, nil
	}
}

// predictiveStep returns the step of one iteration of GPFA: a graph of nearest states of n×m
// values, and the moments under it.
func predictiveStep(star bool) func(context.Context, size) (func() error, error) {
	return func(ctx context.Context, s size) (func() error, error) {
		h := walk(s.N, s.M)
		return func() error {
			g, err := graph.Predictive(ctx, h, lengths(s.N), graph.Prediction{Order: 1, Neighbours: s.K, Future: true, Star: star})
			if err == nil {
				_, err = graph.Moments(ctx, g, h)
			}
			return err
		}, nil
	}
}

// selectionStep returns the step that chooses m supports.
func selectionStep(choose func(ctx context.Context, x *mat.Dense, s size) (subset.Picks, error)) func(context.Context, size) (func() error, error) {
	return func(ctx context.Context, s size) (func() error, error) {
		x := walk(s.N, inputs)
		return func() error {
			p, err := choose(ctx, x, s)
			if err == nil && len(p.Index) < s.M*9/10 {
				err = fmt.Errorf("%d supports of %d", len(p.Index), s.M)
			}
			return err
		}, nil
	}
}

// momentsStep prepares the step that computes the moments of m kernel functions in blocks of
// samples.
func momentsStep(ctx context.Context, s size) (func() error, error) {
	x := walk(s.N, inputs)
	z := mat.NewDense(s.M, inputs, nil)
	for i, t := range subset.Random(s.N, s.M, 1).Index {
		z.SetRow(i, x.RawRowView(t))
	}
	functions, err := space.NewStable(ctx, kernel.Gaussian{Sigma: kernelWidth}, z, true)
	if err != nil {
		return nil, err
	}
	return func() error {
		_, err := moments.Stream(ctx, moments.NewValues(functions, x, lengths(s.N)))
		return err
	}, nil
}

// solveStep prepares the step that solves both eigenproblems of m functions.
func solveStep(ctx context.Context, s size) (func() error, error) {
	n := 4 * s.M
	h := walk(n, s.M)
	m, err := moments.Stream(ctx, moments.NewValues(space.Linear{D: s.M}, h, lengths(n)))
	if err != nil {
		return nil, err
	}
	return func() error {
		w, err := sfa.Whiten(ctx, sfa.Problem{C: m.C, Cdot: m.Cdot})
		if err == nil {
			_, err = w.Rotate(ctx, 0, features)
		}
		return err
	}, nil
}

// sweepStep prepares a sweep of one point with m supports by MP-MAH and all of its measures.
func sweepStep(ctx context.Context, s size) (func() error, error) {
	x := walk(s.N, inputs)
	set := &data.Set{Name: "walk", Inputs: make([]string, inputs), X: x}
	at := 0
	for _, l := range lengths(s.N) {
		set.Segments = append(set.Segments, data.Segment{Start: at, End: at + l, Held: at == 0})
		at += l
	}
	j := &job{Sigma: []float64{kernelWidth}, Lambda: []float64{0}, M: []int{s.M}, P: features}
	return func() error {
		plan, err := sweep.NewPlan(set, "", j.spec())
		if err != nil {
			return err
		}
		r, err := run.Start(ctx, plan, errorSink{}, sweep.RunOptions{})
		if err != nil {
			return err
		}
		return r.Wait()
	}, nil
}

// errorSink is a sink that returns the error of a failed point.
type errorSink struct{}

func (errorSink) Handle(e sweep.Event) error {
	if e.Kind == sweep.PointDone && e.Result.Error != "" {
		return fmt.Errorf("%s", e.Result.Error)
	}
	return nil
}

// walk returns n samples of d independent AR(1) inputs of mean 0 and variance 1.
func walk(n, d int) *mat.Dense {
	const keep = 0.9
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	x := mat.NewDense(n, d, nil)
	raw := x.RawMatrix().Data
	for i := range raw {
		raw[i] = rng.NormFloat64()
		if i >= d {
			raw[i] = keep*raw[i-d] + math.Sqrt(1-keep*keep)*raw[i]
		}
	}
	return x
}

// lengths returns the lengths of segments of n samples.
func lengths(n int) []int {
	out := slices.Repeat([]int{segment}, n/segment)
	if rest := n % segment; rest > 0 {
		out = append(out, rest)
	}
	return out
}

// classes returns labels of n samples, from ten classes.
func classes(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i * 7 % 10
	}
	return out
}

func targets(n int) []float64 {
	rng := rand.New(rand.NewPCG(uint64(n), 0))
	out := make([]float64, n)
	for i := range out {
		out[i] = rng.Float64()
	}
	return out
}
