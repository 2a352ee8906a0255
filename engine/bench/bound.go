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

// peakRate is the highest rate that multiply-adds in registers have reached on all
// processors so far, in operations a second, two for each. It is measured whenever it is
// asked for: a machine may be slowed down, but never does more than it can.
func (b *bench) peakRate() float64 {
	b.peak = max(b.peak, roofline.Measure(simd.Path()).All)
	return b.peak
}

// leastTime is a phase beside the time that its products take at the least.
type leastTime struct {
	phase        string
	multiplyAdds float64
	least, took  float64 // seconds
}

// leastTimes are those of the phases that make products worth mentioning, and the sum of all,
// which takes as long as the whole process.
func (o *outcome) leastTimes(peak, took float64) (of []leastTime, sum leastTime) {
	sum = leastTime{phase: "all", took: took}
	for _, name := range o.phases() {
		m := float64(o.Products[name])
		sum.multiplyAdds += m
		if least := 2 * m / peak; least > worthMentioning*took {
			of = append(of, leastTime{name, m, least, o.Phases[name]})
		}
	}
	sum.least = 2 * sum.multiplyAdds / peak
	return of, sum
}

// worthMentioning is the share of a job's time from which the products of a phase are.
const worthMentioning = 1e-3

// bound prints what the products of our last run take at the least on this machine, the
// share of that in the time they took, and the highest ratio to theirs, which may be nil,
// that any program has that makes these products.
func (b *bench) bound(ours, theirs *side) {
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

// kernelTime is how long the processors spent in inner kernels, in seconds of all together,
// by what these do, and in everything.
type kernelTime struct {
	in  map[string]float64
	all float64
}

// kernels say what inner kernels do, by how their names begin. Nothing but another
// algorithm, or another processor, takes their time away.
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

// profiled is a line of a profile: the seconds in a function itself, and its name.
var profiled = regexp.MustCompile(`(?m)^ *([\d.]+)s\s+[\d.]+%\s+[\d.]+%\s+[\d.]+s\s+[\d.]+%\s+(\S+)`)

// errNoSamples is what there is to say of a run too short to be profiled.
var errNoSamples = errors.New("no samples in the profile")

// readKernelTime reads a profile as go tool pprof -top prints it.
func readKernelTime(top string) (kernelTime, error) {
	t := kernelTime{in: map[string]float64{}}
	for _, m := range profiled.FindAllStringSubmatch(top, -1) {
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

// profiledKernels is where the profiled run of our side of a job spent its time; zero where
// no profile was asked for, or the run was too short for one.
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

// within prints what of our profiled run was spent in inner kernels, how long they take on
// all processors with nothing beside them, and the ratio to their time, which may be nil,
// that this leaves; nothing of a run whose profile has no kernels.
func (b *bench) within(t kernelTime, theirs *side) {
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
