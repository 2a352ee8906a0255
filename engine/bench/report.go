package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/simd"
)

// printVersions prints the versions and speeds of both sides and, if other processes load the
// machine, a warning.
func (b *bench) printVersions() {
	fmt.Fprintf(b.out, "%s/%s, %d processors · ours: %s, kernels %s, products %.0f GFLOP/s\n",
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), simd.Path(), dense.Speed()/1e9)
	if v := b.numpy; v != nil {
		core := "not OpenBLAS: no fair peer"
		if v.core != "" {
			core = "OpenBLAS " + v.core
		}
		fmt.Fprintf(b.out, "numpy %s, scipy %s, Python %s, %s, products %.0f GFLOP/s\n", v.Numpy, v.Scipy, v.Python, core, v.Speed/1e9)
	}
	if load := loadAverage(); load > 0.3 {
		b.busy = true
		fmt.Fprintf(b.out, "the machine is busy (load %.1f): ratios are indicative only\n", load)
	}
}

// printHeader prints the header of the lines of jobs.
func (b *bench) printHeader() {
	b.printVersions()
	fmt.Fprintf(b.out, "whole processes, medians of %d; memory at its peak, ours and numpy's\n", b.runs)
	fmt.Fprintf(b.out, "\n%-6s %-7s %9s %9s %7s %7s  %-15s %-22s %-7s %-12s %s\n",
		"job", "numpy", "ours", "numpy's", "ratio", "goal", "memory", "Δ differs by", "corr.", "same picks", "angle")
}

// printJob prints the line of a job. theirs is nil without numpy.
func (b *bench) printJob(j *job, k kind, ours, theirs *side, a agreement) {
	fmt.Fprintf(b.out, "%-6s %-7s %9s", j.Name, k.name, seconds(median(ours.seconds)))
	if theirs == nil {
		fmt.Fprintf(b.out, " %9s %7s %7s  %s\n", "–", "–", "–", bytesText(median(ours.peaks)))
	} else {
		goal := "–"
		if k.goal > 0 {
			goal = fmt.Sprintf("≥ %g×", k.goal)
		}
		fmt.Fprintf(b.out, " %9s %6.3g× %7s  %-15s %-22s %-7.1g %-12s %.1g\n",
			seconds(median(theirs.seconds)), median(theirs.seconds)/median(ours.seconds), goal,
			bytesText(median(ours.peaks))+" "+bytesText(median(theirs.peaks)),
			fmt.Sprintf("%.1g at %d of %d", a.Delta, a.Points, a.Total), a.Correlation, fmt.Sprintf("%d/%d", a.Same, a.Picks), a.Angle)
	}
	if b.phases {
		b.printPhases(ours)
		if theirs != nil {
			b.printPhases(theirs)
		}
		b.printLeastTimes(ours, theirs)
	}
}

// phases returns the names of the phases, the longest first.
func (o *outcome) phases() []string {
	return slices.SortedFunc(maps.Keys(o.Phases), func(x, y string) int {
		return cmp.Or(cmp.Compare(o.Phases[y], o.Phases[x]), strings.Compare(x, y))
	})
}

// printPhases prints the phases of a side's last run.
func (b *bench) printPhases(s *side) {
	p := s.outcome.Phases
	var parts []string
	for _, name := range s.outcome.phases() {
		part := fmt.Sprintf("%s %s", name, seconds(p[name]))
		if work, ok := s.outcome.Work[name]; ok {
			part += fmt.Sprintf(" (%s of processors)", seconds(work))
		}
		parts = append(parts, part)
	}
	var all []string
	for i, t := range s.seconds {
		all = append(all, fmt.Sprintf("%s (%s of processors)", seconds(t), seconds(s.cpu[i])))
	}
	fmt.Fprintf(b.out, "       %-7s runs %s; the last: %s\n", s.name, strings.Join(all, ", "), strings.Join(parts, ", "))
	if processors := runtime.NumCPU(); s.outcome.Work != nil && processors > 1 && !b.busy {
		share := s.outcome.serialShare(processors)
		fmt.Fprintf(b.out, "       %-7s serial %.1f %%: no faster than %.1f times one processor on 8, %.1f on 16, %.1f on 64; the machine's host took %.1f %% of the processors' time\n",
			s.name, 100*share, amdahl(share, 8), amdahl(share, 16), amdahl(share, 64), 100*s.outcome.stolenShare())
		b.printSerial(s, processors)
	}
}

// serialGoal is the largest share of a job's time that a phase may be serial.
const serialGoal = 0.02

// printSerial prints the serial time of each phase of a side's last run as a share of the whole
// time, and which phases exceed the goal.
func (b *bench) printSerial(s *side, processors int) {
	took := s.seconds[len(s.seconds)-1]
	var each, above []string
	for _, name := range s.outcome.phases() {
		share := s.outcome.serialSeconds(name, processors) / took
		each = append(each, fmt.Sprintf("%s %.1f %%", name, 100*share))
		if share > serialGoal {
			above = append(above, name)
		}
	}
	verdict := "none"
	if above != nil {
		verdict = strings.Join(above, ", ")
	}
	fmt.Fprintf(b.out, "       %-7s serial of all its time: %s; above %.0f %%: %s\n", s.name, strings.Join(each, ", "), 100*serialGoal, verdict)
}

// serialShare returns the share of the work that one processor does while the others wait,
// estimated from the phases.
func (o *outcome) serialShare(processors int) float64 {
	alone, all := 0., 0.
	for name := range o.Phases {
		alone += o.serialSeconds(name, processors)
		all += o.Work[name]
	}
	if all == 0 {
		return 0
	}
	return alone / all
}

// serialSeconds returns an upper estimate of the serial seconds of a phase, in which one
// processor works while the others wait. A phase of w seconds with c processor seconds
// (including those that the host took) has s serial seconds if w = s + (c − s)/processors. It
// is meaningful only if no other processes run.
func (o *outcome) serialSeconds(phase string, processors int) float64 {
	n, wall, work := float64(processors), o.Phases[phase], o.Work[phase]
	return min(max(0, (n*wall-work-o.Stolen[phase])/(n-1)), work)
}

// stolenShare returns the share of the processor time that the host took.
func (o *outcome) stolenShare() float64 {
	stolen, all := 0., 0.
	for name := range o.Phases {
		stolen += o.Stolen[name]
		all += o.Work[name] + o.Stolen[name]
	}
	if all == 0 {
		return 0
	}
	return stolen / all
}

// amdahl returns the speedup of so many processors over one if a share of the work is serial
// (Amdahl 1967).
func amdahl(serial float64, processors int) float64 {
	return 1 / (serial + (1-serial)/float64(processors))
}

// median returns the median of an odd number of values.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// seconds formats a duration with three digits.
func seconds(s float64) string {
	switch {
	case s < 1:
		return fmt.Sprintf("%.3g ms", s*1e3)
	case s < 1000:
		return fmt.Sprintf("%.3g s", s)
	}
	return fmt.Sprintf("%.0f s", s)
}

// bytesText formats a size with three digits.
func bytesText(b float64) string {
	switch {
	case b >= 1<<30:
		return fmt.Sprintf("%.3gG", b/(1<<30))
	case b > 0:
		return fmt.Sprintf("%.3gM", math.Max(b/(1<<20), 0.01))
	}
	return "?"
}

// loadAverage returns the average number of runnable processes over the last minute; 0 if the
// system does not report it.
func loadAverage() float64 {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	var load float64
	if _, err := fmt.Sscan(string(b), &load); err != nil {
		return 0
	}
	return load
}
