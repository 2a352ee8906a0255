package preparation

import (
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
)

// Preparation selects the steps applied to the inputs before a function space.
type Preparation struct {
	// Centre moves the origin to the mean of the training part if that changes only the
	// rounding. Kernels of differences need no such step: they have an origin of their
	// own.
	Centre bool
	// Clip selects the clipping of outliers, the first step; "" for none.
	Clip string
	// Standardize centres, and scales each input to unit variance.
	Standardize bool
	// Front selects the front, see [space.FrontOf]; the zero Point for the inputs
	// themselves.
	Front part.Point
	// Layers selects a network after the front, "" for none, and Under the training
	// graph that it is trained with.
	Layers string
	Under  part.Point
	// Strings selects the strings that whole series become, see [StringsOf]; the zero
	// Point for the series themselves.
	Strings part.Point
}

// Learning returns the settings that the front is learnt by, whatever codes it then
// computes; all of the preparation if its kind depends on all settings.
func (p Preparation) Learning() Preparation {
	if learnt := space.Fronts.Build(p.Front).Learnt; learnt != nil {
		p.Front = learnt(p.Front)
		p.Layers, p.Under, p.Strings = "", part.Point{}, part.Point{}
	}
	return p
}

// Standardize scales each input to mean 0 and variance 1.
var Standardize = part.NewSwitch(part.Axis{
	Name: "standardize", Shared: part.Preparing, Step: 2, Doc: "scale each input to mean 0 and variance 1 on the training part",
	Words: [2]string{"raw inputs", "standardized"}, Report: "inputs",
	Says: func(value string) string {
		if value == "on" {
			return "standardized on the training part"
		}
		return "as they are"
	},
	Method: func(value string) string {
		if value == "on" {
			return "every input was scaled to mean 0 and variance 1 by its training part"
		}
		return "the inputs as they were read"
	},
})

// Division holds the parts that a model is trained and scored on. Validation is set if
// Held is a validation part, from which settings may be chosen.
type Division struct {
	Train, Held data.Part
	Validation  bool
}

// Shared returns a front that was learnt before for the same [Preparation.Learning], or
// calls learn.
type Shared func(learn func() (space.Front, error)) (space.Front, error)

// Fitted holds the steps of a preparation, fitted on the training part: clipping, then
// (x − mean)·scale, then the front, then the network. Each may be nil. For whole series
// they apply to the frames.
type Fitted struct {
	Series      bool      // whether a sample is a whole series
	Low, High   []float64 // bounds of clipping; nil without
	Mean, Scale []float64
	Front       space.Front
	FrontInfo   *result.Front // of an encoder, with its errors; nil for other fronts
	Network     *hierarchy.Network
	Strings     *Strings // makes strings of series at the end; nil if they stay series

	skipInfo bool // FrontInfo is not needed: for an inner model, or to choose a width
	shared   Shared
}

// Data holds one division of the samples, prepared: a model is trained on Train and
// scored on Held.
type Data struct {
	Train, Held Part
	Fitted      Fitted
	Notes       []string
	StringsInfo *result.Strings // of the training part; nil without a kernel of strings

	// Drift is the distance between the input means of Held and Train (see drift); 0
	// unless Held is a validation part.
	Drift float64

	Origin func() []float64 // mean of the training part, which is the origin of kernels of differences
}
