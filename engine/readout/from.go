package readout

import "example.com/sfatui/engine/part"

// From is what a readout that chooses few of its inputs reads; "" stands for features.
var From = part.NewWord(part.Axis{
	Name: "readout-from", Readout: true, Default: features, Unset: features, Choices: []string{features, inputs},
	Doc: "what sfm and lasso choose from: the features, or the prepared inputs, so that they name the sensors that decide",
})

const (
	features = "features"
	inputs   = "inputs"
)

// OfInputs says that the point's readout looks at the inputs that the space sees, or at
// whole series, not at features.
func OfInputs(p part.Point) bool { return OfSeries(p) || From.Of(p) == inputs }

// Selective is a readout that gives few of what it reads a weight.
type Selective interface {
	// Chosen are those, by rising index and then class.
	Chosen() []Choice
}

// Choice is a weight of what a readout reads.
type Choice struct {
	Index  int // column of what it was trained on
	Class  int // that it speaks for where it is positive; −1 of a predicted number
	Weight float64
}
