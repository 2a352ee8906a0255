package choose

import (
	"math"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/stat/distuv"
)

// Confusion returns the confusion matrix summed over the test parts of a row:
// counts[i][j] is the number of segments of class i classified as j, or of samples if
// labels change within segments; segments reports which. Draws after the first repeat
// the same test parts and are left out. counts is nil without a classifier.
func (r *Row) Confusion() (counts [][]int, segments bool) {
	for _, res := range r.Results {
		if res.Confusion == nil || res.Point.Draw > 0 {
			continue
		}
		more := res.Confusion.Segment
		if segments = more != nil; !segments {
			more = res.Confusion.Sample
		}
		if counts == nil {
			counts = make([][]int, len(more))
			for i := range counts {
				counts[i] = make([]int, len(more))
			}
		}
		for i := range min(len(more), len(counts)) {
			for j := range min(len(more[i]), len(counts)) {
				counts[i][j] += more[i][j]
			}
		}
	}
	return counts, segments
}

// A Recall is the share of a class that is classified correctly, with its 95 % interval
// (Wilson 1927) for independent units.
type Recall struct {
	// Class is an index into the classes of the data set.
	Class int        `json:"class"`
	Right int        `json:"right"`
	N     int        `json:"n"`
	Low   part.Float `json:"low"`
	High  part.Float `json:"high"`
}

// Recalls returns the recall of each non-empty class, from counts of [Row.Confusion].
func Recalls(counts [][]int) []Recall {
	out := []Recall{}
	for i, row := range counts {
		r := Recall{Class: i}
		for j, n := range row {
			if r.N += n; i == j {
				r.Right += n
			}
		}
		if r.N == 0 {
			continue
		}
		low, high := Wilson(r.Right, r.N)
		r.Low, r.High = part.Float(low), part.Float(high)
		out = append(out, r)
	}
	return out
}

// Wilson returns the 95 % score interval of the share count/n (Wilson 1927), or 0 and 1
// if n is 0.
func Wilson(count, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	z := distuv.UnitNormal.Quantile(0.975)
	m, share := float64(n), float64(count)/float64(n)
	middle := (share + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(share*(1-share)/m+z*z/(4*m*m))
	return max(0, middle-half), min(1, middle+half)
}

// segmentsRight returns the number of correctly classified segments and the number of
// all segments, over all test parts.
func (r *Row) segmentsRight() (right, all int) {
	counts, segments := r.Confusion()
	if !segments {
		return 0, 0
	}
	for _, class := range Recalls(counts) {
		right, all = right+class.Right, all+class.N
	}
	return right, all
}
