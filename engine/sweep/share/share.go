package share

import (
	"cmp"
	"math"
	"slices"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
)

// Tolerated is the largest work of a division, as a multiple of the work of a single process.
const Tolerated = 1.15

// Sweep holds the points of a sweep and the stages that they need.
type Sweep struct {
	points []pointStages // sorted so that points that share stages are adjacent
	work   []float64     // of each stage
	seen   []int         // the last run for which each stage was counted
	run    int           // number of the current run of points
	alone  float64       // work of a single process
}

// pointStages is a point of a plan with the indices of its stages.
type pointStages struct {
	entry  sweep.Entry
	stages [levels]int
}

// Division is a sweep divided among tasks. Work is in operations of a matrix product.
type Division struct {
	// Shares holds the points of each task; each point is in one of them. The last shares
	// are empty if there are fewer groups of points than tasks.
	Shares [][]sweep.Entry
	// Work is the work of all tasks, Alone that of a single process, Largest that of the
	// largest share.
	Work, Alone, Largest float64
	// Runs is the number of shares that are not empty.
	Runs int
}

// Of returns the sweep of several plans over data of a shape. A point that occurs twice counts
// at its first occurrence.
func Of(plans [][]sweep.Entry, shape Shape) *Sweep {
	s := &Sweep{}
	index := map[stageKey]int{}
	known := map[string]bool{}
	costs := map[part.Point][levels]float64{}
	for i, plan := range plans {
		for _, e := range plan {
			if known[e.Key] {
				continue
			}
			known[e.Key] = true
			at := e.Point
			at.Fold = 0
			work, ok := costs[at]
			if !ok {
				work = shape.workOf(at)
				costs[at] = work
			}
			p := pointStages{entry: e}
			for level, key := range stagesOf(e.Point, i) {
				id, ok := index[key]
				if !ok {
					id = len(s.work)
					index[key], s.work = id, append(s.work, 0)
				}
				p.stages[level] = id
				s.work[id] = max(s.work[id], work[level]) // a stage is computed for the largest m and p that need it
			}
			s.points = append(s.points, p)
		}
	}
	slices.SortStableFunc(s.points, func(a, b pointStages) int {
		return slices.Compare(a.stages[:], b.stages[:])
	})
	s.seen = make([]int, len(s.work))
	for _, work := range s.work {
		s.alone += work
	}
	return s
}

// Alone returns the work of a single process, in operations of a matrix product.
func (s *Sweep) Alone() float64 { return s.alone }

// Divide divides the points among tasks. With byPoints it may separate any points.
func (s *Sweep) Divide(tasks int, byPoints bool) Division {
	var best Division
	for level := parts; level <= levels; level++ {
		if byPoints && level < levels {
			continue
		}
		d := s.cutRuns(s.groupEnds(level), tasks)
		if level == parts || byPoints || d.isBetter(best, tasks) {
			best = d
		}
	}
	for len(best.Shares) < tasks {
		best.Shares = append(best.Shares, nil)
	}
	return best
}

// isBetter reports whether d is better than o: acceptable divisions are better than others,
// among these the one that finishes first; among others the one with more non-empty shares,
// then with less work.
func (d Division) isBetter(o Division, tasks int) bool {
	mine, theirs := d.isAcceptable(tasks), o.isAcceptable(tasks)
	switch {
	case mine && theirs:
		return d.Largest < o.Largest
	case mine != theirs:
		return mine
	}
	return cmp.Or(cmp.Compare(o.Runs, d.Runs), cmp.Compare(d.Work, o.Work)) < 0
}

// isAcceptable reports whether all tasks have points and together do at most Tolerated times
// the work of a single process.
func (d Division) isAcceptable(tasks int) bool { return d.Runs == tasks && d.Work <= Tolerated*d.Alone }

// leastGain is the relative reduction of the largest share that justifies starting a further
// task.
const leastGain = 0.02

// Tasks returns the largest number of tasks, from 1 to most, that all have points and together
// do at most [Tolerated] times the work of a single process. It returns fewer if these finish
// about as early.
func (s *Sweep) Tasks(most int) int {
	low, high := 1, max(1, min(most, len(s.points)))
	for low < high {
		middle := (low + high + 1) / 2
		if s.Divide(middle, false).isAcceptable(middle) {
			low = middle
		} else {
			high = middle - 1
		}
	}
	for largest := s.Divide(low, false).Largest; low > 1; low-- {
		if d := s.Divide(low-1, false); !d.isAcceptable(low-1) || d.Largest > (1+leastGain)*largest {
			break
		}
	}
	return low
}

// groupEnds returns the end indices of the groups of points that share all stages up to a
// level.
func (s *Sweep) groupEnds(level int) []int {
	var ends []int
	for i := range s.points {
		if i > 0 && (level == levels || !slices.Equal(s.points[i].stages[:level+1], s.points[i-1].stages[:level+1])) {
			ends = append(ends, i)
		}
	}
	return append(ends, len(s.points))
}

// cutRuns cuts the groups, in their order, into at most tasks runs, so that the largest run has
// the least work.
func (s *Sweep) cutRuns(atoms []int, tasks int) Division {
	if len(s.points) == 0 {
		return Division{}
	}
	low, high := 0.0, s.alone
	for range 40 {
		middle := (low + high) / 2
		if runs := s.fillRuns(atoms, middle); runs != nil && len(runs) <= tasks {
			high = middle
		} else {
			low = middle
		}
	}
	ends := s.splitLargest(atoms, s.fillRuns(atoms, high), tasks)
	d := Division{Alone: s.alone, Runs: len(ends)}
	from := 0
	for _, end := range ends {
		work := s.workOf(from, end)
		d.Work, d.Largest = d.Work+work, max(d.Largest, work)
		var entries []sweep.Entry
		for _, p := range s.points[from:end] {
			entries = append(entries, p.entry)
		}
		d.Shares = append(d.Shares, entries)
		from = end
	}
	return d
}

// fillRuns cuts the groups into runs with at most most work each, and returns the ends of the
// runs; nil if a single group has more.
func (s *Sweep) fillRuns(atoms []int, most float64) (ends []int) {
	most *= 1 + 1e-12 // allow for rounding of sums in another order
	work, from := 0.0, 0
	s.run++
	for i, end := range atoms {
		more := s.addWork(from, end)
		if work+more > most && i > 0 && work > 0 {
			ends = append(ends, from)
			s.run++
			work, more = 0, s.addWork(from, end)
		}
		if work += more; work > most {
			return nil
		}
		from = end
	}
	return append(ends, from)
}

// splitLargest splits the runs with the most work until there are as many runs as tasks.
func (s *Sweep) splitLargest(atoms, ends []int, tasks int) []int {
	for len(ends) < tasks && len(ends) < len(atoms) {
		at, most := -1, -1.0
		from := 0
		for _, end := range ends {
			inside := endsWithin(atoms, from, end)
			if work := s.workOf(from, end); len(inside) > 0 && work > most {
				at, most = inside[s.balancedCut(from, end, inside)], work
			}
			from = end
		}
		i, _ := slices.BinarySearch(ends, at)
		ends = slices.Insert(ends, i, at)
	}
	return ends
}

// endsWithin returns the ends of groups strictly inside a run.
func endsWithin(atoms []int, from, end int) []int {
	i, _ := slices.BinarySearch(atoms, from+1)
	j, _ := slices.BinarySearch(atoms, end)
	return atoms[i:j]
}

// balancedCut returns the index of the cut for which the larger side of a run has the least
// work.
func (s *Sweep) balancedCut(from, end int, cuts []int) int {
	best, least := 0, math.Inf(1)
	low, high := 0, len(cuts)-1
	for low <= high { // the left side grows, the right one shrinks
		i := (low + high) / 2
		left, right := s.workOf(from, cuts[i]), s.workOf(cuts[i], end)
		if larger := max(left, right); larger < least {
			best, least = i, larger
		}
		if left < right {
			low = i + 1
		} else {
			high = i - 1
		}
	}
	return best
}

// workOf returns the work of a task with the points from one index to another.
func (s *Sweep) workOf(from, end int) float64 {
	s.run++
	return s.addWork(from, end)
}

// addWork returns the work of the stages of points that the current run has not counted yet,
// and counts them.
func (s *Sweep) addWork(from, end int) float64 {
	work := 0.0
	for _, p := range s.points[from:end] {
		for _, id := range p.stages {
			if s.seen[id] != s.run {
				s.seen[id] = s.run
				work += s.work[id]
			}
		}
	}
	return work
}
