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
	// K is the number of neighbours.
	K = part.NewCount(part.Axis{
		Name: "knn", Readout: true, Default: "5", Doc: "number of neighbours in the readouts neighbours and neighbour-mean",
	})
	// Groups is the number of groups of the target.
	Groups = part.NewCount(part.Axis{
		Name: "groups", Readout: true, Default: "10", Doc: "number of groups of the target in soft-gaussian, gaussian-number and centroid-number",
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

// Discriminant is the kind of a classifier's discriminants, which determines the class
// probabilities.
type Discriminant uint8

// The values of Discriminant.
const (
	// Margin has a sign and no scale: it yields no probability.
	Margin Discriminant = iota
	// Indicator is regressed on 1 for the class and 0 for the others: a probability
	// once it is clipped to 0…1.
	Indicator
	// LogDensity is the logarithm of prior times density, up to a term that all classes
	// share: exp(d_k)/Σ exp(d_c) is the probability of class k.
	LogDensity
	// LogOdds is that of a class against the rest, σ(d_k) its probability; for two
	// classes, whose discriminants are ±f, they sum to 1.
	LogOdds
	// Share is a probability.
	Share
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

func init() {
	Kinds.Register(
		linear(classifier("lda", "linear discriminant analysis", LogDensity, nil, func(ctx context.Context, phi *mat.Dense, label []int, classes int, _ part.Point) (Classifier, error) {
			return LinearDiscriminant(ctx, phi, label, classes)
		})),
		linear(classifier("least-squares", "one least-squares discriminant for each class", Indicator, nil, func(ctx context.Context, phi *mat.Dense, label []int, classes int, _ part.Point) (Classifier, error) {
			return LeastSquares(ctx, phi, label, classes)
		})),
		linear(classifier("perceptron", "batch perceptron", Margin, nil, func(ctx context.Context, phi *mat.Dense, label []int, classes int, _ part.Point) (Classifier, error) {
			return Perceptron(ctx, phi, label, classes)
		})),
		linear(classifier("logistic", "logistic regression with weight decay", LogOdds, []part.Parameter{Eta}, func(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (Classifier, error) {
			return Logistic(ctx, phi, label, classes, Eta.X(at))
		})),
		centroids(classifier("centroid", "nearest class mean", LogDensity, nil, func(ctx context.Context, phi *mat.Dense, label []int, classes int, _ part.Point) (Classifier, error) {
			return NearestCentroid(ctx, phi, label, classes)
		})),
		gaussians(classifier("gaussian", "a normal distribution for each class", LogDensity, []part.Parameter{Shrink}, func(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (Classifier, error) {
			return gaussianClasses(ctx, phi, label, classes, shrinkageOf(at))
		})),
		byNeighbours(classifier("neighbours", "majority of the nearest neighbours", Share, nil, func(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (Classifier, error) {
			return NearestNeighbours(ctx, phi, label, classes, K.Of(at), nearness(at))
		}), restoreNeighbours, "the values of a row are the shares of the classes of readout_labels among the neighbours; the class is that of the largest"),
		linear(regressor("linear", "linear regression", nil, func(ctx context.Context, phi *mat.Dense, target []float64, _ part.Point) (Regressor, error) {
			return Linear(ctx, phi, target, 0)
		})),
		linear(regressor("ridge", "linear regression with weight decay", []part.Parameter{Eta}, func(ctx context.Context, phi *mat.Dense, target []float64, at part.Point) (Regressor, error) {
			return Linear(ctx, phi, target, Eta.X(at))
		})),
		softLabels(regressor("soft-gaussian", "mean of group values, weighted by the probabilities of Gaussian groups of a number", []part.Parameter{Groups, Estimate, Shrink}, func(ctx context.Context, phi *mat.Dense, target []float64, at part.Point) (Regressor, error) {
			return softGaussianGroups(ctx, phi, target, groupingOf(at), shrinkageOf(at))
		})),
		byNeighbours(regressor("neighbour-mean", "mean target of the nearest neighbours", nil, func(ctx context.Context, phi *mat.Dense, target []float64, at part.Point) (Regressor, error) {
			return NearestNeighboursTarget(ctx, phi, target, K.Of(at), nearness(at))
		}), restoreNeighbourMean, "the predicted number is the mean of readout_targets over the neighbours"),
		gaussianNumber, centroidNumber, gaussianProcess, coreVector, coreVectorNumber, supportVector, supportFeatures, lasso, novelty,
	)
}

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
