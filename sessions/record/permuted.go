package record

import (
	"fmt"
	"slices"

	"example.com/sfatui/engine/part"
)

// KindPermuted records a permutation test of the choice. It is not part of any
// point.
const KindPermuted = "choice.permuted"

// Permuted is a permutation test: labels and targets of the whole set were
// permuted N times. Each time all points were computed, the choice was made and
// its nested estimate was taken.
type Permuted struct {
	// Keys holds the keys of the chosen points, fold by fold.
	Keys []string `json:"keys"`
	// Measure is the name of the estimated measure, Value its estimate with the
	// original labels.
	Measure string     `json:"measure"`
	Value   part.Float `json:"value"`
	// N is the number of permutations; AsGood is the number of those with an
	// estimate at least as good.
	N      int    `json:"n"`
	AsGood int    `json:"as_good"`
	Seed   uint64 `json:"seed"`
}

// P returns the p-value: the probability of an estimate as good if labels and
// samples were independent. It is (1 + AsGood)/(1 + N), as the original labels
// count as one permutation (Phipson and Smyth 2010).
func (p Permuted) P() float64 { return (1 + float64(p.AsGood)) / (1 + float64(p.N)) }

// String returns the test in words.
func (p Permuted) String() string {
	return fmt.Sprintf("permutation test: p = %.2g (%s as good or better with %d of %d permutations of the labels)", p.P(), p.Measure, p.AsGood, p.N)
}

// PermutedOf returns the last permutation test of a choice of points, fold by
// fold.
func (s State) PermutedOf(keys []string) (Permuted, bool) {
	for _, p := range slices.Backward(s.Permuted) {
		if slices.Equal(p.Keys, keys) {
			return p, true
		}
	}
	return Permuted{}, false
}

// permuted adds a test. It skips one with inconsistent counts, because the file
// may come from a stranger.
func (s *State) permuted(r Record) {
	d, ok := DataOf[Permuted](r)
	if !ok || d.N < 1 || d.AsGood < 0 || d.AsGood > d.N {
		return
	}
	s.Permuted = append(slices.Clip(s.Permuted), d)
	s.log(r.T, Happening, d.String())
}
