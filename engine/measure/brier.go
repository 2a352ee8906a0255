package measure

import (
	"fmt"
	"math"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Brier returns the mean over spans of Σ_c (f_c − [c is right])², where f is the mean
// of the n×c class probabilities over all samples of the span, bounded by 0 and 1
// (Brier 1950). It is 0 if every class is certain and right, and at most 2. It is finer
// than the share of correct spans, which has few steps.
//
// Spans are counted, and it is NaN, as for the segments of [Accuracy]; it is also NaN
// if a probability is. It panics as Accuracy does.
func Brier(probability *mat.Dense, label []int, lengths []int) float64 {
	sum, spans := 0.0, 0
	mean := make([]float64, probability.RawMatrix().Cols)
	mixed := forEachSpan(probability, label, lengths, func(class, rows int, total []float64) {
		floats.ScaleTo(mean, 1/float64(rows), total)
		for c, f := range mean {
			right := 0.0
			if c == class {
				right = 1
			}
			d := min(max(f, 0), 1) - right
			sum += d * d
		}
		spans++
	})
	if mixed {
		return math.NaN()
	}
	return sum / float64(spans)
}

// Reliability counts spans by the probability of the class that they are given, the argmax of
// the mean probabilities as in [Accuracy], in tenths that hold any. Spans are counted as in
// [Brier]; it is nil where Brier is NaN. It panics as Accuracy does.
func Reliability(probability *mat.Dense, label []int, lengths []int) []result.Confidence {
	var tenths [result.Tenths]result.Confidence
	broken := false
	mixed := forEachSpan(probability, label, lengths, func(class, rows int, total []float64) {
		given := argmax(total)
		if given < 0 {
			broken = true
			return
		}
		p := min(max(total[given]/float64(rows), 0), 1)
		t := &tenths[min(int(result.Tenths*p), result.Tenths-1)]
		t.Count++
		t.Probability += part.Float(p)
		if given == class {
			t.Right++
		}
	})
	if mixed || broken {
		return nil
	}
	var out []result.Confidence
	for i, t := range tenths {
		if t.Count > 0 {
			t.Tenth, t.Probability = i, t.Probability/part.Float(t.Count)
			out = append(out, t)
		}
	}
	return out
}

// forEachSpan calls each for every span that has a row with a label, with the class,
// the number of rows and their sum. It reports whether two samples of a span have
// different labels.
func forEachSpan(rows *mat.Dense, label []int, lengths []int, each func(class, rows int, sum []float64)) (mixed bool) {
	n, c := rows.Dims()
	checkLengths(lengths, n)
	if len(label) != n {
		panic(fmt.Sprintf("measure: %d labels for %d rows", len(label), n))
	}
	sum, start := make([]float64, c), 0
	for _, length := range lengths {
		clear(sum)
		class := -1
		for i := start; i < start+length; i++ {
			floats.Add(sum, rows.RawRowView(i))
			if label[i] >= 0 {
				mixed = mixed || class >= 0 && class != label[i]
				class = label[i]
			}
		}
		if class >= 0 {
			each(class, length, sum)
		}
		start += length
	}
	return mixed
}
