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

// Relative costs of an operation, measured on the kinds of work: a matrix
// product is the unit, an exponential and a row of triangular solve cost more,
// a symmetric eigenproblem of order m costs EigenWork·m³.
const (
	ExpWork   = 20
	EigenWork = 30
)

// share sets each entry's cost: an equal part of what its job does once and its
// own solve, for each model of the job.
func (p *Plan) share() {
	learnt := map[PartsKey]float64{} // by how many fronts are shared
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
			j.shareReadouts(model, n)
		}
		for i := range j.Entries {
			j.Entries[i].Cost = math.Round(j.Entries[i].Cost)
		}
	}
}

// shareReadouts adds what readouts cost on n samples. Those of inner models are all trained
// before the first point is done, so that each point bears its share of them.
func (j *Job) shareReadouts(of Model, n int) {
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

// InnerText says how many inner splits the points have and what they cost; "" without.
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

// Time estimates how long the plan takes on a machine whose matrix products
// reach the given operations a second. It is good to a factor of two.
func (p *Plan) Time(flops float64) time.Duration {
	return time.Duration(p.Work() / flops * float64(time.Second))
}

// Work is the floating-point operations of the whole plan.
func (p *Plan) Work() float64 {
	work := 0.0
	for _, e := range p.Entries {
		work += e.Cost
	}
	return work
}

// methodNeeds are those of the point's method over n samples of m functions.
func methodNeeds(p part.Point, n, m int) method.Needs {
	if needs := method.Kinds.Build(p).Needs; needs != nil {
		return needs(p, n, m)
	}
	return method.Needs{}
}

// graphNeeds are those of the point's training graph over n samples and of the
// moments of m functions under it.
func (j *Job) graphNeeds(p part.Point, n, m int) method.Needs {
	if !method.Kinds.Build(p).Graph || graph.Streamed(p) {
		return method.Needs{}
	}
	edges := j.edgesOf(p, int64(n))
	// All values at once, twice, and their Laplacian; an edge as it is found
	// and in both directions, before and after they are sorted.
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

// edgesOf is the number of edges that the point's graph holds in memory.
func (j *Job) edgesOf(p part.Point, n int64) int64 {
	if word, ok := strings.CutPrefix(graph.Name.Of(p), graph.EdgesPrefix); ok {
		return j.Plan.Graphs.Edges(word)
	}
	if edges := graph.Kinds.Build(p).Edges; edges != nil {
		return edges(p, n)
	}
	return 0
}
