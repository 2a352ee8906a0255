package choose

import (
	"cmp"
	"math"
	"slices"
)

// exactPairs is the number of differences up to which the distribution of the
// rank sum is counted out.
const exactPairs = 25

// SignedRank is the result of Wilcoxon's signed-rank test.
type SignedRank struct {
	// N is the number of pairs that differ.
	N int
	// Plus and Minus are the sums of the ranks of |a − b| where a is larger and
	// where b is; equal differences have the mean of their ranks.
	Plus, Minus float64
	// P is the two-sided probability of a rank sum as far from its mean, or
	// farther, if a and b were exchangeable; NaN when no pair differs.
	P float64
	// Exact tells that P was counted, not approximated.
	Exact bool
}

// Wilcoxon tests whether paired results, such as those of two methods on the same
// folds, differ (Wilcoxon 1945), by the differences of the pairs. Those of 0 are
// dropped, and differences of equal size share the mean of their ranks. Up to 25 pairs
// P is exact, with ties too: it counts the signs that give a rank sum as far from its
// mean. Beyond, P is that of the normal approximation with the variance reduced for
// ties and half a rank taken off for continuity. Differences count as equal, and one as
// none, within rounding: shares such as 0.9 − 0.8 and 0.8 − 0.7 are not to be told
// apart by their last bit.
//
// When a difference is NaN the sums and P are.
func Wilcoxon(differences []float64, rounding float64) SignedRank {
	var diff []float64
	for _, d := range differences {
		if math.IsNaN(d) {
			return SignedRank{Plus: d, Minus: d, P: d}
		}
		if math.Abs(d) > rounding {
			diff = append(diff, d)
		}
	}
	s := SignedRank{N: len(diff)}
	if s.N == 0 {
		s.P = math.NaN()
		return s
	}
	slices.SortFunc(diff, func(x, y float64) int { return cmp.Compare(math.Abs(x), math.Abs(y)) })
	ties := 0.0                    // Σ (t³ − t) over runs of t equal differences
	doubled := make([]int, 0, s.N) // ranks, twice: the mean of several may be a half
	for lo := 0; lo < s.N; {
		hi := lo
		for hi < s.N && (math.Abs(diff[hi]) == math.Abs(diff[lo]) || math.Abs(diff[hi])-math.Abs(diff[lo]) <= rounding) {
			hi++
		}
		t := float64(hi - lo)
		ties += t*t*t - t
		for _, d := range diff[lo:hi] {
			// Ranks lo+1 … hi share their mean.
			doubled = append(doubled, lo+1+hi)
			if rank := float64(lo+1+hi) / 2; d > 0 {
				s.Plus += rank
			} else {
				s.Minus += rank
			}
		}
		lo = hi
	}
	if s.Exact = s.N <= exactPairs; s.Exact {
		s.P = exactSignedRank(doubled, int(2*min(s.Plus, s.Minus)))
	} else {
		s.P = approximateSignedRank(s.N, math.Abs(s.Plus-s.Minus)/2, ties)
	}
	return s
}

// solved is the relative error to which solutions agree between processors, and with which
// sfatui verify takes them for the same. A difference below it says nothing.
const solved = 1e-9

// roundingOf returns what a difference of two of the values may be off by.
func roundingOf(a, b []float64) float64 {
	largest := 0.0
	for _, values := range [][]float64{a, b} {
		for _, v := range values {
			if v := math.Abs(v); !math.IsInf(v, 0) {
				largest = max(largest, v)
			}
		}
	}
	return solved * largest
}

// exactSignedRank is the probability that the ranks of one sign sum to at most w, on
// either side, when each rank has either sign as likely. Ranks and w are doubled, so
// that they are whole numbers.
func exactSignedRank(ranks []int, w int) float64 {
	// ways[s] counts the sets of ranks that sum to s; up to 2²⁵, exact.
	ways := make([]float64, w+1)
	ways[0] = 1
	for _, rank := range ranks {
		for s := w; s >= rank; s-- {
			ways[s] += ways[s-rank]
		}
	}
	tail := 0.0
	for _, v := range ways {
		tail += v
	}
	return min(1, math.Ldexp(tail, 1-len(ranks)))
}

// approximateSignedRank is the probability of a rank sum off by so much from
// its mean on either side, by the normal distribution.
func approximateSignedRank(n int, off, ties float64) float64 {
	m := float64(n)
	variance := m*(m+1)*(2*m+1)/24 - ties/48
	return math.Erfc(max(0, off-0.5) / math.Sqrt(2*variance))
}
