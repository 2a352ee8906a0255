package linalgtest

import "math"

// SplitMix is the generator splitmix64 (Steele, Lea and Flood 2014), which any program
// can reproduce. Its value is the seed.
type SplitMix uint64

// Uniform returns the next number in [0, 1).
func (s *SplitMix) Uniform() float64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return float64((z^z>>31)>>11) * 0x1p-53
}

// Normal returns a standard normal number from the next two uniform ones.
func (s *SplitMix) Normal() float64 {
	a := math.Sqrt(-2 * math.Log(1-s.Uniform()))
	return a * math.Cos(2*math.Pi*s.Uniform())
}

// Choose returns k different indices below n, in the order in which they are drawn.
func (s *SplitMix) Choose(n, k int) []int {
	a := make([]int, n)
	for i := range a {
		a[i] = i
	}
	for i := range k {
		j := i + int(s.Uniform()*float64(n-i))
		a[i], a[j] = a[j], a[i]
	}
	return a[:k]
}
