package choose

import "example.com/sfatui/engine/part"

// Confusion adds up what the classes were taken for on the test parts of a row, at [i][j]
// those of class i that were taken for j: segments, or samples where labels change inside
// segments, as segments reports. Draws after the first are of the same test parts, and are
// left out. It is nil without a classifier.
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

// Recall is the share of a class that is classified rightly, with the interval that holds it
// with 95 % (Wilson 1927) if what is counted is independent.
type Recall struct {
	// Class is an index into the classes of the data set.
	Class int        `json:"class"`
	Right int        `json:"right"`
	N     int        `json:"n"`
	Low   part.Float `json:"low"`
	High  part.Float `json:"high"`
}

// Recalls are those of the classes that there is something of, by counts as of
// [Row.Confusion].
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
