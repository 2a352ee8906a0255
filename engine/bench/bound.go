package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"example.com/sfatui/engine/linalg/roofline"
	"example.com/sfatui/engine/linalg/simd"
)

// peakRate returns the highest rate of multiply-adds in registers on all processors so far, in
// operations per second (two per multiply-add). Each call measures again: a slow moment lowers
// a measurement, but nothing raises it above the machine's peak.
func (b *bench) peakRate() float64 {
	b.peak = max(b.peak, roofline.Measure(simd.Path()).All)
	return b.peak
}

// leastTime is the time of a phase and the least time that its products take.
type leastTime struct {
	phase        string
	multiplyAdds float64
	least, took  float64 // seconds
}

// leastTimes returns the least times of the phases whose products take more than leastShare of
// the job, and the sum over all phases with the time of the whole process.
func (o *outcome) leastTimes(peak, took float64) (of []leastTime, sum leastTime) {
	sum = leastTime{phase: "all", took: took}
	for _, name := range o.phases() {
		m := float64(o.Products[name])
		sum.multiplyAdds += m
		if least := 2 * m / peak; least > leastShare*took {
			of = append(of, leastTime{name, m, least, o.Phases[name]})
		}
	}
	sum.least = 2 * sum.multiplyAdds / peak
	return of, sum
}

// leastShare is the share of a job's time above which the products of a phase are listed.
const leastShare = 1e-3

// printLeastTimes prints the least time of the products of our last run on this machine, their
// share of the time, and the largest ratio to theirs that a program with these products can
// reach. theirs may be nil.
func (b *bench) printLeastTimes(ours, theirs *side) {
	of, sum := ours.outcome.leastTimes(b.peakRate(), ours.seconds[len(ours.seconds)-1])
	fmt.Fprintf(b.out, "       least   at the peak of %.0f GFLOP/s:", b.peak/1e9)
	for _, l := range append(of, sum) {
		fmt.Fprintf(b.out, " %s %.3gG multiply-adds in %s, %.0f %% of its time", l.phase, l.multiplyAdds/1e9, seconds(l.least), math.Round(100*l.least/l.took))
		if l.phase != sum.phase {
			fmt.Fprint(b.out, ";")
		}
	}
	if theirs != nil {
		fmt.Fprintf(b.out, ": at most %.3g×", median(theirs.seconds)/sum.least)
	}
	fmt.Fprintln(b.out)
}

// kernelTime holds the processor seconds spent in inner kernels, by their computation, and in
// total.
type kernelTime struct {
	in  map[string]float64
	all float64
}

// kernels classifies inner kernels by the beginnings of their names. Only another algorithm or
// another processor can reduce their time.
var kernels = []struct {
	does  string
	names *regexp.Regexp
}{
	{"products", regexp.MustCompile(`simd\.tile`)},
	{"symmetric products with vectors", regexp.MustCompile(`simd\.symv`)},
	{"triangles", regexp.MustCompile(`simd\.solve`)},
	{"packing", regexp.MustCompile(`simd\.(copy|transpose|less|steps)`)},
	{"exponentials", regexp.MustCompile(`simd\.(exp|squaredDistances)`)},
	{"cosines", regexp.MustCompile(`simd\.cosine`)},
	{"recurrences of eigenvalues", regexp.MustCompile(`simd\.(sturm|twisted|pole)`)},
	{"vectors", regexp.MustCompile(`simd\.(axpy|dot)|internal/asm/f64\.`)},
	{"moved memory", regexp.MustCompile(`^runtime\.(memmove|memclr)`)},
	{"hashes", regexp.MustCompile(`sha256\.block`)},
}

// profileLine matches a line of a profile: the seconds in a function itself, and its name.
var profileLine = regexp.MustCompile(`(?m)^ *([\d.]+)s\s+[\d.]+%\s+[\d.]+%\s+[\d.]+s\s+[\d.]+%\s+(\S+)`)

// errNoSamples is the error for a run too short to be profiled.
var errNoSamples = errors.New("no samples in the profile")

// readKernelTime parses a profile as printed by go tool pprof -top.
func readKernelTime(top string) (kernelTime, error) {
	t := kernelTime{in: map[string]float64{}}
	for _, m := range profileLine.FindAllStringSubmatch(top, -1) {
		var seconds float64
		if _, err := fmt.Sscan(m[1], &seconds); err != nil {
			return t, err
		}
		t.all += seconds
		for _, k := range kernels {
			if k.names.MatchString(m[2]) {
				t.in[k.does] += seconds
				break
			}
		}
	}
	if t.all == 0 {
		return t, errNoSamples
	}
	return t, nil
}

// profiledKernels returns the kernel times of the profiled run of our side of a job; zero if
// profiling is off or the run was too short.
func (b *bench) profiledKernels(ctx context.Context, j *job) (kernelTime, error) {
	if b.profile == "" {
		return kernelTime{}, nil
	}
	top := exec.CommandContext(ctx, "go", "tool", "pprof", "-top", "-unit", "s", "-nodecount", "0", "-nodefraction", "0", b.binary, b.profileOf(j))
	text, err := top.Output()
	if err != nil {
		return kernelTime{}, fmt.Errorf("%s: %w", strings.Join(top.Args, " "), err)
	}
	t, err := readKernelTime(string(text))
	if err != nil && !errors.Is(err, errNoSamples) {
		return t, fmt.Errorf("%s: %w", b.profileOf(j), err)
	}
	return t, nil
}

// printKernels prints the share of our profiled run spent in inner kernels, how long these take
// alone on all processors, and the largest ratio to theirs that this allows. theirs may be nil.
// It prints nothing for a profile without kernels.
func (b *bench) printKernels(t kernelTime, theirs *side) {
	if len(t.in) == 0 {
		return
	}
	var parts []string
	sum := 0.
	for _, does := range slices.SortedFunc(maps.Keys(t.in), func(x, y string) int { return cmp.Compare(t.in[y], t.in[x]) }) {
		sum += t.in[does]
		parts = append(parts, fmt.Sprintf("%s %.1f %%", does, 100*t.in[does]/t.all))
	}
	least := sum / float64(runtime.NumCPU())
	fmt.Fprintf(b.out, "       kernels %.1f %% of the %s of processors: %s; with nothing beside them %s", 100*sum/t.all, seconds(t.all), strings.Join(parts, ", "), seconds(least))
	if theirs != nil {
		fmt.Fprintf(b.out, ": at most %.3g×", median(theirs.seconds)/least)
	}
	fmt.Fprintln(b.out)
}
