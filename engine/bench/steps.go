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

// size says how large a step of a table is: n samples, m functions or supports,
// and k, which is what else it has: a width, neighbours.
type size struct{ N, M, K int }

// asked is a step with its size, as the parent hands it to a process of its own.
type asked struct {
	Step string
	Size size
}

// stepTaken is what a step took.
type stepTaken struct {
	// Seconds is the least of several runs, Work the processor time of that on
	// all processors together, which other processes disturb less.
	Seconds, Work float64
	// Grown is how much memory the first run took beside what was there before,
	// and Peak all there was, in bytes; 0 where the system does not tell.
	Grown, Peak int64
	Runs        int
}

// inputs is the number of inputs of a table's samples, and kernelWidth a width
// at which half of all kernel outputs are above a third.
const (
	inputs      = 16
	kernelWidth = 4
)

// segment is the number of samples in a row.
const segment = 250

// features is how many of them a step of solving asks for.
const features = 20

// steps are all that the tables measure. Each is given its data ready made, and
// returns what is to be measured.
var steps = map[string]func(ctx context.Context, s size) (func() error, error){
	"time":        onValues(func(s size) (graph.Graph, error) { return graph.Time(lengths(s.N)), nil }),
	"clustered":   onValues(func(s size) (graph.Graph, error) { return graph.Clustered(classes(s.N)) }),
	"class-pairs": onValues(func(s size) (graph.Graph, error) { return graph.ClassPairs(classes(s.N)) }),
	"serial":      onValues(func(s size) (graph.Graph, error) { return graph.Serial(classes(s.N)) }),
	"mixed":       onValues(func(s size) (graph.Graph, error) { return graph.Mixed(classes(s.N)) }),
	"window":      onValues(func(s size) (graph.Graph, error) { return graph.Window(targets(s.N), s.K) }),
	"reorder":     onValues(func(s size) (graph.Graph, error) { return graph.Reorder(targets(s.N)) }),
	"drawn pairs": onValues(func(s size) (graph.Graph, error) {
		return graph.SampledPairs(context.Background(), classes(s.N), s.K, 1)
	}),
	"gpfa1": predictive(false),
	"gpfa2": predictive(true),
	"mp-mah": selecting(func(ctx context.Context, x *mat.Dense, s size) (subset.Picks, error) {
		return subset.MPMAH(ctx, kernel.Gaussian{Sigma: kernelWidth}, x, s.M, nil, nil)
	}),
	"online-mah": selecting(func(ctx context.Context, x *mat.Dense, s size) (subset.Picks, error) {
		p, _, err := subset.OnlineMAHTo(ctx, kernel.Gaussian{Sigma: kernelWidth}, x, s.M)
		return p, err
	}),
	"mp-kpca": selecting(func(ctx context.Context, x *mat.Dense, s size) (subset.Picks, error) {
		return subset.MPKPCA(ctx, kernel.Gaussian{Sigma: kernelWidth}, x, s.M, 0, 1)
	}),
	"random": selecting(func(_ context.Context, x *mat.Dense, s size) (subset.Picks, error) {
		return subset.Random(s.N, s.M, 1), nil
	}),
	"kmeans": func(ctx context.Context, s size) (func() error, error) {
		x := walk(s.N, inputs)
		return func() error {
			_, err := subset.Centres(ctx, x, s.M, 1)
			return err
		}, nil
	},
	"moments": streaming,
	"solve":   solving,
	"sweep":   sweeping,
}

// step takes one step and prints what it took.
func step(ctx context.Context, text string, stdout io.Writer) error {
	var a asked
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

// garbage is how much of it may wait to be collected, in percent of what is held,
// the samples included. Usually that is as much again, so that a step whose
// memory does not grow would seem to grow with its samples.
const garbage = 5

// freshPeak gives back what memory is free, lets the system count the peak from
// now on, where it can, and returns it.
func freshPeak() int64 {
	debug.SetGCPercent(garbage)
	debug.FreeOSMemory()
	// Without leave the peak so far stays: then growth below it does not show.
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
	return peak()
}

// onValues is the moments of n×m values under a graph, which is built too.
func onValues(build func(s size) (graph.Graph, error)) func(context.Context, size) (func() error, error) {
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

// predictive is a graph of nearest states of the n×m values and the moments
// under it: one iteration of GPFA.
func predictive(star bool) func(context.Context, size) (func() error, error) {
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

// selecting is a choice of m supports.
func selecting(choose func(ctx context.Context, x *mat.Dense, s size) (subset.Picks, error)) func(context.Context, size) (func() error, error) {
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

// streaming is the moments of m kernel functions, in blocks of samples.
func streaming(ctx context.Context, s size) (func() error, error) {
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

// solving is both eigenproblems of m functions.
func solving(ctx context.Context, s size) (func() error, error) {
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

// sweeping is a sweep of one point with m supports by MP-MAH, all of its
// measures included.
func sweeping(ctx context.Context, s size) (func() error, error) {
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
		r, err := run.Start(ctx, plan, failing{}, sweep.RunOptions{})
		if err != nil {
			return err
		}
		return r.Wait()
	}, nil
}

// failing is a sink that only minds points that fail.
type failing struct{}

func (failing) Handle(e sweep.Event) error {
	if e.Kind == sweep.PointDone && e.Result.Error != "" {
		return fmt.Errorf("%s", e.Result.Error)
	}
	return nil
}

// walk is n samples of d independent inputs of mean 0 and variance 1, each
// correlated with the one before it.
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

// lengths are segments of n samples.
func lengths(n int) []int {
	out := slices.Repeat([]int{segment}, n/segment)
	if rest := n % segment; rest > 0 {
		out = append(out, rest)
	}
	return out
}

// classes are labels of n samples, ten of them, and targets their numbers.
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
