package measure

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Stretches sums a [Pass] over all rows and another one over each stretch of them, and
// keeps the first feature of each row.
type Stretches struct {
	Whole *Pass
	Each  []*Pass
	First []float64

	ends []int // end row of each stretch
}

// NewStretches begins passes over rows of p features in spans of the given lengths.
// ends are the end rows of the stretches, the last one the number of rows; nil for no
// stretches.
func NewStretches(what Sums, p int, lengths, ends []int) *Stretches {
	s := &Stretches{Whole: NewPass(what, p, lengths), ends: ends}
	s.First = make([]float64, s.Whole.ends[len(s.Whole.ends)-1])
	start := 0
	for _, end := range ends {
		s.Each = append(s.Each, NewPass(what&^Turns, p, lengthsWithin(s.Whole.ends, start, end)))
		start = end
	}
	return s
}

// lengthsWithin returns the lengths of the spans that end at ends, as far as they lie
// within the rows from start to end-1.
func lengthsWithin(ends []int, start, end int) (lengths []int) {
	for _, e := range ends {
		if e > start {
			lengths = append(lengths, min(e, end)-start)
			start = min(e, end)
		}
		if start == end {
			break
		}
	}
	return lengths
}

// Group begins the group of consecutive blocks with the given first row, as
// [Pass.Group] does.
func (s *Stretches) Group(start int) (add func(*mat.Dense), end func()) {
	whole, row := s.Whole.Group(start), start
	groups := make([]*Group, len(s.Each))
	add = func(phi *mat.Dense) {
		whole.Add(phi)
		rows, columns := phi.Dims()
		mat.Col(s.First[row:row+rows], 0, phi)
		for lo := 0; lo < rows && s.ends != nil; {
			i, _ := slices.BinarySearch(s.ends, row+lo+1)
			hi := min(rows, s.ends[i]-row)
			if groups[i] == nil {
				groups[i] = s.Each[i].Group(row + lo - s.start(i))
			}
			groups[i].Add(phi.Slice(lo, hi, 0, columns).(*mat.Dense))
			lo = hi
		}
		row += rows
	}
	return add, func() {
		whole.End()
		for _, g := range groups {
			if g != nil {
				g.End()
			}
		}
	}
}

// start returns the first row of a stretch.
func (s *Stretches) start(i int) int {
	if i == 0 {
		return 0
	}
	return s.ends[i-1]
}

// StretchEnds divides rows in spans of the given lengths into stretches of about the
// given number of rows, and returns the end row of each. A span of at most that many
// rows is not divided. It returns nil if one stretch takes all rows.
func StretchEnds(lengths []int, rows int) []int {
	n := 0
	for _, l := range lengths {
		n += l
	}
	if rows <= 0 {
		return nil
	}
	stretches := (n + rows/2) / rows
	var ends []int
	span, end := 0, 0 // the span with the cut, and the row behind it
	for i := 1; i < stretches; i++ {
		cut := (i*n + stretches/2) / stretches
		for span < len(lengths) && end+lengths[span] <= cut {
			end += lengths[span]
			span++
		}
		if span < len(lengths) && lengths[span] <= rows {
			if cut-end > end+lengths[span]-cut {
				cut = end + lengths[span]
			} else {
				cut = end
			}
		}
		if cut > 0 && cut < n && (len(ends) == 0 || cut > ends[len(ends)-1]) {
			ends = append(ends, cut)
		}
	}
	if ends == nil {
		return nil
	}
	return append(ends, n)
}

// quarters is the number of runs that FirstSteps divides the steps of a part into.
const quarters = 4

// FirstSteps returns the mean square of the steps of x inside spans of the given
// lengths, on each quarter of the steps; nil for fewer than eight.
func FirstSteps(x []float64, lengths []int) []float64 {
	var squares []float64
	at := 0
	for _, length := range lengths {
		for t := at + 1; t < at+length; t++ {
			squares = append(squares, (x[t]-x[t-1])*(x[t]-x[t-1]))
		}
		at += length
	}
	if len(squares) < 2*quarters {
		return nil
	}
	out := make([]float64, quarters)
	for i := range out {
		lo, hi := i*len(squares)/quarters, (i+1)*len(squares)/quarters
		for _, v := range squares[lo:hi] {
			out[i] += v / float64(hi-lo)
		}
	}
	return out
}

// memoryWindow is the number of memory lengths up to which correlations are summed
// (Sokal 1997).
const memoryWindow = 5

// Memory returns the integrated autocorrelation time in rows of x, which has mean 0 on
// the training part: 1 + 2Σρ_k over lags inside spans of the given lengths. It is at
// most the length of the longest span, and NaN if x is constantly 0.
func Memory(x []float64, lengths []int) float64 {
	sums, largest := autocovariances(x, lengths)
	if !(sums[0] > 0) || math.IsInf(sums[0], 0) {
		return math.NaN()
	}
	memory := 1.0
	for k := 1; k < largest && float64(k) < memoryWindow*memory; k++ {
		memory += 2 * sums[k] / sums[0]
	}
	return max(memory, 1)
}
