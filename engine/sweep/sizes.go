package sweep

import (
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
)

func (p *Plan) inputs() int {
	_, d := p.Set.X.Dims()
	return d
}

// components returns the largest possible number of inputs behind the front and the network of
// a point. The actual number may depend on the fit, such as with a share of the variance.
func (p *Plan) components(at part.Point) int {
	if layers := hierarchy.Layers.Of(at); layers != "" {
		if shape, err := hierarchy.Parse(layers); err == nil {
			return shape.Outputs()
		}
	}
	return p.frontOutputs(at)
}

// frontOutputs returns the largest possible number of inputs behind the front of a point.
func (p *Plan) frontOutputs(at part.Point) int {
	d := p.inputs()
	if f := space.Fronts.Of(at); f != nil {
		return f.Build.Components(at, d)
	}
	return d
}

// width returns the largest possible number of values of a sample behind the front of a point.
func (p *Plan) width(at part.Point) int64 {
	if space.Fronts.Of(at) == nil || !p.Set.Series {
		return int64(p.frontOutputs(at))
	}
	return int64(1 + p.inputs()/p.Set.Channels()*space.Fronts.Of(at).Build.Components(at, p.Set.Channels()))
}

// frontNeeds returns the memory and work of the front of a point in a model of n samples.
func (p *Plan) frontNeeds(at part.Point, n int, m Model) space.Needs {
	if !p.Set.Series {
		return space.NeedsOf(at, n, p.inputs(), !m.Inner())
	}
	rows, _ := p.Set.X.Dims()
	frames := 0.0
	for i := range rows {
		frames += p.Set.X.At(i, 0) / float64(rows)
	}
	return space.NeedsOf(at, int(float64(n)*frames), p.Set.Channels(), !m.Inner())
}

// trainSamples returns the number of samples that a model is trained on.
func (j *Job) trainSamples(m Model) int { return j.Parts(m).Train.Samples() }

// Rows returns the number of samples of both parts of a model.
func (j *Job) Rows(m Model) int {
	parts := j.Parts(m)
	return parts.Train.Samples() + parts.Held.Samples()
}

// Dim returns the number of functions of the job's largest space over n samples.
func (j *Job) Dim(n int) int {
	most := 0
	for _, e := range j.Entries {
		most = max(most, j.dimOf(e.Point, n))
	}
	return most
}

// dimOf returns the number of functions of a point's space over n samples; in a kernel space at
// most the number of supports.
func (j *Job) dimOf(p part.Point, n int) int {
	d := j.Plan.components(p)
	switch kind := space.Kinds.Build(p); {
	case kind.Dim != nil:
		return kind.Dim(p, d)
	case subset.Kinds.Has(p, subset.M):
		return subset.M.Of(p)
	}
	return n
}

// LargestP returns the largest number of features p of the job's points.
func (j *Job) LargestP() int {
	most := 0
	for _, e := range j.Entries {
		most = max(most, method.P.Of(e.Point))
	}
	return most
}
