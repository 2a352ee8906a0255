package readout

import (
	"context"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

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
			return Gaussian(ctx, phi, label, classes, at)
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
			return SoftGaussianTarget(ctx, phi, target, at)
		})),
		byNeighbours(regressor("neighbour-mean", "mean target of the nearest neighbours", nil, func(ctx context.Context, phi *mat.Dense, target []float64, at part.Point) (Regressor, error) {
			return NearestNeighboursTarget(ctx, phi, target, K.Of(at), nearness(at))
		}), restoreNeighbourMean, "the predicted number is the mean of readout_targets over the neighbours"),
		gaussianNumber, centroidNumber, gaussianProcess, coreVector, coreVectorNumber, supportVector, supportFeatures, lasso, novelty,
	)
}
