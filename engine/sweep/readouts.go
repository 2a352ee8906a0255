package sweep

import (
	"context"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/mat"
)

// readoutKind is one kind of supervised step. Either classify or regress is
// set: it is trained on labels or on the target.
type readoutKind struct {
	name string
	// The parameters that apply.
	eta, knn, groups bool

	classify func(ctx context.Context, phi *mat.Dense, train partData, classes int, at part.Point) (readout.Classifier, []string, error)
	regress  func(ctx context.Context, phi *mat.Dense, train partData, at part.Point) (readout.Regressor, []string, error)
}

// readouts is the table of all supervised steps, without "none".
var readouts = []readoutKind{
	{name: "lda", classify: func(ctx context.Context, phi *mat.Dense, train partData, classes int, _ part.Point) (readout.Classifier, []string, error) {
		m, err := readout.LeastSquares(ctx, phi, train.label, classes)
		if err != nil {
			return nil, nil, err
		}
		return m, m.Notes, nil
	}},
	{name: "perceptron", classify: func(ctx context.Context, phi *mat.Dense, train partData, classes int, _ part.Point) (readout.Classifier, []string, error) {
		m, err := readout.Perceptron(ctx, phi, train.label, classes)
		if err != nil {
			return nil, nil, err
		}
		return m, m.Notes, nil
	}},
	{name: "logistic", eta: true, classify: func(ctx context.Context, phi *mat.Dense, train partData, classes int, at part.Point) (readout.Classifier, []string, error) {
		m, err := readout.Logistic(ctx, phi, train.label, classes, at.Eta.X)
		if err != nil {
			return nil, nil, err
		}
		return m, m.Notes, nil
	}},
	{name: "centroid", classify: func(ctx context.Context, phi *mat.Dense, train partData, classes int, _ part.Point) (readout.Classifier, []string, error) {
		m, err := readout.NearestCentroid(ctx, phi, train.label, classes)
		if err != nil {
			return nil, nil, err
		}
		return m, m.Notes, nil
	}},
	{name: "gaussian", classify: func(ctx context.Context, phi *mat.Dense, train partData, classes int, _ part.Point) (readout.Classifier, []string, error) {
		m, err := readout.Gaussian(ctx, phi, train.label, classes)
		if err != nil {
			return nil, nil, err
		}
		return m, m.Notes, nil
	}},
	{name: "neighbours", knn: true, classify: func(ctx context.Context, phi *mat.Dense, train partData, classes int, at part.Point) (readout.Classifier, []string, error) {
		m, err := readout.NearestNeighbours(ctx, phi, train.label, classes, at.KNN)
		if err != nil {
			return nil, nil, err
		}
		return m, m.Notes, nil
	}},
	{name: "linear", regress: func(ctx context.Context, phi *mat.Dense, train partData, _ part.Point) (readout.Regressor, []string, error) {
		m, err := readout.Linear(ctx, phi, train.target, 0)
		if err != nil {
			return nil, nil, err
		}
		return m, m.Notes, nil
	}},
	{name: "ridge", eta: true, regress: func(ctx context.Context, phi *mat.Dense, train partData, at part.Point) (readout.Regressor, []string, error) {
		m, err := readout.Linear(ctx, phi, train.target, at.Eta.X)
		if err != nil {
			return nil, nil, err
		}
		return m, m.Notes, nil
	}},
	{name: "soft-gaussian", groups: true, regress: func(ctx context.Context, phi *mat.Dense, train partData, at part.Point) (readout.Regressor, []string, error) {
		m, err := readout.SoftGaussianTarget(ctx, phi, train.target, at.Groups)
		if err != nil {
			return nil, nil, err
		}
		return m, m.Notes, nil
	}},
	{name: "neighbour-mean", knn: true, regress: func(ctx context.Context, phi *mat.Dense, train partData, at part.Point) (readout.Regressor, []string, error) {
		m, err := readout.NearestNeighboursTarget(ctx, phi, train.target, at.KNN)
		if err != nil {
			return nil, nil, err
		}
		return m, nil, nil
	}},
}

// readoutNames are the words of the readout axis.
func readoutNames() []string {
	names := make([]string, 0, len(readouts)+1)
	for _, r := range readouts {
		names = append(names, r.name)
	}
	return append(names, "none")
}

// readoutOf finds a readout by its name; the zero kind for "none".
func readoutOf(name string) readoutKind {
	for _, r := range readouts {
		if r.name == name {
			return r
		}
	}
	return readoutKind{}
}

// Classifies reports whether the point's readout is trained on labels.
func Classifies(p part.Point) bool {
	return readoutOf(p.Readout).classify != nil
}

// Predicts reports whether the point's readout predicts a number.
func Predicts(p part.Point) bool {
	return readoutOf(p.Readout).regress != nil
}
