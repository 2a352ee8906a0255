package record

import (
	"fmt"
	"slices"

	"example.com/sfatui/engine/part"
)

// KindPermuted tells of a permutation test of the choice. It is no part of any point.
const KindPermuted = "choice.permuted"

// Permuted is a permutation test: labels and targets of the whole set were permuted so many
// times, and each time all points were computed, the choice was made and its nested estimate
// taken.
type Permuted struct {
	// Keys are those of the points that the choice took, fold by fold: it is of them.
	Keys []string `json:"keys"`
	// Measure names what was estimated, Value is the estimate with the labels as they are.
	Measure string     `json:"measure"`
	Value   part.Float `json:"value"`
	// N is the number of permutations, AsGood that of those with an estimate as good or better.
	N      int    `json:"n"`
	AsGood int    `json:"as_good"`
	Seed   uint64 `json:"seed"`
}

// P is the probability of an estimate as good if labels had nothing to do with the samples:
// (1 + as good)/(1 + n), as the labels as they are count as one permutation (Phipson and Smyth
// 2010).
func (p Permuted) P() float64 { return (1 + float64(p.AsGood)) / (1 + float64(p.N)) }

// String is the test in words.
func (p Permuted) String() string {
	return fmt.Sprintf("permutation test: p = %.2g (%s as good or better with %d of %d permutations of the labels)", p.P(), p.Measure, p.AsGood, p.N)
}

// PermutedOf is the last permutation test of a choice of points, fold by fold.
func (s State) PermutedOf(keys []string) (Permuted, bool) {
	for _, p := range slices.Backward(s.Permuted) {
		if slices.Equal(p.Keys, keys) {
			return p, true
		}
	}
	return Permuted{}, false
}

// permuted takes up a test. One that counts more than there are is left out: a file may come
// from a stranger.
func (s *State) permuted(r Record) {
	d, ok := DataOf[Permuted](r)
	if !ok || d.N < 1 || d.AsGood < 0 || d.AsGood > d.N {
		return
	}
	s.Permuted = append(slices.Clip(s.Permuted), d)
	s.log(r.T, Happening, d.String())
}
