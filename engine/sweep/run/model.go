package run

import (
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// model is a function space fitted to a training part, and the held-out part that it is scored
// on. A job has an outer model, which is trained on the whole training part and scored on the
// test part, and inner models, which are each trained without a validation part and scored on
// it for choosing.
type model struct {
	samples   *samples
	functions *functions

	moments    *moments.Moments             // under the time graph; nil until needed
	byGraph    map[part.Point]*graphMoments // under the last graph other than time
	train      *moments.Values
	held       *moments.Values // nil without a held-out part
	fullKernel bool            // whether the training samples are the supports
	sphered    *sphered        // second moments of the sphered training values; nil until needed

	seriesNotes []string // notes on alignments

	trainBuffers, heldBuffers partBuffers
}

// onePass reports whether the sphered values of v are measured in the same pass as the moments.
func (m *model) onePass(v *moments.Values, u sweep.Use) bool {
	return v.OnePass() && m.functions.spheresAllFunctions(u)
}

// features holds the features of one solution on both parts of a model.
type features struct {
	model   *model
	samples *samples
	*method.Solution
	count       int // number of supports
	on          *graphMoments
	train, held *mat.Dense // n×p; nil if not kept; held also without a held-out part

	trained measuredFeatures   // measures of train; nil if not taken
	scored  *measure.Pass      // pass over held; nil if not measured
	along   *measure.Stretches // measures of held on each stretch and as a whole; nil if not taken
}

// sphered holds the second moments of the sphered training values; moments is nil if the values
// cannot be sphered.
type sphered struct{ moments *moments.Sphered }

// measuredFeatures provides measures of training features, from a pass over them or from second
// moments of the sphered values.
type measuredFeatures interface {
	UnitVariance(features int) measure.UnitVariance
	UnitSlowness(features int) []float64
}

// graphMoments is a training graph with the moments of the training part under it.
type graphMoments struct {
	graph   graph.Graph
	moments *moments.Moments
	free    []float64 // Δ of the optimal free responses; nil until needed

	of   *method.Solution // solution whose features the graph is built from; nil for the inputs
	held *heldGraph       // nil until needed
}

// heldGraph is the training graph of a point, rebuilt from the labels, target or inputs of the
// held-out part, or the error if it cannot be built there.
type heldGraph struct {
	graph graph.Graph
	err   error
}

// supportProblem is the eigenproblem of slow features at training samples that are the
// supports, and the mean of h over these.
type supportProblem struct {
	*sfa.AtSupports
	mean []float64
}
