package predictable

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/linalg/iterative"
	"gonum.org/v1/gonum/mat"
)

// PFA finds count directions A of the white n×r data z, in segments of the given
// lengths, that a linear autoregressive model predicts best: predictable feature
// analysis (Richthofer and Wiskott 2013; Weghenkel, Fischer and Wiskott 2017,
// section 3.3). W predicts a sample from the order samples before it, ζ_t, with
// the least squared error, and A minimises
//
//	Σ_{i=0..iterations} ⟨‖Aᵀx_t − AᵀW Vⁱ ζ_t−i‖²⟩,
//
// for the matrix V that moves a history on by W, ζ_t+1 ≈ Vζ_t. With iterations =
// K = 0 it is the error of one step; larger K include the errors of predictions
// from predictions. A holds the principal axes of the errors with the least
// variance, and a Value is that variance, averaged over the K+1 terms: 0 for a
// feature without error, about 1 for an unpredictable one, above 1 if the model
// does worse than the mean.
//
// The paper prints ζ_t for ζ_t−i, but Vⁱζ_t is the history that belongs to x_t+i.
// It leaves some choices open. V shifts the known samples and predicts the newest
// one by W, which is the least squares solution, and the only one if histories
// are linearly independent; if they are not, W has the least norm. There is no
// constant term, as the data have mean zero. Each term is averaged over all the
// samples that have order+i samples before them. The errors are those of the
// data that W was fitted to, so that white noise has values of about
// 1 − r·order/samples; a note is added if the ratio exceeds a tenth.
//
// The directions of a smaller count are the first of those of a larger one. It
// takes O(n·(r·order)²) time and O((r·order)²) memory.
//
// It fails if a value is not finite, if there are no more samples with a
// history than r·order numbers in it, or no more than r for the last term, if
// predictions overflow, and if ctx ends. It panics unless order and count are
// at least 1, iterations at least 0, and the lengths those of segments that
// cover the rows of z.
func PFA(ctx context.Context, z *mat.Dense, lengths []int, order, iterations, count int) (*Features, error) {
	if order < 1 || iterations < 0 || count < 1 {
		panic(fmt.Sprintf("predictable: PFA of order %d with %d iterations for %d features", order, iterations, count))
	}
	if err := check(z, lengths); err != nil {
		return nil, err
	}
	h := histories{z: z, lengths: lengths, order: order}
	at, err := h.samplesWithHistory(iterations)
	if err != nil {
		return nil, err
	}
	w, rank, err := h.fit(ctx, at)
	if err != nil {
		return nil, err
	}
	missed, err := h.meanError(ctx, w, iterations)
	if err != nil {
		return nil, err
	}
	_, r := z.Dims()
	values, axes, err := iterative.Lowest(ctx, missed, min(count, r))
	if err != nil {
		return nil, err
	}
	for i, v := range values {
		values[i] = math.Max(0, v)
	}
	return newFeatures(axes, values, count, h.notes(len(at), rank, mat.Trace(missed)/float64(r))), nil
}

// samplesWithHistory lists the samples with a history. It fails if they are too few for
// a prediction, or for the last iteration.
func (h histories) samplesWithHistory(iterations int) ([]int, error) {
	n, r := h.z.Dims()
	at := h.withPast(h.order)
	if past := r * h.order; len(at) <= past {
		return nil, fmt.Errorf("%d of %d samples in %d segments have %d samples before them, and a prediction has %d coefficients: lower the order or the number of features, or take longer segments",
			len(at), n, len(h.lengths), h.order, past)
	}
	if last := len(h.withPast(h.order + iterations)); last <= r {
		return nil, fmt.Errorf("%d iterations of order %d need more than %d samples with %d samples before them, but only %d of %d in %d segments have these: lower the iterations, or take longer segments",
			iterations, h.order, r, h.order+iterations, last, n, len(h.lengths))
	}
	return at, nil
}

// meanError returns the mean of e eᵀ over all terms of the objective. It fails if ctx
// ends and if predictions overflow.
func (h histories) meanError(ctx context.Context, w *mat.Dense, iterations int) (*mat.SymDense, error) {
	r, _ := w.Dims()
	sum := mat.NewSymDense(r, nil)
	p := w
	for i := range iterations + 1 {
		if i > 0 {
			var err error
			if p, err = extendPredictor(ctx, p, w); err != nil {
				return nil, err
			}
		}
		missed, err := h.errorMoments(ctx, p, h.withPast(h.order+i), i+1)
		if err != nil {
			return nil, err
		}
		if trace := mat.Trace(missed); math.IsNaN(trace) || math.IsInf(trace, 0) {
			return nil, fmt.Errorf("predictions over %d steps of order %d overflow: the model is unstable; lower the iterations or the order", i+1, h.order)
		}
		sum.AddSym(sum, missed)
	}
	sum.ScaleSym(1/float64(iterations+1), sum)
	return sum, nil
}

// notes describes oddities of a model: histories of deficient rank, too few samples,
// and iterated predictions with more than twice the variance of the features.
func (h histories) notes(samples, rank int, missed float64) []string {
	_, r := h.z.Dims()
	past := r * h.order
	var notes []string
	if rank < past {
		notes = append(notes, fmt.Sprintf("the histories of %d samples have rank %d of %d: the prediction of least norm was taken", h.order, rank, past))
	}
	if share := float64(rank) / float64(samples); share > 0.1 {
		notes = append(notes, fmt.Sprintf("a prediction has %d coefficients for %d samples: white noise would seem to be predicted to an error of %.2f; a lower order or more samples would tell more", rank, samples, 1-share))
	}
	if missed > 2 {
		notes = append(notes, fmt.Sprintf("iterated predictions miss %.3g times the variance on average: the model is unstable, and a lower order or fewer iterations may do better", missed))
	}
	return notes
}
