package sweep

import (
	"fmt"
	"math"
	"time"

	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
)

// Relative costs of an operation, measured on the kinds of work: a matrix
// product is the unit, an exponential and a row of triangular solve cost more,
// a symmetric eigenproblem of order m costs eigenWork·m³.
const (
	expWork   = 20
	eigenWork = 30
)

// share sets each entry's cost: an equal part of what its job does once and its
// own solve, for each model of the job.
func (p *Plan) share() {
	d := float64(p.inputs())
	for _, j := range p.Jobs {
		for _, model := range j.Models() {
			n, all := j.trainSamples(model), float64(j.Rows(model))
			m := float64(j.Dim(n))
			once := all*m*(2*d+expWork+m) + 2*float64(n)*m*m
			if shape, err := hierarchy.Parse(hierarchy.Layers.Of(j.At)); hierarchy.Layers.Of(j.At) != "" && err == nil {
				once += shape.Cost(n, int(all))
			}
			if work := subset.Kinds.Build(j.At).Work; work != nil {
				once += work(float64(n), m, d)
			}
			for i := range j.Entries {
				e := &j.Entries[i]
				mi := float64(j.dimOf(e.Point, n))
				e.Cost += once/float64(len(j.Entries)) + eigenWork*mi*mi*mi/2 + all*mi*float64(method.P.Of(e.Point))
				e.Cost += methodNeeds(e.Point, n, int(mi)).Work + j.graphNeeds(e.Point, n, int(mi)).Work
			}
		}
		for i := range j.Entries {
			j.Entries[i].Cost = math.Round(j.Entries[i].Cost)
		}
	}
}

// Time estimates how long the plan takes on a machine whose matrix products
// reach the given operations a second. It is good to a factor of two.
func (p *Plan) Time(flops float64) time.Duration {
	work := 0.0
	for _, e := range p.Entries {
		work += e.Cost
	}
	return time.Duration(work / flops * float64(time.Second))
}

// Memory is what a plan will need, in bytes.
type Memory struct {
	Set    int64 // the data set itself
	Job    int64 // the largest job
	Budget int64
	// Distances is what jobs share; 0 where they share none, for want of memory too.
	Distances int64
	// Workers is how many jobs run at once within the budget.
	Workers int
}

// Total is the expected peak.
func (m Memory) Total() int64 { return m.Set + m.Distances + int64(m.Workers)*m.Job }

// Memory estimates what running the plan needs with up to the given workers,
// and refuses a plan of which not even one job fits into budget bytes, naming
// the m that would.
func (p *Plan) Memory(workers int, budget int64) (Memory, error) {
	n, d := p.Set.X.Dims()
	mem := Memory{Set: 8 * int64(n) * int64(d), Budget: budget, Workers: max(1, min(workers, len(p.Jobs)))}
	if p.Set.Spooled {
		mem.Set = 0
	}
	var worst *Job
	for _, j := range p.Jobs {
		if b := j.bytes(j.Dim(j.trainSamples(Outer))); b > mem.Job {
			mem.Job, worst = b, j
		}
	}
	if mem.Distances = distanceBytes(p.Jobs); mem.Total() > budget {
		mem.Distances = 0
	}
	for mem.Workers > 1 && mem.Total() > budget {
		mem.Workers--
	}
	if mem.Total() <= budget {
		return mem, nil
	}
	fits := 0
	for lo, hi := 1, worst.Dim(worst.trainSamples(Outer)); lo <= hi; {
		mid := (lo + hi) / 2
		if mem.Set+worst.bytes(mid) <= budget {
			fits, lo = mid, mid+1
		} else {
			hi = mid - 1
		}
	}
	remedy := fmt.Sprintf("m = %d would fit", fits)
	if fits < 2 || !space.OnSupports(worst.At) {
		remedy = "take fewer samples (--limit) or more memory (--memory)"
	}
	return mem, fmt.Errorf("the sweep needs about %s and may use %s: %s", FormatBytes(mem.Total()), FormatBytes(budget), remedy)
}

// bytes estimates the peak memory of the job with dim functions: for each
// model its copy of the data, the moments and the function space; for one at a
// time the subset's factor, or the solve's work; then the functions' values and
// the features.
func (j *Job) bytes(dim int) int64 {
	n, all := int64(j.trainSamples(Outer)), int64(j.Rows(Outer))
	m, p := int64(dim), int64(j.LargestP())
	standing := int64(0)
	for _, model := range j.Models() {
		rows := int64(j.Rows(model))
		data, kept := rows*int64(j.Plan.inputs()), int64(0)
		if j.Plan.Set.Spooled {
			data = rows // their places
		}
		if j.keeps(model, dim) {
			kept = rows * m
		}
		standing += data + 4*m*m + kept + j.FeatureRows(model)*p
	}
	working := 8 * m * m
	if numbers := subset.Kinds.Build(j.At).Numbers; numbers != nil {
		working = max(working, numbers(n, m))
	}
	for _, e := range j.Entries {
		mi := min(int(m), j.dimOf(e.Point, int(n)))
		under := j.graphNeeds(e.Point, int(n), mi)
		working = max(working, methodNeeds(e.Point, int(n), mi).Numbers+under.Numbers)
	}
	bytes := 8 * (standing + working)
	if shape, err := hierarchy.Parse(hierarchy.Layers.Of(j.At)); hierarchy.Layers.Of(j.At) != "" && err == nil {
		bytes = max(bytes, shape.Bytes(int(all)))
	}
	return bytes
}

// keeps says that values of so many functions are kept between passes: where
// they are few, and neither the samples themselves nor of samples in a file.
func (j *Job) keeps(m Model, dim int) bool {
	return !space.Kinds.Build(j.At).Inputs && !j.Plan.Set.Spooled && 8*int64(j.Rows(m))*int64(dim) <= KeptBytes
}
