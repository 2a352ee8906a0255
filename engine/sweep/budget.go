package sweep

import (
	"fmt"
	"slices"

	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
)

// Memory is what a plan will need, in bytes.
type Memory struct {
	Set    int64 // the data set itself
	Kept   int64 // the results of all points, which stay
	Job    int64 // the largest job
	Budget int64
	// Distances is what jobs share; 0 where they share none, for want of memory too.
	Distances int64
	// Workers is how many jobs run at once within the budget.
	Workers int
	// Held is what jobs hold at once.
	Held   Held
	models int // of a job, at most
}

// Held is what a job holds in memory at once. The numbers do not depend on it.
type Held struct {
	// Models is how many models it holds; 0 for all of them. Points are done when the
	// last of their models is, so that fewer models delay the first points.
	Models int
	// Alone says that the prepared parts of inner models are not kept for other jobs.
	Alone bool
}

// Text is the memory as people read it, with what is given up for want of more.
func (m Memory) Text() string {
	text := fmt.Sprintf("%s with %d at once", FormatBytes(m.Total()), m.Workers)
	if m.Held.Models < m.models {
		text += fmt.Sprintf(", holding %d of %d models of a point: its first results come later", m.Held.Models, m.models)
	}
	return text
}

// Total is the expected peak.
func (m Memory) Total() int64 { return m.Set + m.Kept + m.Distances + int64(m.Workers)*m.Job }

// Memory estimates what running the plan needs with up to the given workers, and refuses
// a plan of which not even one job fits into budget bytes with one model at a time,
// naming the m that would. What does not fit is tried with fewer models at once, without
// shared distances, with parts that are prepared for each job, and with fewer workers,
// in this order.
func (p *Plan) Memory(workers int, budget int64) (Memory, error) {
	n, d := p.Set.X.Dims()
	mem := Memory{Set: 8 * int64(n) * int64(d), Budget: budget}
	if p.Set.Spooled {
		mem.Set = 0
	}
	needs := make([]jobBytes, len(p.Jobs))
	models := 1
	for i, j := range p.Jobs {
		mem.Kept += j.resultBytes()
		needs[i] = j.bytes(j.Dim(j.trainSamples(Outer)))
		models = max(models, len(needs[i].models))
	}
	mem.models = models
	shared := distanceBytes(p.Jobs)
	for mem.Workers = max(1, min(workers, len(p.Jobs))); mem.Workers > 0; mem.Workers-- {
		for _, way := range []struct {
			distances int64
			alone     bool
		}{{shared, false}, {0, false}, {0, true}} {
			for m := models; m > 0; m-- {
				mem.Distances, mem.Held, mem.Job = way.distances, Held{m, way.alone}, 0
				for _, need := range needs {
					mem.Job = max(mem.Job, need.total(mem.Held))
				}
				if mem.Total() <= budget {
					return mem, nil
				}
			}
		}
	}
	mem.Workers = 1
	worst := 0
	for i, need := range needs {
		if need.total(mem.Held) > needs[worst].total(mem.Held) {
			worst = i
		}
	}
	return mem, fmt.Errorf("the sweep needs about %s and may use %s: %s", FormatBytes(mem.Total()), FormatBytes(budget), p.Jobs[worst].remedy(mem))
}

// resultBytes estimates the memory of the job's results: some numbers, the supports, and a few
// numbers of each feature on the training, validation and test parts.
func (j *Job) resultBytes() int64 {
	var bytes int64
	for _, e := range j.Entries {
		p, m := method.P.Of(e.Point), j.dimOf(e.Point, j.trainSamples(Outer))
		bytes += 8 << 10
		bytes += 8 * int64(m+p*(16+max(1, e.Point.Inner)))
	}
	return bytes
}

// remedy says what would make a job fit that does not.
func (j *Job) remedy(mem Memory) string {
	fits := 0
	for lo, hi := 1, j.Dim(j.trainSamples(Outer)); lo <= hi; {
		mid := (lo + hi) / 2
		if mem.Set+mem.Kept+j.bytes(mid).total(mem.Held) <= mem.Budget {
			fits, lo = mid, mid+1
		} else {
			hi = mid - 1
		}
	}
	if fits < 2 || !space.OnSupports(j.At) {
		return "take fewer samples (--limit) or more memory (--memory)"
	}
	return fmt.Sprintf("m = %d would fit", fits)
}

// jobBytes is what a job needs: for each of its models, and beside them.
type jobBytes struct {
	models  []modelBytes
	working int64 // for one at a time
	least   int64 // of a network while it is trained
}

// modelBytes is what a model holds: its copy of the data, and the rest.
type modelBytes struct{ data, rest int64 }

// total is what the job needs when so much is held at once. Where parts are kept, those
// of all models are.
func (b jobBytes) total(h Held) int64 {
	rests, bytes := make([]int64, len(b.models)), b.working
	for i, m := range b.models {
		rests[i] = m.rest
		if h.Alone {
			rests[i] += m.data
		} else {
			bytes += m.data
		}
	}
	slices.SortFunc(rests, func(a, b int64) int { return int(min(max(b-a, -1), 1)) })
	at := len(rests)
	if h.Models > 0 {
		at = min(at, h.Models)
	}
	for _, rest := range rests[:at] {
		bytes += rest
	}
	return max(bytes, b.least)
}

// bytes estimates the memory of the job with dim functions: for each model its data behind
// the front, the moments and the function space, the functions' values and the features;
// for one at a time what learns the front, the subset's factor, or the solve's work.
func (j *Job) bytes(dim int) jobBytes {
	n, all := int64(j.trainSamples(Outer)), int64(j.Rows(Outer))
	m, p := int64(dim), int64(min(dim, j.LargestP()))
	var b jobBytes
	for _, model := range j.Models() {
		rows := int64(j.Rows(model))
		data, kept := rows*j.Plan.width(j.At), int64(0)
		if j.Plan.Set.Spooled {
			data = rows // their places
		}
		if j.keeps(model, dim) {
			kept = rows * m
			if j.OnePass(model, dim) {
				kept -= int64(j.trainSamples(model)) * m
			}
		}
		if j.Plan.Set.Series {
			kept += 2 * rows * m // values of alignments are computed once; as much waits to be collected
		}
		square := 4 * m * m
		sphered := min(m, int64(j.Uses(model).Train.Sphered))
		square += 6 * sphered * sphered // the factor, the moments and their roots
		b.models = append(b.models, modelBytes{8 * data, 8 * (square + kept + j.FeatureRows(model)*p)})
	}
	working := 8 * m * m
	if numbers := subset.Kinds.Build(j.At).Numbers; numbers != nil {
		working = max(working, numbers(n, m))
	}
	if space.Fronts.Of(j.At) != nil { // the samples as they were, and what learns from them
		held, learns := all*int64(j.Plan.inputs()), j.Plan.frontNeeds(j.At, int(n), Outer).Numbers
		if j.Plan.Set.Spooled && learns == 0 {
			held = all // their places: moments pass over the file
		}
		working = max(working, held+learns)
	}
	for _, e := range j.Entries {
		mi := min(int(m), j.dimOf(e.Point, int(n)))
		under := j.graphNeeds(e.Point, int(n), mi)
		working = max(working, methodNeeds(e.Point, int(n), mi).Numbers+under.Numbers, readout.NeedsOf(e.Point, int(n), min(mi, method.P.Of(e.Point))).Numbers)
	}
	b.working = 8 * working
	if shape, err := hierarchy.Parse(hierarchy.Layers.Of(j.At)); hierarchy.Layers.Of(j.At) != "" && err == nil {
		b.least = shape.Bytes(int(all))
	}
	return b
}

// keeps says that values of so many functions are kept between passes: where
// they are few, and neither the samples themselves nor of samples in a file.
func (j *Job) keeps(m Model, dim int) bool {
	return !space.Kinds.Build(j.At).Inputs && !j.Plan.Set.Spooled && 8*int64(j.Rows(m))*int64(dim) <= KeptBytes
}
