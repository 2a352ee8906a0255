package measure

import (
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Accuracy returns the shares of samples and of spans that the n×c discriminants disc
// classify correctly; label holds the class of each sample, −1 for none.
//
// A sample's class is the argmax of its discriminants, a span's the argmax of their
// sums over all of its samples (Böhmer et al. 2012, section 5.4); ties go to the lowest
// class, and a NaN is never right. Samples without a label and spans without a labelled
// sample are not counted; a share of nothing is NaN. The segment share is also NaN if
// two samples of a span have different labels.
//
// It panics unless there is a label for each row and the lengths are those of
// consecutive spans that cover the rows.
func Accuracy(disc *mat.Dense, label []int, lengths []int) (sample, segment float64) {
	var samples, spans tally
	mixed := forEachPrediction(disc, label, lengths,
		func(class, predicted int) { samples.add(predicted == class) },
		func(class, predicted int) { spans.add(predicted == class) })
	if mixed {
		return samples.share(), math.NaN()
	}
	return samples.share(), spans.share()
}

// BalancedAccuracy returns the mean, over the classes that some row has, of the share
// of their rows that the discriminants classify correctly, as in [Accuracy] (Brodersen
// et al. 2010). A constant class yields 1 over the number of classes. It is NaN without
// a label.
//
// It panics as Accuracy does, and if a label is c or more.
func BalancedAccuracy(disc *mat.Dense, label []int, lengths []int) float64 {
	_, c := disc.Dims()
	classes := make([]tally, c)
	forEachPrediction(disc, label, lengths, func(class, predicted int) { classes[class].add(predicted == class) }, func(int, int) {})
	sum, n := 0.0, 0.0
	for _, t := range classes {
		if t.all > 0 {
			sum, n = sum+t.share(), n+1
		}
	}
	return sum / n
}

// BaselineAccuracy returns the [Accuracy] of predicting one class for every sample, and
// another for every span, −1 for none.
func BaselineAccuracy(ofSamples, ofSpans int, label []int, lengths []int) (sample, segment float64) {
	var samples, spans tally
	mixed, start := false, 0
	for _, length := range lengths {
		class := -1
		for _, k := range label[start : start+length] {
			if k >= 0 {
				samples.add(k == ofSamples)
				mixed = mixed || class >= 0 && class != k
				class = k
			}
		}
		if class >= 0 {
			spans.add(class == ofSpans)
		}
		start += length
	}
	if mixed {
		return samples.share(), math.NaN()
	}
	return samples.share(), spans.share()
}

// Confusion returns c×c counts, at [i][j] of the samples and of the spans of class i
// that the n×c discriminants disc classify as class j. They are counted and classified
// as in [Accuracy], which is the share of the diagonal, except that those with a NaN
// discriminant have no class and are left out. The counts of spans are nil if two
// samples of a span have different labels.
//
// It panics as Accuracy does, and if a label is c or more.
func Confusion(disc *mat.Dense, label []int, lengths []int) (sample, segment [][]int) {
	_, c := disc.Dims()
	for _, k := range label {
		if k >= c {
			panic(fmt.Sprintf("measure: label %d with %d discriminants", k, c))
		}
	}
	sample, segment = zeroCounts(c), zeroCounts(c)
	mixed := forEachPrediction(disc, label, lengths, counter(sample), counter(segment))
	if mixed {
		return sample, nil
	}
	return sample, segment
}

// zeroCounts returns c×c zeros.
func zeroCounts(c int) [][]int {
	out := make([][]int, c)
	for i := range out {
		out[i] = make([]int, c)
	}
	return out
}

// counter returns a function that counts predicted classes in into.
func counter(into [][]int) func(class, predicted int) {
	return func(class, predicted int) {
		if predicted >= 0 {
			into[class][predicted]++
		}
	}
}

// forEachPrediction calls sample for each row that has a label and segment for each
// span that has such a row, with the class and the predicted class, −1 for none. It
// reports whether two samples of a span have different labels.
func forEachPrediction(disc *mat.Dense, label []int, lengths []int, sample, segment func(class, predicted int)) (mixed bool) {
	mixed = forEachSpan(disc, label, lengths, func(class, _ int, sum []float64) { segment(class, argmax(sum)) })
	for i, class := range label {
		if class >= 0 {
			sample(class, argmax(disc.RawRowView(i)))
		}
	}
	return mixed
}

// RMSE returns the root of the mean squared error of predicted numbers; NaN without
// any. It panics unless pred and target have the same length.
func RMSE(pred, target []float64) float64 {
	if len(pred) != len(target) {
		panic(fmt.Sprintf("measure: %d predictions for %d targets", len(pred), len(target)))
	}
	// The 2-norm is scaled inside, so large errors do not overflow.
	return floats.Distance(pred, target, 2) / math.Sqrt(float64(len(target)))
}

// MAE returns the mean absolute error of predicted numbers; NaN without any. It panics
// unless pred and target have the same length.
func MAE(pred, target []float64) float64 {
	if len(pred) != len(target) {
		panic(fmt.Sprintf("measure: %d predictions for %d targets", len(pred), len(target)))
	}
	return floats.Distance(pred, target, 1) / float64(len(target))
}

// tally counts correct predictions.
type tally struct{ right, all int }

func (t *tally) add(right bool) {
	t.all++
	if right {
		t.right++
	}
}

// share returns the share of correct predictions; 0/0 is NaN.
func (t tally) share() float64 { return float64(t.right) / float64(t.all) }

// Classes returns the classes of samples by their discriminants, as in [Accuracy]; −1
// for none.
func Classes(disc *mat.Dense) []int {
	n, _ := disc.Dims()
	out := make([]int, n)
	for i := range out {
		out[i] = argmax(disc.RawRowView(i))
	}
	return out
}

// argmax returns the first index of the largest value, or −1 if one is NaN.
func argmax(v []float64) int {
	best := 0
	for j, x := range v {
		if math.IsNaN(x) {
			return -1
		}
		if x > v[best] {
			best = j
		}
	}
	return best
}

// SegmentsRight is the share of the segments of the test part that are classified
// correctly.
var SegmentsRight = &Measure{
	ID: "segment", Label: "segments right on test", Unit: Share, Better: Higher, Objective: ByAccuracy, Readout: true, Recorded: true,
	Of: func(r *result.Result) []float64 { return []float64{float64(r.Accuracy.OfSegments())} },
	Show: Show{
		When: Measured | Classified, Aliases: []string{"segm", "acc", "accuracy"}, Column: "segm", Term: "words right", Heading: "test segments", Rank: 55,
		Report: "segments right", Order: 3, View: "segments", Map: "test accuracy of segments", Contrast: "accuracy of segments",
	},
}

// SamplesRight is the share of the samples of the test part that are classified
// correctly.
var SamplesRight = &Measure{
	ID: "sample", Label: "samples right on test", Unit: Share, Better: Higher, Objective: ByAccuracy, Readout: true, Recorded: true,
	Doc: "Segments right and samples right are shares of the test part; a segment's class is that whose discriminants, summed over its samples, are largest.",
	Of:  func(r *result.Result) []float64 { return []float64{float64(r.Accuracy.OfSamples())} },
	Show: Show{
		When: Classified, Aliases: []string{"smpl", "acc", "accuracy"}, Column: "smpl", Term: "samples right", Heading: "test samples", Rank: 40,
		Report: "samples right", Order: 4, View: "samples", Map: "test accuracy of samples", Contrast: "accuracy of samples",
	},
}

// ByBalancedAccuracy is the objective that weights all classes equally.
const ByBalancedAccuracy = "balanced-accuracy"

// BalancedRight is the balanced accuracy of the test part. It follows from the same
// discriminants as [SamplesRight], with which results are verified.
var BalancedRight = &Measure{
	ID: "balanced", Label: "balanced accuracy on test", Unit: Share, Better: Higher, Objective: ByBalancedAccuracy, Readout: true, Recorded: true,
	Doc:  "Balanced accuracy is the mean over the classes of the share of their samples that are classified correctly: always answering one class gives 1 over the number of classes.",
	Of:   balanced(func(r *result.Result) *result.Accuracy { return r.Accuracy }),
	Show: Show{In: Filters | Maps | Reports | Views | Contrasts, When: Measured, Heading: "test balanced accuracy", Report: "balanced", Order: 5, View: "balanced", Map: "balanced accuracy on test", Contrast: "balanced accuracy"},
}

// ValidationBalanced is the balanced accuracy of the validation parts.
var ValidationBalanced = &Measure{
	ID: "validation", Label: "validation balanced accuracy", Unit: Share, Better: Higher, Part: Validation, Objective: ByBalancedAccuracy, Readout: true, Recorded: true,
	Of:   balanced(func(r *result.Result) *result.Accuracy { return r.Validation.OrNone().Accuracy }),
	Show: choosingShow("balanced accuracy of samples", "validation balanced accuracy", 7).withBrief("balanced").withHelp("each class has equal weight").unchecked(),
}

func balanced(of func(*result.Result) *result.Accuracy) func(*result.Result) []float64 {
	return func(r *result.Result) []float64 {
		if a := of(r); a != nil {
			return optional(a.Balanced)
		}
		return nil
	}
}

// Kappa is Cohen's κ of the samples of the test part.
var Kappa = &Measure{
	ID: "kappa", Label: "Cohen's κ on test", Better: Higher, Readout: true,
	Doc: "Cohen's κ is the share of correctly classified test samples beyond that of independent guesses with the same class frequencies, divided by the largest possible excess: 0 is chance, 1 is perfect (Cohen 1960).",
	Of: func(r *result.Result) []float64 {
		if r.Confusion == nil {
			return nil
		}
		return []float64{CohensKappa(r.Confusion.Sample)}
	},
	Show: Show{In: Filters | Maps | Contrasts, When: Measured, Aliases: []string{"κ"}, Heading: "test Cohen's κ", Map: "Cohen's κ", Contrast: "Cohen's κ"},
}

// CohensKappa returns (p − e)/(1 − e), where p is the share of the counts on the
// diagonal and e the expected share for independent rows and columns with the same sums
// (Cohen 1960). It returns NaN if e is 1, without counts, and for counts that are not
// square.
func CohensKappa(counts [][]int) float64 {
	if slices.ContainsFunc(counts, func(row []int) bool { return len(row) != len(counts) }) {
		return math.NaN()
	}
	n, right, expected := 0.0, 0.0, 0.0
	rows, columns := make([]float64, len(counts)), make([]float64, len(counts))
	for i, row := range counts {
		for j, v := range row {
			x := float64(v)
			n, rows[i], columns[j] = n+x, rows[i]+x, columns[j]+x
			if i == j {
				right += x
			}
		}
	}
	for i := range rows {
		expected += rows[i] / n * columns[i] / n
	}
	if expected == 1 {
		return math.NaN()
	}
	return (right/n - expected) / (1 - expected)
}

// ValidationAccuracy is the share of the segments of the validation part that are
// classified correctly, or of its samples if labels change inside segments.
var ValidationAccuracy = &Measure{
	ID: "validation", Label: "validation accuracy", Unit: Share, Better: Higher, Part: Validation, Objective: ByAccuracy, Readout: true, Recorded: true,
	Of:   func(r *result.Result) []float64 { return []float64{float64(r.Validation.OrNone().Accuracy.Best())} },
	Show: choosingShow("samples right", "segments right on validation", 7).withBrief("samples"),
}

// ValidationSamples is the share of the samples of the validation part that are
// classified correctly. It breaks ties between equal accuracies.
var ValidationSamples = &Measure{
	ID: "validation-samples", Label: "samples right on validation", Unit: Share, Better: Higher, Part: Validation, Readout: true, Recorded: true,
	Of: func(r *result.Result) []float64 {
		return []float64{float64(r.Validation.OrNone().Accuracy.OfSamples())}
	},
	Show: Show{In: Checks},
}

// TestRMSE is the root of the mean squared error of the predicted target on the test
// part.
var TestRMSE = &Measure{
	ID: "rmse", Label: "RMSE on test", Unit: Target, Better: Lower, Objective: ByRMSE, Readout: true, Recorded: true,
	Doc: "RMSE is the root of the mean squared error over the samples of the test part, in the units of the target.",
	Of:  func(r *result.Result) []float64 { return optional(r.RMSE) },
	Show: Show{
		When: Regressed, Column: "RMSE", Heading: "test RMSE", Rank: 55, Report: "RMSE", Order: 6, Map: "test RMSE", Contrast: "RMSE",
	},
}

// TestMAE is the mean absolute error of the predicted target on the test part.
var TestMAE = &Measure{
	ID: "mae", Label: "mean absolute error on test", Unit: Target, Better: Lower, Readout: true, Recorded: true,
	Of:   func(r *result.Result) []float64 { return optional(r.MAE) },
	Show: Show{In: Contrasts | Checks, Contrast: "MAE"},
}

// ValidationRMSE is the [RMSE] on the validation part.
var ValidationRMSE = &Measure{
	ID: "validation", Label: "validation RMSE", Unit: Target, Better: Lower, Part: Validation, Objective: ByRMSE, Readout: true, Recorded: true,
	Of:   func(r *result.Result) []float64 { return optional(r.Validation.OrNone().RMSE) },
	Show: choosingShow("RMSE", "validation RMSE", 8),
}

// ValidationMAE is the [MAE] on the validation part.
var ValidationMAE = &Measure{
	ID: "validation-mae", Label: "mean absolute error on validation", Unit: Target, Better: Lower, Part: Validation, Readout: true, Recorded: true,
	Of:   func(r *result.Result) []float64 { return optional(r.Validation.OrNone().MAE) },
	Show: Show{In: Checks},
}
