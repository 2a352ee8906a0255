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
	n, c := disc.Dims()
	checkLengths(lengths, n)
	if len(label) != n {
		panic(fmt.Sprintf("measure: %d labels for %d rows", len(label), n))
	}
	var samples, spans tally
	mixed := false
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
			samples.add(argmax(row) == label[i])
			mixed = mixed || class >= 0 && class != label[i]
			class = label[i]
		}
		if class >= 0 {
			spans.add(argmax(sum) == class)
		}
		start += length
	}
	if mixed {
		return samples.share(), math.NaN()
	}
	return samples.share(), spans.share()
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
