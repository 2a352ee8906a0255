package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
)

// compute performs the job in the folder as `sfatui run` performs a sweep, and writes ours.json
// there.
func compute(ctx context.Context, folder string) error {
	start := time.Now()
	j, set, err := load(ctx, folder)
	if err != nil {
		return err
	}
	out := &collector{job: j, outcome: outcome{Points: make([]pointMeasures, j.points()), Phases: map[string]float64{}, Work: map[string]float64{}, Stolen: map[string]float64{}, Products: map[string]int64{}}, mark: sweep.Usage{Time: start, Stolen: stolenSeconds(), MultiplyAdds: simd.MultiplyAdds()}}
	out.phase("reading", usage())
	plan, err := sweep.NewPlan(set, set.Hash(), j.spec())
	if err != nil {
		return err
	}
	out.phase("planning", usage())
	r, err := run.Start(ctx, plan, out, sweep.RunOptions{Memory: cmp.Or(j.Memory, sweep.AvailableMemory()), Usage: usage})
	if err != nil {
		return err
	}
	if err := r.Wait(); err != nil {
		return err
	}
	out.Peak = peak()
	return writeJSON(filepath.Join(folder, "ours.json"), out.outcome)
}

// load reads a job and opens its data as the workbench does.
func load(ctx context.Context, folder string) (*job, *data.Set, error) {
	j := &job{}
	if err := readJSON(filepath.Join(folder, "job.json"), j); err != nil {
		return nil, nil, err
	}
	set, err := datasets.Open(ctx, datasets.Options{Paths: []string{filepath.Join(folder, "x.npy")}, Memory: j.Memory}, nil)
	if err != nil {
		return nil, nil, err
	}
	set.Segments = nil
	at := 0
	for i, l := range j.Lengths {
		set.Segments = append(set.Segments, data.Segment{
			Name: fmt.Sprint("word", i+1), Start: at, End: at + l, Held: i >= len(j.Lengths)-j.Held,
		})
		at += l
	}
	return j, set, nil
}

// spec returns the job as a sweep.
func (j *job) spec() sweep.Spec {
	s := sweep.Spec{}.With("method", "sfa", "space", "kernel", "kernel", "gaussian", "graph", "time", "readout", "none", "select", cmp.Or(j.Select, "mp-mah"), "sigma", list(j.Sigma), "lambda", list(j.Lambda), "m", list(j.M), "p", strconv.Itoa(j.P))
	if j.All {
		s.Set("select", "all")
		s.Set("m", "")
	}
	return s
}

func list[T int | float64](values []T) string {
	text := make([]string, len(values))
	for i, v := range values {
		text[i] = fmt.Sprint(v)
	}
	return strings.Join(text, ",")
}

// collector is the sink of a sweep that stores the measures to compare.
type collector struct {
	outcome
	job  *job
	mark sweep.Usage // at the end of the last phase
}

// usage returns the resources that this process has used so far.
func usage() sweep.Usage {
	return sweep.Usage{Time: time.Now(), Processor: parallel.ProcessorTime().Seconds(), Stolen: stolenSeconds(), MultiplyAdds: simd.MultiplyAdds()}
}

// phase adds the usage between the end of the last phase and end to the named phase. If points
// are computed in parallel, it includes the work of other points.
func (c *collector) phase(name string, end sweep.Usage) {
	c.Phases[name] += end.Time.Sub(c.mark.Time).Seconds()
	c.Work[name] += end.Processor - c.mark.Processor
	c.Stolen[name] += end.Stolen - c.mark.Stolen
	c.Products[name] += end.MultiplyAdds - c.mark.MultiplyAdds
	c.mark = end
}

// Handle implements [sweep.Sink].
func (c *collector) Handle(e sweep.Event) error {
	switch e.Kind {
	case sweep.StageDone:
		c.phase(strings.TrimLeft(e.Stage[strings.LastIndex(e.Stage, " · ")+len(" · "):], "0123456789 "), e.Usage)
	case sweep.PointDone:
		c.phase("solving and features", e.Usage)
		return c.add(e.Result)
	}
	return nil
}

func (c *collector) add(r *result.Result) error {
	if r.Error != "" {
		return fmt.Errorf("%s: %s", r.Point.Label(), r.Error)
	}
	m := subset.M.Of(r.Point)
	if c.job.All {
		m = c.job.Train
	}
	p := pointMeasures{Sigma: kernel.Sigma.X(r.Point), Lambda: method.Lambda.X(r.Point), M: m, Rank: r.Rank, Condition: float64(r.Condition)}
	p.Full = p.Rank >= r.Supports-1
	p.Deviation = max(float64(r.Variance.Max)-1, 1-float64(r.Variance.Min))
	p.Correlation = float64(r.Variance.MaxAbsCorr)
	for i := range r.Slowness.Train {
		p.Train = append(p.Train, float64(r.Slowness.Train[i]))
		p.Test = append(p.Test, float64(r.Slowness.Test[i]))
	}
	c.Points[c.job.index(p.Sigma, p.Lambda, p.M)] = p
	for i := range c.Picks {
		if c.Picks[i].Sigma == p.Sigma {
			if len(c.Picks[i].Index) < len(r.Picks) {
				c.Picks[i].Index = r.Picks
			}
			return nil
		}
	}
	c.Picks = append(c.Picks, widthPicks{p.Sigma, r.Picks})
	return nil
}

// probe solves the compared points again and writes their features on the job's probe samples
// to oursN.npy.
func probe(ctx context.Context, folder string) error {
	j, set, err := load(ctx, folder)
	if err != nil {
		return err
	}
	plan, err := sweep.NewPlan(set, "", j.spec())
	if err != nil {
		return err
	}
	for _, e := range plan.Entries {
		m := subset.M.Of(e.Point)
		if j.All {
			m = j.Train
		}
		index := j.index(kernel.Sigma.X(e.Point), method.Lambda.X(e.Point), m)
		for _, asked := range j.Compared {
			if index != asked {
				continue
			}
			out, err := run.Solve(ctx, set, "", e.Point)
			if err != nil {
				return err
			}
			_, p := out.Train.Dims()
			phi := mat.NewDense(len(j.Probe), p, nil)
			for i, t := range j.Probe {
				phi.SetRow(i, out.Train.RawRowView(t))
			}
			if err := writeNPY(featuresOf(folder, "ours", index), phi); err != nil {
				return err
			}
		}
	}
	return nil
}

// featuresOf returns the name of the file of a side's features at a point.
func featuresOf(folder, side string, index int) string {
	return filepath.Join(folder, fmt.Sprint(side, index, ".npy"))
}

// ticks is the number of units per second in which Linux counts processor time.
const ticks = 100

// stolenSeconds returns the processor seconds that the host has taken from this virtual machine
// since it booted; 0 if the system does not report them.
func stolenSeconds() float64 {
	b, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	var user, nice, system, idle, wait, interrupts, soft, stolen float64
	if _, err := fmt.Sscanf(string(b), "cpu %f %f %f %f %f %f %f %f", &user, &nice, &system, &idle, &wait, &interrupts, &soft, &stolen); err != nil {
		return 0
	}
	return stolen / ticks
}

var highWater = regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`)

// peak returns the largest memory that this process has held, in bytes; 0 if the system does
// not report it.
func peak() int64 {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	m := highWater.FindSubmatch(b)
	if m == nil {
		return 0
	}
	kb, err := strconv.ParseInt(string(m[1]), 10, 64)
	if err != nil {
		return 0
	}
	return kb << 10
}
