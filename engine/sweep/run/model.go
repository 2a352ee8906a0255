package run

import (
	"context"
	"fmt"
	"time"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// model is a function space fitted to one part, and another part that it is scored on.
// A job has several: the outer one is trained on the whole training part and scored on
// the test part; each inner one is trained without a validation part and scored on that,
// for choosing.
type model struct {
	*computation
	which sweep.Model

	data       *preparation.Data
	known      *distances       // nil where they are not known
	supports   *subset.Supports // nil without a kernel
	z          *mat.Dense       // those that the space was made over; nil without a kernel
	space      space.Space
	moments    *moments.Moments          // under the time graph; nil before they are asked for
	byGraph    map[part.Point]*trainedOn // the last other graph
	train      *moments.Values
	held       *moments.Values // nil without a part to score on
	fullKernel bool            // the training samples are the supports
	atSupports *supportProblem // they, ready to be solved for; nil before that
	states     *states         // of GPFA; nil before they are asked for
	sphered    *sphered        // nil before training outputs are measured by it

	seriesNotes []string     // what is worth knowing of alignments
	originNote  string       // see farFromOrigin
	mostlyEqual bool         // see [kernel.MostlyEqual]
	linear      *linearMatch // nil before it is asked for

	trainBuffers, heldBuffers partBuffers

	turned   part.Point // the subset size, graph and cut that what follows is about
	count    int        // chosen of size
	on       *trainedOn
	leading  *moments.Moments
	problem  sfa.Problem
	whitened *sfa.Whitened // made by the first λ, serves all
}

// computation is a job under way.
type computation struct {
	*sweep.Job
	run    *control
	shared *stages
	spare  *workspace
	todo   []sweep.Entry // not yet emitted, in order
	mark   time.Time
	*underWay

	models      map[sweep.Model]*model             // those at hand
	uses        map[sweep.Model]sweep.Uses         // of their features, as far as they were asked for
	failed      map[sweep.Model]error              // why an inner one is not there
	validated   map[string][]result.ValidationPart // of points by their key, so far
	heldOut     map[part.Point][]heldPart          // of points whose line they draw, so far
	solvedAgain bool                               // a point is solved again, outside of its sweep
}

// stage passes the gate, so that a pause or a cancellation takes hold.
func (c *computation) stage(ctx context.Context) error { return c.run.gate.wait(ctx) }

// report tells of a finished stage at the width of the job, where it has one.
func (m *model) report(what string) {
	at := ""
	if kernel.Sigma.Of(m.At).OK {
		at = fmt.Sprintf(" · σ %.4g", kernel.Sigma.X(m.At))
	}
	m.reportAt(at, what)
}

// reportAt is report with the width in words.
func (m *model) reportAt(at, what string) {
	text := fmt.Sprintf("fold %d · %s%s", m.At.Fold+1, space.Name.Of(m.At), at)
	switch {
	case m.which.Inner() && len(m.Fold.Inner) > 1:
		text += fmt.Sprintf(" · for choosing, %d of %d", m.which+1, len(m.Fold.Inner))
	case m.which.Inner():
		text += " · for choosing"
	}
	m.run.tell(sweep.Event{Kind: sweep.StageDone, Stage: text + " · " + what})
}

// streamed are the moments under the time graph.
func (m *model) streamed(ctx context.Context) (*moments.Moments, error) {
	if m.moments != nil {
		return m.moments, nil
	}
	if err := m.stage(ctx); err != nil {
		return nil, err
	}
	var mom *moments.Moments
	var z *moments.Sphered
	var err error
	if m.onePass(m.train, m.usesOf(m.which).Train) {
		mom, z, err = moments.StreamSphered(ctx, m.train, sfa.Tolerance(m.space.Dim()))
	} else {
		mom, err = moments.Stream(ctx, m.train)
	}
	if err != nil {
		return nil, err
	}
	m.moments = mom
	m.report("moments")
	if z != nil {
		m.sphered = &sphered{z}
		m.report("sphered values")
	}
	return mom, nil
}

// features are the outputs of one solution on the two parts of a model.
type features struct {
	*method.Solution
	on          *trainedOn
	train, held *mat.Dense // n×p; nil where they are not kept, and held without a part to score on

	trained measuredFeatures   // nil where they are not measured
	scored  *measure.Pass      // over them; nil where they are not measured
	along   *measure.Stretches // scored, and what else is measured of held; nil without

	follows *string // the note of describeFollowed; nil before it is asked for
}

// measuredFeatures are measures of training outputs: from a pass over them, or from second
// moments of the sphered values.
type measuredFeatures interface {
	UnitVariance(features int) measure.UnitVariance
	UnitSlowness(features int) []float64
}

// trainedOn is a training graph with the moments under it.
type trainedOn struct {
	graph   graph.Graph
	moments *moments.Moments
	free    []float64 // Δ of the optimal free responses; nil before they are asked for

	of   *method.Solution // whose features the graph is made of; nil for the inputs
	held *heldGraph       // nil before it is asked for
}

// supportProblem is the problem of slow features at training samples that are the
// supports, with the mean of h.
type supportProblem struct {
	*sfa.AtSupports
	mean []float64
}
