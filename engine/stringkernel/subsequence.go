package stringkernel

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// entry is a word of the table: its first position in the string, plus 1, and its count.
type entry struct {
	at    int32
	count int32
}

// Workspace holds the storage of one goroutine. The zero Workspace is ready to use.
type Workspace struct {
	prefix, hits []float64
	symbols      []int32 // that hits are of
	table        []entry
}

// Subsequence is the gap-weighted subsequence kernel (Lodhi et al. 2002): a word of N
// symbols counts λ^span for each of its occurrences in a string, where the span is the
// number of symbols from its first to its last, and λ the Decay in (0, 1].
type Subsequence struct {
	N     int
	Decay float64
}

// Value returns Σ_u φ_u(s)·φ_u(t) over all words u, divided by λ^2N, which leaves λ for each
// symbol of a gap: normalised kernels are the same, and long words do not underflow. It
// returns 0 if a string is shorter than N. It takes O(N·|s|·|t|) operations.
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

// recursion processes s symbol by symbol and returns the value. Row i of prefix holds
// K'_i(s, t_1…t_j) for j = 0 … |t| and the symbols of s so far: words of i symbols, with all
// that follows them in both strings counted as a gap.
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

// hitsOf returns, for each position of t, 1 if it holds the symbol and 0 otherwise.
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

// extend adds one more symbol of s to a row, from the row below before it was extended.
func extend(row, below, hits []float64, decay float64) {
	row, below = row[1:][:len(hits)], below[:len(hits)]
	open := 0.0 // K''
	for j, hit := range hits {
		open = decay*open + hit*below[j]
		row[j] = decay*row[j] + open
	}
}

// extendTwo extends a row and then the row below it. Their sums are independent, so neither
// waits for the other.
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

// sized returns a slice of n arbitrary numbers, in the storage of s if that is large enough.
func sized(s []float64, n int) []float64 { return slices.Grow(s[:0], n)[:n] }

// Normalised returns the value of a kernel divided by the geometric mean of own and other,
// the values of each string with itself. It returns 0 if one of these is 0, because a string
// without words is like no other.
func Normalised(value, own, other float64) float64 {
	if !(own > 0 && other > 0) {
		return 0
	}
	return value / (math.Sqrt(own) * math.Sqrt(other))
}
