package share

import (
	"cmp"
	"math"
	"slices"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
)

// Tolerated is how much a division may compute, as a multiple of what one process does.
const Tolerated = 1.15

// Sweep are the points of a sweep with the stages that they need.
type Sweep struct {
	points []planned // neighbours together
	work   []float64 // of each stage
	seen   []int     // the last run that each stage was counted for
	run    int
	alone  float64
}

// planned is a point of a plan and its stages, by index.
type planned struct {
	entry  sweep.Entry
	stages [levels]int
}

// Division is a sweep parted among tasks. Work is in operations of a matrix product.
type Division struct {
	// Shares are the points of each task, each point in one of them. Where there are
	// fewer groups than tasks the last are empty.
	Shares [][]sweep.Entry
	// Work is that of all tasks, Alone that of one process, Largest that of the
	// largest share.
	Work, Alone, Largest float64
	// Runs is the number of shares that are not empty.
	Runs int
}

// Of takes up the plans of a sweep. A point that stands twice counts where it stands first.
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
				work = shape.work(at)
				costs[at] = work
			}
			p := planned{entry: e}
			for level, key := range stagesOf(e.Point, i) {
				id, ok := index[key]
				if !ok {
					id = len(s.work)
					index[key], s.work = id, append(s.work, 0)
				}
				p.stages[level] = id
				s.work[id] = max(s.work[id], work[level]) // derived for the largest m and p of the plan
			}
			s.points = append(s.points, p)
		}
	}
	slices.SortStableFunc(s.points, func(a, b planned) int {
		return slices.Compare(a.stages[:], b.stages[:])
	})
	s.seen = make([]int, len(s.work))
	for _, work := range s.work {
		s.alone += work
	}
	return s
}

// Alone is the work of one process, in operations of a matrix product.
func (s *Sweep) Alone() float64 { return s.alone }

// Divide parts the points among tasks. With byPoints no neighbours are kept together.
func (s *Sweep) Divide(tasks int, byPoints bool) Division {
	var best Division
	for level := parts; level <= levels; level++ {
		if byPoints && level < levels {
			continue
		}
		d := s.cut(s.atoms(level), tasks)
		if level == parts || byPoints || d.before(best, tasks) {
			best = d
		}
	}
	for len(best.Shares) < tasks {
		best.Shares = append(best.Shares, nil)
	}
	return best
}

// before reports whether a division is better than another one: that gives work to all
// tasks and computes hardly more than one process does, and of these the one that ends
// first.
func (d Division) before(o Division, tasks int) bool {
	mine, theirs := d.good(tasks), o.good(tasks)
	switch {
	case mine && theirs:
		return d.Largest < o.Largest
	case mine != theirs:
		return mine
	}
	return cmp.Or(cmp.Compare(o.Runs, d.Runs), cmp.Compare(d.Work, o.Work)) < 0
}

func (d Division) good(tasks int) bool { return d.Runs == tasks && d.Work <= Tolerated*d.Alone }

// gain is the least by which more tasks must end earlier to be worth their start.
const gain = 0.02

// Tasks is the largest number of tasks, up to most, that all have work and together
// compute no more than [Tolerated] times what one process does; fewer where these end
// as early; at least 1.
func (s *Sweep) Tasks(most int) int {
	low, high := 1, max(1, min(most, len(s.points)))
	for low < high {
		middle := (low + high + 1) / 2
		if s.Divide(middle, false).good(middle) {
			low = middle
		} else {
			high = middle - 1
		}
	}
	for largest := s.Divide(low, false).Largest; low > 1; low-- {
		if d := s.Divide(low-1, false); !d.good(low-1) || d.Largest > (1+gain)*largest {
			break
		}
	}
	return low
}

// atoms are the ends of the groups of points that share the stages up to a level.
func (s *Sweep) atoms(level int) []int {
	var ends []int
	for i := range s.points {
		if i > 0 && (level == levels || !slices.Equal(s.points[i].stages[:level+1], s.points[i-1].stages[:level+1])) {
			ends = append(ends, i)
		}
	}
	return append(ends, len(s.points))
}

// cut cuts atoms, in their order, into as many runs as there are tasks, or fewer where
// there are fewer atoms, so that the largest has the least work.
func (s *Sweep) cut(atoms []int, tasks int) Division {
	if len(s.points) == 0 {
		return Division{}
	}
	low, high := 0.0, s.alone
	for range 40 {
		middle := (low + high) / 2
		if runs := s.fill(atoms, middle); runs != nil && len(runs) <= tasks {
			high = middle
		} else {
			low = middle
		}
	}
	ends := s.halve(atoms, s.fill(atoms, high), tasks)
	d := Division{Alone: s.alone, Runs: len(ends)}
	from := 0
	for _, end := range ends {
		work := s.over(from, end)
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

// fill makes runs of atoms with at most so much work each, and gives their ends; nil where
// an atom alone has more.
func (s *Sweep) fill(atoms []int, most float64) (ends []int) {
	most *= 1 + 1e-12 // of sums in another order
	work, from := 0.0, 0
	s.run++
	for i, end := range atoms {
		more := s.add(from, end)
		if work+more > most && i > 0 && work > 0 {
			ends = append(ends, from)
			s.run++
			work, more = 0, s.add(from, end)
		}
		if work += more; work > most {
			return nil
		}
		from = end
	}
	return append(ends, from)
}

// halve cuts the runs with most work until there are as many as tasks.
func (s *Sweep) halve(atoms, ends []int, tasks int) []int {
	for len(ends) < tasks && len(ends) < len(atoms) {
		at, most := -1, -1.0
		from := 0
		for _, end := range ends {
			inside := within(atoms, from, end)
			if work := s.over(from, end); len(inside) > 0 && work > most {
				at, most = inside[s.middle(from, end, inside)], work
			}
			from = end
		}
		i, _ := slices.BinarySearch(ends, at)
		ends = slices.Insert(ends, i, at)
	}
	return ends
}

// within are the ends of atoms inside of a run.
func within(atoms []int, from, end int) []int {
	i, _ := slices.BinarySearch(atoms, from+1)
	j, _ := slices.BinarySearch(atoms, end)
	return atoms[i:j]
}

// middle is the index of the cut after which the larger side of a run has least work.
func (s *Sweep) middle(from, end int, cuts []int) int {
	best, least := 0, math.Inf(1)
	low, high := 0, len(cuts)-1
	for low <= high { // the left side grows, the right one shrinks
		i := (low + high) / 2
		left, right := s.over(from, cuts[i]), s.over(cuts[i], end)
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

// over is the work of a task with the points from one index to another.
func (s *Sweep) over(from, end int) float64 {
	s.run++
	return s.add(from, end)
}

// add is the work of the stages of points that the current run has not counted yet.
func (s *Sweep) add(from, end int) float64 {
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
