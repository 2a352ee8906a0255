package stringkernel

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// entry is a word of the table: where it stands in the string first, plus 1, and how often.
type entry struct {
	at    int32
	count int32
}

// Workspace is storage of one goroutine. The zero Workspace is ready to use.
type Workspace struct {
	prefix, hits []float64
	symbols      []int32 // that hits are of
	table        []entry
}

// Subsequence is the gap-weighted subsequence kernel: a word of N symbols counts λ^span
// for each way to find it in a string, where the span is the number of symbols from its
// first to its last, and λ the Decay in (0, 1].
type Subsequence struct {
	N     int
	Decay float64
}

// Value is Σ_u φ_u(s)·φ_u(t) over all words u, over λ^2N, which leaves λ for each symbol of a
// gap: normalised kernels are the same, and long words do not underflow. It is 0 where a
// string is shorter than N.
func (k Subsequence) Value(w *Workspace, s, t []int32) float64 {
	if k.N < 1 || !(k.Decay > 0 && k.Decay <= 1) {
		panic(fmt.Sprintf("stringkernel: words of %d with decay %g", k.N, k.Decay))
	}
	if len(s) > len(t) || len(s) == len(t) && slices.Compare(s, t) > 0 {
		s, t = t, s
	}
	if len(s) < k.N {
		return 0
	}
	return k.recursion(w, s, t)
}

// recursion takes s symbol by symbol. Row i of prefix holds K'_i(s, t_1…t_j) for j = 0 … |t|,
// of the symbols of s so far: words of i symbols, with all that follows them in both strings
// counted as a gap.
func (k Subsequence) recursion(w *Workspace, s, t []int32) (sum float64) {
	n, width := k.N, len(t)+1
	w.prefix = sized(w.prefix, n*width)
	clear(w.prefix)
	row := func(i int) []float64 { return w.prefix[i*width:][:width] }
	for j := range width {
		w.prefix[j] = 1
	}
	w.symbols, w.hits = w.symbols[:0], w.hits[:0]
	for _, symbol := range s {
		hits := w.hitsOf(symbol, t)
		sum += floats.Dot(hits, row(n - 1)[:len(t)])
		i := n - 1
		for ; i > 1; i -= 2 {
			extendTwo(row(i), row(i-1), row(i-2), hits, k.Decay)
		}
		if i == 1 {
			extend(row(1), row(0), hits, k.Decay)
		}
	}
	return sum
}

// hitsOf are 1 where t has a symbol and 0 elsewhere.
func (w *Workspace) hitsOf(symbol int32, t []int32) []float64 {
	at := slices.Index(w.symbols, symbol)
	if at < 0 {
		at = len(w.symbols)
		w.symbols = append(w.symbols, symbol)
		for _, other := range t {
			hit := 0.0
			if other == symbol {
				hit = 1
			}
			w.hits = append(w.hits, hit)
		}
	}
	return w.hits[at*len(t):][:len(t)]
}

// extend takes one more symbol of s into a row, from the row below as it was before it.
func extend(row, below, hits []float64, decay float64) {
	row, below = row[1:][:len(hits)], below[:len(hits)]
	open := 0.0 // K''
	for j, hit := range hits {
		open = decay*open + hit*below[j]
		row[j] = decay*row[j] + open
	}
}

// extendTwo is extend of a row and then of the one below it. Their sums do not wait for each
// other.
func extendTwo(row, middle, below, hits []float64, decay float64) {
	before := middle[0]
	row, middle, below = row[1:][:len(hits)], middle[1:][:len(hits)], below[:len(hits)]
	var open, opened float64
	for j, hit := range hits {
		open = decay*open + hit*before
		row[j] = decay*row[j] + open
		opened = decay*opened + hit*below[j]
		before = middle[j]
		middle[j] = decay*before + opened
	}
}

// sized is a slice of n numbers of any values, in the storage of another where that is
// enough.
func sized(s []float64, n int) []float64 { return slices.Grow(s[:0], n)[:n] }

// Normalised is a kernel over the geometric mean of those of both strings with themselves:
// 0 where one of these is 0, for a string without words is like no other.
func Normalised(value, own, other float64) float64 {
	if !(own > 0 && other > 0) {
		return 0
	}
	return value / (math.Sqrt(own) * math.Sqrt(other))
}
