package measure

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Accuracy is the share of samples and of spans that the n×c discriminants
// disc classify rightly; label holds the class of each sample, −1 where it has
// none.
//
// A sample's class is the argmax of its discriminants, a span's the argmax of
// their sums over all of its samples (Böhmer et al. 2012, section 5.4); ties
// go to the lowest class, and a NaN is never right. Samples without a label
// and spans without a labelled sample do not count; where nothing counts, the
// share is NaN. The segment share is NaN as well when two samples of a span
// have different labels.
//
// It panics unless there is a label for each row and the lengths are those of
// consecutive spans that cover the rows.
func Accuracy(disc *mat.Dense, label []int, lengths []int) (sample, segment float64) {
	var samples, spans tally
	mixed := judge(disc, label, lengths,
		func(class, predicted int) { samples.add(predicted == class) },
		func(class, predicted int) { spans.add(predicted == class) })
	if mixed {
		return samples.share(), math.NaN()
	}
	return samples.share(), spans.share()
}

// Confusion counts, of the samples and of the spans of class i, those that the
// n×c discriminants disc take for class j, at [i][j] of c×c counts. What counts
// and how a class is found is as in [Accuracy], which is the share of the
// diagonal; only those whose discriminants hold a NaN are taken for no class
// and are left out. The counts of spans are nil when two samples of a span have
// different labels.
//
// It panics as Accuracy does, and when a label is c or more.
func Confusion(disc *mat.Dense, label []int, lengths []int) (sample, segment [][]int) {
	_, c := disc.Dims()
	for _, k := range label {
		if k >= c {
			panic(fmt.Sprintf("measure: label %d with %d discriminants", k, c))
		}
	}
	sample, segment = counts(c), counts(c)
	mixed := judge(disc, label, lengths, count(sample), count(segment))
	if mixed {
		return sample, nil
	}
	return sample, segment
}

// counts are c×c zeros.
func counts(c int) [][]int {
	out := make([][]int, c)
	for i := range out {
		out[i] = make([]int, c)
	}
	return out
}

// count counts what has been taken for a class.
func count(into [][]int) func(class, predicted int) {
	return func(class, predicted int) {
		if predicted >= 0 {
			into[class][predicted]++
		}
	}
}

// judge calls sample for each row that has a label and segment for each span
// that has such a row, with the class and the one predicted, −1 for none. It
// reports whether two samples of a span have different labels.
func judge(disc *mat.Dense, label []int, lengths []int, sample, segment func(class, predicted int)) (mixed bool) {
	n, c := disc.Dims()
	checkLengths(lengths, n)
	if len(label) != n {
		panic(fmt.Sprintf("measure: %d labels for %d rows", len(label), n))
	}
	sum := make([]float64, c)
	start := 0
	for _, length := range lengths {
		clear(sum)
		class := -1
		for i := start; i < start+length; i++ {
			row := disc.RawRowView(i)
			floats.Add(sum, row)
			if label[i] < 0 {
				continue
			}
			sample(label[i], argmax(row))
			mixed = mixed || class >= 0 && class != label[i]
			class = label[i]
		}
		if class >= 0 {
			segment(class, argmax(sum))
		}
		start += length
	}
	return mixed
}

// RMSE is the root of the mean squared error of predicted numbers; NaN without
// any. It panics unless pred and target have the same length.
func RMSE(pred, target []float64) float64 {
	if len(pred) != len(target) {
		panic(fmt.Sprintf("measure: %d predictions for %d targets", len(pred), len(target)))
	}
	// The 2-norm is scaled inside, so large errors do not overflow.
	return floats.Distance(pred, target, 2) / math.Sqrt(float64(len(target)))
}

// MAE is the mean absolute error of predicted numbers; NaN without any. It
// panics unless pred and target have the same length.
func MAE(pred, target []float64) float64 {
	if len(pred) != len(target) {
		panic(fmt.Sprintf("measure: %d predictions for %d targets", len(pred), len(target)))
	}
	return floats.Distance(pred, target, 1) / float64(len(target))
}

// tally counts what is right.
type tally struct{ right, all int }

func (t *tally) add(right bool) {
	t.all++
	if right {
		t.right++
	}
}

// share is the part that is right; 0/0 is NaN.
func (t tally) share() float64 { return float64(t.right) / float64(t.all) }

// argmax is the first index of the largest value, −1 when one is NaN.
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
