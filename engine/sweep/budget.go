package sweep

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
)

// Memory is the estimated memory of a plan, in bytes.
type Memory struct {
	Set    int64 // the data set itself
	Kept   int64 // the results of all points, which stay
	Job    int64 // the largest job
	Budget int64
	// Distances is the size of the squared distances that jobs share; 0 if none are shared.
	Distances int64
	// Workers is the number of jobs that run at once within the budget.
	Workers int
	// Held is the memory of each job.
	Held   Held
	models int // largest number of models of a job
}

// Held is the data that a job holds in memory at once. Results do not depend on it.
type Held struct {
	// Models is the number of models held at once; 0 for all. A point is done when its last
	// model is, so fewer models delay the first points.
	Models int
	// Alone is whether each job prepares the parts of inner models for itself.
	Alone bool
}

// Text returns the memory in words, with a note if a job cannot hold all models at once.
func (m Memory) Text() string {
	text := fmt.Sprintf("%s with %d at once", FormatBytes(m.Total()), m.Workers)
	if m.Held.Models < m.models {
		text += fmt.Sprintf(", holding %d of %d models of a point: its first results come later", m.Held.Models, m.models)
	}
	return text
}

// Total returns the expected peak in bytes.
func (m Memory) Total() int64 { return m.Set + m.Kept + m.Distances + int64(m.Workers)*m.Job }

// Memory estimates the memory of running the plan with at most workers workers. If the plan
// exceeds budget bytes, it tries fewer models at once, no shared distances, parts prepared by
// each job, and fewer workers, in this order. It fails if not even one job with one model at a
// time fits; the error names an m that would fit.
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
	return mem, fmt.Errorf("the sweep needs about %s and may use %s: %s", FormatBytes(mem.Total()), FormatBytes(budget), p.remedy(mem))
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

// remedy returns the advice for a plan that does not fit: the largest m with which every job
// would, or fewer samples or more memory.
func (p *Plan) remedy(mem Memory) string {
	fits := math.MaxInt
	for _, j := range p.Jobs {
		most := j.Dim(j.trainSamples(Outer))
		m := sort.Search(most, func(m int) bool { return mem.Set+mem.Kept+j.bytes(m+1).total(mem.Held) > mem.Budget })
		if m < most && !space.OnSupports(j.At) {
			m = 0
		}
		if m < most {
			fits = min(fits, m)
		}
	}
	if fits < 2 || fits == math.MaxInt {
		return "take fewer samples (--limit) or more memory (--memory)"
	}
	return fmt.Sprintf("m = %d would fit", fits)
}

// jobBytes is the memory of a job: that of each model, and the working memory beside them.
type jobBytes struct {
	models  []modelBytes
	working int64 // largest working memory of a single model
	least   int64 // memory of training a network
}

// modelBytes is the memory of a model: its copy of the data, and the rest.
type modelBytes struct{ data, rest int64 }

// total returns the memory of the job if it holds h at once. Parts that are kept are counted
// for all models.
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

// bytes estimates the memory of the job with dim functions. For each model it counts the data
// behind the front, the moments and the function space, the functions' values and the features.
// The working memory is the largest of learning the front, factorising the subset and solving.
func (j *Job) bytes(dim int) jobBytes {
	n, all := int64(j.trainSamples(Outer)), int64(j.Rows(Outer))
	m, p := int64(dim), int64(min(dim, j.LargestP()))
	var b jobBytes
	for _, model := range j.Models() {
		rows := int64(j.Rows(model))
		data, kept := rows*j.Plan.width(j.At), int64(0)
		if j.Plan.Set.Spooled {
			data = rows // row numbers only
		}
		if j.keepsValues(model, dim) {
			kept = rows * m
			if j.OnePass(model, dim) {
				kept -= int64(j.trainSamples(model)) * m
			}
		}
		if j.Plan.Set.Series {
			kept += 2 * rows * m // alignment values are computed once; as many await garbage collection
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
	if space.Fronts.Of(j.At) != nil { // the original samples, and learning from them
		held, learns := all*int64(j.Plan.inputs()), j.Plan.frontNeeds(j.At, int(n), Outer).Numbers
		if j.Plan.Set.Spooled && learns == 0 {
			held = all // row numbers only: moments are computed from the file
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

// keepsValues reports whether the values of dim functions are kept between passes: if they are
// small, differ from the inputs, and the samples are in memory.
func (j *Job) keepsValues(m Model, dim int) bool {
	return !space.Kinds.Build(j.At).Inputs && !j.Plan.Set.Spooled && 8*int64(j.Rows(m))*int64(dim) <= KeptBytes
}
