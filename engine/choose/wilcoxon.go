package choose

import (
	"cmp"
	"math"
	"slices"
)

// exactPairs is the number of differences up to which the distribution of the rank sum
// is counted exactly.
const exactPairs = 25

// A SignedRank is the result of Wilcoxon's signed-rank test.
type SignedRank struct {
	// N is the number of pairs that differ.
	N int
	// Plus and Minus are the sums of the ranks of |a − b| over the pairs with a > b and
	// with a < b; equal differences share their mean rank.
	Plus, Minus float64
	// P is the two-sided probability of a rank sum at least as far from its mean, if a
	// and b were exchangeable; NaN if no pair differs.
	P float64
	// Exact reports whether P is exact; otherwise it is approximate.
	Exact bool
}

// Wilcoxon tests paired differences, such as those of two methods on the same folds,
// for a median of 0 (Wilcoxon 1945). Zero differences are dropped; differences of equal
// size share their mean rank. For up to 25 pairs P is exact, with ties too: it counts
// the sign patterns with a rank sum as far from its mean. For more, P is the normal
// approximation with tie and continuity corrections. Differences within rounding count
// as equal or zero, because shares such as 0.9 − 0.8 and 0.8 − 0.7 differ in their last
// bit.
//
// If a difference is NaN, the sums and P are NaN.
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
	doubled := make([]int, 0, s.N) // doubled ranks: the mean of several may be a half
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

// solverTolerance is the relative error to which solutions agree between processors,
// and the tolerance of sfatui verify. Smaller differences are meaningless.
const solverTolerance = 1e-9

// roundingOf returns the bound of the error of a difference of two of the values.
func roundingOf(a, b []float64) float64 {
	largest := 0.0
	for _, values := range [][]float64{a, b} {
		for _, v := range values {
			if v := math.Abs(v); !math.IsInf(v, 0) {
				largest = max(largest, v)
			}
		}
	}
	return solverTolerance * largest
}

// exactSignedRank returns the two-sided probability that the ranks of one sign sum to
// at most w, if both signs are equally likely. Ranks and w are doubled, so that they
// are integers.
func exactSignedRank(ranks []int, w int) float64 {
	// ways[s] counts the sets of ranks that sum to s; it is exact up to 2²⁵.
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

// approximateSignedRank returns the two-sided probability that a rank sum of n pairs
// differs from its mean by at least off, by the normal distribution.
func approximateSignedRank(n int, off, ties float64) float64 {
	m := float64(n)
	variance := m*(m+1)*(2*m+1)/24 - ties/48
	return math.Erfc(max(0, off-0.5) / math.Sqrt(2*variance))
}
