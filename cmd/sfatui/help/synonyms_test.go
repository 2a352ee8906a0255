package help

import (
	"io"
	"strings"
	"testing"
)

// Words that other programs and papers use for the same thing are explained.
func TestSynonymsAreExplained(t *testing.T) {
	for _, line := range []string{
		"slow, temporal variation, Δ, temporal coherence, slow feature",
		"regularization, penalty, ridge penalty, weight decay, Tikhonov",
		"bandwidth, kernel width, length scale, sigma, lengthscale",
		"support vectors, subset size, inducing points, landmarks, basis functions",
		"best point, star, selected, winner, model selection",
		"hold-out, validation set, holdout, dev set, inner cross-validation",
		"decoder, classifier, LDA, linear discriminant, supervised step",
		"sequence, recording, episode, trial, utterance",
		"chance, baseline, majority class, null, permutation test",
		"sphering, decorrelation, PCA whitening, ZCA, whiten",
		"adjacency, neighbourhood graph, edges, similarity graph, GSFA",
		"RBF, squared exponential, gaussian kernel, radial basis function, covariance function",
		"SE, standard error, SEM, uncertainty, error bar",
		"confusion, confusion matrix, misclassification, recall, sensitivity",
		"tie, ties, equal score, not distinguishable, as good",
		"anomaly, outlier, one-class, fault detection, control limit",
		"cross-validation, CV, k-fold, partition, outer fold",
		"significance, p value, t-test, statistical test, multiple comparisons",
	} {
		for word := range strings.SplitSeq(line, ", ") {
			if err := explain(io.Discard, word); err != nil {
				t.Errorf("%s: %v", word, err)
			}
		}
	}
}
