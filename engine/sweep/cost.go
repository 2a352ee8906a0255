package sweep

import (
	"fmt"
	"math"
	"strings"
	"time"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/subset"
)

// Measured costs in units of an operation of a matrix product: an exponential costs ExpWork,
// a symmetric eigenproblem of order m costs EigenWork·m³.
const (
	ExpWork   = 20
	EigenWork = 30
)

// setCosts sets the cost of each entry: an equal share of the shared computation of its job, and its
// own solve, summed over the models of the job.
func (p *Plan) setCosts() {
	learnt := map[PartsKey]float64{} // number of models that share each front
	for _, j := range p.Jobs {
		for _, model := range j.Models() {
			learnt[j.FrontKey(model)]++
		}
	}
	for _, j := range p.Jobs {
		sample, learn := p.sampleWork(j.At)
		for _, model := range j.Models() {
			n, all := j.trainSamples(model), float64(j.Rows(model))
			m := float64(j.Dim(n))
			once := all*(learn+m*(sample+ExpWork+m)) + 2*float64(n)*m*m
			if shape, err := hierarchy.Parse(hierarchy.Layers.Of(j.At)); hierarchy.Layers.Of(j.At) != "" && err == nil {
				once += shape.Cost(n, int(all))
			}
			if work := subset.Kinds.Build(j.At).Work; work != nil {
				once += work(float64(n), m, sample/2)
			}
			once += p.frontNeeds(j.At, n, model).Work / learnt[j.FrontKey(model)]
			for i := range j.Entries {
				e := &j.Entries[i]
				mi := float64(j.dimOf(e.Point, n))
				e.Cost += once/float64(len(j.Entries)) + EigenWork*mi*mi*mi/2 + all*mi*min(mi, float64(method.P.Of(e.Point)))
				e.Cost += methodNeeds(e.Point, n, int(mi)).Work + j.graphNeeds(e.Point, n, int(mi)).Work
			}
			j.addReadoutCosts(model, n)
		}
		for i := range j.Entries {
			j.Entries[i].Cost = math.Round(j.Entries[i].Cost)
		}
	}
}

// addReadoutCosts adds the costs of training readouts on n samples. The readouts of inner
// models are all trained before the first point is done, so each point gets an equal share of
// them.
func (j *Job) addReadoutCosts(of Model, n int) {
	sum := 0.0
	for i := range j.Entries {
		e := &j.Entries[i]
		work := readout.NeedsOf(e.Point, n, min(j.dimOf(e.Point, n), method.P.Of(e.Point))).Work
		if !of.Inner() {
			e.Cost += work
		}
		sum += work
	}
	if !of.Inner() {
		return
	}
	for i := range j.Entries {
		j.Entries[i].Cost += sum / float64(len(j.Entries))
	}
}

// InnerText describes the number of inner splits and their cost; "" without inner
// splits.
func (p *Plan) InnerText() string {
	switch inner := p.InnerSplits(); inner {
	case 0:
		return ""
	case 1:
		return "1 inner split: each point is fitted twice"
	default:
		return fmt.Sprintf("%d inner splits: each point is fitted %d times", inner, inner+1)
	}
}

// InnerSplits returns the largest number of inner splits of a fold.
func (p *Plan) InnerSplits() (inner int) {
	for _, j := range p.Jobs {
		inner = max(inner, len(j.Fold.Inner))
	}
	return inner
}

// Time estimates the time of the plan on a machine whose matrix products reach flops operations
// per second, to a factor of two.
func (p *Plan) Time(flops float64) time.Duration {
	return time.Duration(p.Work() / flops * float64(time.Second))
}

// Work returns the floating-point operations of the whole plan.
func (p *Plan) Work() float64 {
	work := 0.0
	for _, e := range p.Entries {
		work += e.Cost
	}
	return work
}

// methodNeeds returns the memory and work of the point's method over n samples of m functions.
func methodNeeds(p part.Point, n, m int) method.Needs {
	if needs := method.Kinds.Build(p).Needs; needs != nil {
		return needs(p, n, m)
	}
	return method.Needs{}
}

// graphNeeds returns the memory and work of the point's training graph over n samples and of
// the moments of m functions under it.
func (j *Job) graphNeeds(p part.Point, n, m int) method.Needs {
	if !method.Kinds.Build(p).Graph || graph.Streamed(p) {
		return method.Needs{}
	}
	edges := j.edgesOf(p, int64(n))
	// Two copies of all values and their Laplacian; each edge as found, and in both
	// directions before and after sorting.
	out := method.Needs{
		Numbers: 3*int64(n)*int64(m) + 11*edges,
		Work:    float64(n)*float64(m)*float64(m) + 4*float64(edges)*float64(m),
	}
	if graph.Kinds.Build(p).Predictive != nil {
		d := float64(max(1, graph.Order.Of(p)) * j.Plan.inputs())
		out.Work += 2 * float64(n) * float64(n) * d
	}
	return out
}

// edgesOf returns the number of edges that the point's graph holds in memory.
func (j *Job) edgesOf(p part.Point, n int64) int64 {
	if word, ok := strings.CutPrefix(graph.Name.Of(p), graph.EdgesPrefix); ok {
		return j.Plan.Graphs.Edges(word)
	}
	if edges := graph.Kinds.Build(p).Edges; edges != nil {
		return edges(p, n)
	}
	return 0
}
