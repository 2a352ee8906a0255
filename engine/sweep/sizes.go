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

// components is the number of inputs behind the front and the network of a point, at
// most: a share of the variance is only known once it is fitted.
func (p *Plan) components(at part.Point) int {
	if layers := hierarchy.Layers.Of(at); layers != "" {
		if shape, err := hierarchy.Parse(layers); err == nil {
			return shape.Outputs()
		}
	}
	return p.fronted(at)
}

// fronted is the number of inputs behind the front of a point, at most.
func (p *Plan) fronted(at part.Point) int {
	d := p.inputs()
	if f := space.Fronts.Of(at); f != nil {
		return f.Build.Components(at, d)
	}
	return d
}

// width is how many numbers a sample has behind the front of a point, at most.
func (p *Plan) width(at part.Point) int64 {
	if space.Fronts.Of(at) == nil || !p.Set.Series {
		return int64(p.fronted(at))
	}
	return int64(1 + p.inputs()/p.Set.Channels()*space.Fronts.Of(at).Build.Components(at, p.Set.Channels()))
}

// frontNeeds are those of the front of a point in a model of n samples.
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

// trainSamples is the number of samples that a model is trained on.
func (j *Job) trainSamples(m Model) int { return j.Parts(m).Train.Samples() }

// Rows is the number of samples of both parts of a model.
func (j *Job) Rows(m Model) int {
	parts := j.Parts(m)
	return parts.Train.Samples() + parts.Held.Samples()
}

// Dim is the number of functions of the job's largest space over n samples.
func (j *Job) Dim(n int) int {
	most := 0
	for _, e := range j.Entries {
		most = max(most, j.dimOf(e.Point, n))
	}
	return most
}

// dimOf is the number of functions of a point's space over n samples: at most
// its supports.
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

func (j *Job) LargestP() int {
	most := 0
	for _, e := range j.Entries {
		most = max(most, method.P.Of(e.Point))
	}
	return most
}
