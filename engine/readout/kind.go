package readout

import (
	"context"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// The parameters of readouts.
var (
	Name = part.NewWord(part.Axis{
		Name: "readout", Readout: true, Doc: "supervised step", Always: true, Written: true,
	})
	Eta = part.NewNumber(part.Axis{
		Name: "eta", Symbol: "η", Log: true, Readout: true, Must: part.AtLeast0, Default: "1", Doc: "weight decay of logistic and ridge regression, penalty of the lasso",
	})
	// From selects the columns that a sparse readout is trained on; "" stands for
	// features.
	From = part.NewWord(part.Axis{
		Name: "readout-from", Readout: true, Default: features, Unset: features, Choices: []string{features, inputs},
		Doc: "candidates of sfm and lasso: the features, or the prepared inputs, which identifies the relevant sensors",
	})
)

const (
	features = "features"
	inputs   = "inputs"
)

// Kind is one kind of supervised step. Exactly one of Classify, Regress and Detect is
// set. They train on labels (of the given number of classes, -1 for none), on the
// target of the features phi (n×p), or on features of normal operation.
type Kind struct {
	Classify func(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (Classifier, error)
	Regress  func(ctx context.Context, phi *mat.Dense, target []float64, at part.Point) (Regressor, error)
	Detect   func(ctx context.Context, phi *mat.Dense, at part.Point) (Detector, error)
	// Discriminant is the kind of the discriminants of Classify's classifier.
	Discriminant Discriminant
	// Needs returns the costs of training on n samples of p features; nil if
	// negligible.
	Needs func(at part.Point, n, p int) Needs
	// Restore returns a [Saved] readout from its arrays. Formula describes in words how
	// to compute its predictions from the arrays.
	Restore func(at part.Point, a Arrays) (Saved, error)
	Formula []string
}

// Needs holds the costs of a readout.
type Needs struct {
	Numbers int64   // peak memory in values of 8 bytes
	Work    float64 // in operations of a matrix product
}

// NeedsOf returns the costs of the point's readout.
func NeedsOf(at part.Point, n, p int) Needs {
	if needs := Kinds.Build(at).Needs; needs != nil {
		return needs(at, n, p)
	}
	return Needs{}
}

// Kinds is the table of all supervised steps.
var Kinds = part.NewTable[Kind](Name, "none")

// Classifies reports whether the point's readout is trained on labels.
func Classifies(p part.Point) bool { return Kinds.Build(p).Classify != nil }

// Predicts reports whether the point's readout predicts a number.
func Predicts(p part.Point) bool { return Kinds.Build(p).Regress != nil }

// Detects reports whether the point's readout detects novelty.
func Detects(p part.Point) bool { return Kinds.Build(p).Detect != nil }

// OfInputs reports whether the point's readout is trained on the inputs of the space,
// or on whole series, instead of features.
func OfInputs(p part.Point) bool { return OfSeries(p) || From.Of(p) == inputs }

// Trains reports whether the point has a readout at all.
func Trains(p part.Point) bool { return Classifies(p) || Predicts(p) || Detects(p) }

// classifier returns a readout trained on labels, with parameters or nil for none.
func classifier(name, doc string, gives Discriminant, of []part.Parameter, train func(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (Classifier, error)) part.Part[Kind] {
	return part.Part[Kind]{Name: name, Doc: doc, Parameters: of, Build: Kind{Classify: train, Discriminant: gives}}
}

// regressor returns a readout trained on the target, with parameters or nil for none.
func regressor(name, doc string, of []part.Parameter, train func(ctx context.Context, phi *mat.Dense, target []float64, at part.Point) (Regressor, error)) part.Part[Kind] {
	return part.Part[Kind]{Name: name, Doc: doc, Parameters: of, Build: Kind{Regress: train}}
}

// linear returns the part completed for a readout that is a [Model].
func linear(p part.Part[Kind]) part.Part[Kind] {
	p.Build.Restore, p.Build.Formula = restoreLinear, linearFormula
	return p
}
