package main

import (
	"fmt"
	"math"

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
